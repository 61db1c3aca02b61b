import type { Box } from '../../../platform/pdf/shapes.ts'
import { around, middleX, middleY, type Glyph, type Line, type PageContent } from './page-content.ts'
import { BOLD, PALE } from './drawn-form.ts'

/** Consecutive words in one line and one style, such as a label or a value. */
export interface Segment {
  text: string
  box: Box
  style: string
  size: number
  glyphs: readonly Glyph[]
}

/** A gap wider than this many font sizes separates a label from its value. The space between two words is about 0.3 font sizes wide. */
const WIDE = 0.85
/** A gap wider than this many font sizes is a space. */
const SPACE = 0.14

/** Returns the lines of a page from top to bottom. Each line has its segments from left to right. */
export function segmentsOf({ glyphs, vertical }: Pick<PageContent, 'glyphs' | 'vertical'>): Segment[] {
  const onPage = glyphs.filter(({ annotation }) => annotation === null)
  const sorted = onPage.toSorted((one, other) => one.box.y2 - other.box.y2 || one.box.x1 - other.box.x1)
  const lines: Glyph[][] = []
  for (const glyph of sorted) {
    const line = lines.at(-1)
    const [first] = line ?? []
    if (
      line !== undefined &&
      first !== undefined &&
      glyph.box.y2 - first.box.y2 < 0.3 * Math.min(first.size, glyph.size)
    )
      line.push(glyph)
    else lines.push([glyph])
  }
  return lines.flatMap((line) =>
    joinCombs(
      splitLine(
        line.toSorted((one, other) => one.box.x1 - other.box.x1),
        vertical,
      ),
    ),
  )
}

function splitLine(line: readonly Glyph[], vertical: readonly Line[]): Segment[] {
  const segments: Segment[] = []
  let part: Glyph[] = []
  let style: string | null = null
  for (const glyph of line) {
    const last = part.at(-1)
    if (last !== undefined) {
      const gap = glyph.box.x1 - last.box.x2
      // Forms often print the words in parentheses in another style.
      const isOther = style !== null && glyph.style !== style && !isSymbol(glyph) && last.text !== '('
      if (gap > WIDE * Math.max(glyph.size, last.size) || isOther || isRuled(last, glyph, vertical)) {
        segments.push(segmentOf(part))
        part = []
        style = null
      }
    }
    part.push(glyph)
    if (!isSymbol(glyph)) style = glyph.style
  }
  if (part.length > 0) segments.push(segmentOf(part))
  return segments
}

/** True if a drawn line separates two characters, such as the border between two cells. */
function isRuled(left: Glyph, right: Glyph, vertical: readonly Line[]): boolean {
  if (right.box.x1 - left.box.x2 < SPACE * right.size) return false
  const y = middleY(right.box)
  return vertical.some(
    ({ at, from, to }) => at > middleX(left.box) && at < middleX(right.box) && from <= y && to >= y,
  )
}

/** The largest distance between two characters in separate boxes, in font sizes, and the fewest such characters. */
const COMB = { widest: 4, fewest: 4 }

/** The digits of the parts of a number that forms ask for in separate boxes, with the sign between the parts. */
export const PARTS: Readonly<Record<string, string>> = {
  '2,7': '-',
  '3,2,4': '-',
  '3,3,4': '-',
  '5,4': '-',
  '2,2,4': '/',
  '1,1,1,1,1,1,1,1,1': '',
  '1,1,1,1,1,1,1,1,1,1': '',
  '1,1,1,1,1': '',
}

/** Joins digits, or the parts of a number, in separate boxes to one text. Leaves out the dashes that a form prints between the boxes. */
function joinCombs(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  let run: Segment[] = []
  const finish = () => {
    const areSingle = run.every(({ text }) => text.length === 1)
    const parts = areSingle ? run.filter(({ text }) => /\d/.test(text)) : run
    const isNumber = areSingle
      ? parts.length >= COMB.fewest
      : PARTS[run.map(({ text }) => text.length).join(',')] !== undefined
    if (isNumber) joined.push(segmentOf(parts.flatMap(({ glyphs }) => glyphs)))
    else joined.push(...run)
    run = []
  }
  for (const segment of segments) {
    const last = run.at(-1)
    const isNear = last !== undefined && segment.box.x1 - last.box.x2 < COMB.widest * segment.size
    const isPart = /^(?:\d{1,7}|[–-])$/.test(segment.text)
    if (!isNear || !isPart) finish()
    run.push(segment)
    if (!isPart) finish()
  }
  finish()
  return joined
}

/** Symbols often come from another font than the text around them, so a change of the font does not separate them from it. */
function isSymbol({ text }: Glyph): boolean {
  return !/[\p{L}\p{N}]/u.test(text)
}

export function isBold({ style }: Pick<Segment, 'style'>): boolean {
  return style.startsWith(BOLD)
}

/** Returns the font of a style, without the size. */
export function fontOf(style: string): string {
  return style.slice(0, style.lastIndexOf(' '))
}

/** True if a text is gray, as the examples that forms print at the places of values. */
export function isPale({ style }: Pick<Segment, 'style'>): boolean {
  return style.includes(PALE)
}

/** True if a person sees a text, and nothing beside it that looks like a part of it. With `fault`, only this fault counts. */
export function isClear({ glyphs }: Pick<Segment, 'glyphs'>, fault?: 'hidden'): boolean {
  return glyphs.every((one) => one.fault === null || (fault !== undefined && one.fault !== fault))
}

/** Returns the segment that consists of these characters. */
export function segmentOf(glyphs: readonly Glyph[]): Segment {
  let text = ''
  let last: Glyph | null = null
  for (const glyph of glyphs) {
    if (last !== null && glyph.box.x1 - last.box.x2 > SPACE * Math.max(glyph.size, last.size)) text += ' '
    text += glyph.text
    last = glyph
  }
  const { style, size } = glyphs.find((glyph) => !isSymbol(glyph)) ?? (glyphs as readonly [Glyph])[0]
  return { text, box: around(glyphs.map(({ box }) => box)), style, size, glyphs }
}

/**
 * Returns the part of a segment from one character position of its text to another, or null if this part is empty. Spaces at its ends are
 * left out.
 */
export function partOf(segment: Segment, from: number, to: number): Segment | null {
  const chosen: Glyph[] = []
  let at = 0
  let last: Glyph | null = null
  for (const glyph of segment.glyphs) {
    if (last !== null && glyph.box.x1 - last.box.x2 > SPACE * Math.max(glyph.size, last.size)) at += 1
    if (at >= from && at + glyph.text.length <= to) chosen.push(glyph)
    at += glyph.text.length
    last = glyph
  }
  return chosen.length === 0 ? null : segmentOf(chosen)
}

export interface Ruling {
  horizontal: readonly Line[]
  vertical: readonly Line[]
}

/** Returns the cell of a drawn table or the drawn box that contains a place, or null if lines do not enclose it. */
export function cellAt({ horizontal, vertical }: Ruling, box: Box): Box | null {
  const [x, y] = [middleX(box), middleY(box)]
  let [x1, x2, y1, y2] = [-Infinity, Infinity, -Infinity, Infinity]
  for (const { at, from, to } of vertical) {
    if (y < from - 1 || y > to + 1) continue
    if (at <= box.x1 + 2) x1 = Math.max(x1, at)
    else if (at >= box.x2 - 2) x2 = Math.min(x2, at)
  }
  for (const { at, from, to } of horizontal) {
    if (x < from - 1 || x > to + 1) continue
    if (at <= y) y1 = Math.max(y1, at)
    else y2 = Math.min(y2, at)
  }
  return [x1, x2, y1, y2].every(Number.isFinite) ? { x1, y1, x2, y2 } : null
}

export function isSameBox(one: Box, other: Box): boolean {
  return (['x1', 'y1', 'x2', 'y2'] as const).every((side) => Math.abs(one[side] - other[side]) < 1.5)
}
