import { trimEnd } from '../../../../src-shared/platform/base/text.ts'
import type { Box } from '../../../platform/pdf/shapes.ts'
import type { Glyph, PageContent, Square, Widget } from './page-content.ts'
import { around, middleX, middleY, overlapX } from './page-content.ts'
import type { Heading, Label, LabelReader } from './labels.ts'
import { isJobTitle, NO_FIELD, UNKNOWN_HEADING } from './labels.ts'
import { cellAt, isClear, isSameBox, partOf, segmentsOf, type Segment } from './segments.ts'

/**
 * A piece of text on a page. `label` also means labels without a field in the form. `prose` is text that is neither a label nor a
 * value.
 */
export interface Piece extends Segment {
  kind: 'label' | 'heading' | 'value' | 'prose'
  label: Label | null
  heading: Heading | null
  /** The value that follows the label in the same text, after a colon. */
  inline: Piece | null
  /** The smallest drawn box or table cell around the text. */
  cell: Box | null
  /** True for a value that already belongs to the label before it. */
  isTaken: boolean
}

/** A check box that is printed, drawn, or a form field. */
export interface CheckMark {
  box: Box
  isChecked: boolean
  /** The form field, or null for a printed check box. */
  widget: Widget | null
}

export interface Layout {
  content: PageContent
  pieces: Piece[]
  marks: CheckMark[]
}

const CHECKED = new Set(['☒', '☑', '✓', '✔', '✗', '✘', '■', '●', '◼', '⬛', '◉', '⦿', '✕', '✖', '🗹', '🗷'])
const UNCHECKED = new Set(['☐', '□', '○', '◯', '▢', '◻', '⬜', '❏', '❑', '❍'])
const CROSS = /^[xX✓✔✗✘✕✖●■•]$/

/** Divides a page into labels, headings, values, and check boxes. */
export function layOut(content: PageContent, reader: LabelReader): Layout {
  const { marks, rest } = takeMarks(content)
  const segments = withoutHints(joinParagraphs(segmentsOf({ glyphs: rest, vertical: content.vertical })))
  const pieces = joinLabels(
    segments
      .filter((segment) => !isInMargin(segment, content))
      .flatMap((segment) => pieceTogether(segment, reader, content)),
    reader,
  )
  for (const piece of pieces)
    if (piece.kind === 'value' && marks.some((mark) => isOption(piece, mark))) piece.kind = 'prose'
  // Nobody knows what a heading says of which a part is hidden.
  for (const piece of pieces)
    if (piece.heading !== null && !isClear(piece, 'hidden')) piece.heading = UNKNOWN_HEADING
  return { content, pieces, marks }
}

/** True if a text is in the margin of a page, where forms print the address of their publisher and numbers of pages. */
function isInMargin({ box }: Segment, { height, widgets }: PageContent): boolean {
  const isOutside = ({ y1, y2 }: Box) => y1 > 0.94 * height || y2 < 0.05 * height
  return isOutside(box) && !widgets.some((widget) => isOutside(widget.box))
}

/** Instructions that forms print between a label and its place. */
const HINT =
  /^(?:\([^()]{3,80}\)?:?|[^()]{3,80}\)|(?:do not|don.t|no p\.?o|see |please |must |attach|optional|if (?:different|applicable|any))[^:]{0,90})$/i

/** Leaves out the numbers that a form prints before its labels, and short instructions. */
function withoutHints(segments: readonly Segment[]): Segment[] {
  return segments.filter((segment, at) => {
    const next = segments[at + 1]
    const isNumber =
      /^\(?\d{1,2}[a-z]?[.)]?$/.test(segment.text) &&
      next !== undefined &&
      /^\p{L}{2}/u.test(next.text) &&
      isSameLine(segment, next) &&
      next.box.x1 - segment.box.x2 < 2 * segment.size
    return (
      /[\p{L}\p{N}]/u.test(segment.text) &&
      !isNumber &&
      !(HINT.test(segment.text) && !/\d{3}/.test(segment.text))
    )
  })
}

/** A line with at least this many characters continues in the line below it, if that one starts at the same place in the same style. */
const LONG_LINE = 60

/** Joins the lines of a paragraph. Its lines after the first are no labels and no values. */
function joinParagraphs(segments: readonly Segment[]): Segment[] {
  const joined: { segment: Segment; last: Segment }[] = []
  for (const segment of segments) {
    const paragraph = joined.findLast(
      ({ last }) =>
        last.text.length >= LONG_LINE &&
        last.style === segment.style &&
        Math.abs(last.box.x1 - segment.box.x1) < 6 &&
        segment.box.y1 - last.box.y2 > -0.3 * segment.size &&
        segment.box.y1 - last.box.y2 < 0.5 * segment.size,
    )
    if (paragraph === undefined) joined.push({ segment, last: segment })
    else {
      const { text, box, glyphs } = paragraph.segment
      paragraph.last = segment
      paragraph.segment = {
        ...paragraph.segment,
        text: `${text} ${segment.text}`,
        box: around([box, segment.box]),
        glyphs: [...glyphs, ...segment.glyphs],
      }
    }
  }
  return joined.map(({ segment }) => segment)
}

/** True if a text is the text of a check box, which is an answer only if the box is checked. */
function isOption(piece: Piece, { box }: CheckMark): boolean {
  const isInLine = Math.min(piece.box.y2, box.y2) - Math.max(piece.box.y1, box.y1) > 0.3 * piece.size
  const [right, left] = [piece.box.x1 - box.x2, box.x1 - piece.box.x2]
  return isInLine && ((right >= -2 && right < 18) || (left >= -2 && left < 8))
}

/** Separates check boxes from the text of the page. */
function takeMarks(content: PageContent): { marks: CheckMark[]; rest: Glyph[] } {
  const marks: CheckMark[] = []
  const used = new Set<Glyph>()
  const onPage = content.glyphs.filter(({ annotation }) => annotation === null)
  for (const { box: square, isMarked } of unique(content.squares)) {
    const inside = onPage.filter(({ box }) => contains(square, middleX(box), middleY(box)))
    const isText = inside.length > 1 || inside.some(({ text }) => !CROSS.test(text) && !CHECKED.has(text))
    if (isText) continue
    for (const glyph of inside) used.add(glyph)
    marks.push({ box: square, isChecked: isMarked, widget: null })
  }
  for (const glyph of onPage) {
    if (used.has(glyph) || !(CHECKED.has(glyph.text) || UNCHECKED.has(glyph.text))) continue
    used.add(glyph)
    // The mark of a printed check box can be a second character on top of the empty box.
    const under = marks.find(({ box }) => contains(box, middleX(glyph.box), middleY(glyph.box)))
    if (under === undefined) marks.push({ box: glyph.box, isChecked: CHECKED.has(glyph.text), widget: null })
    else under.isChecked ||= CHECKED.has(glyph.text)
  }
  takeBrackets(
    onPage.filter((glyph) => !used.has(glyph)),
    used,
    marks,
  )
  for (const widget of content.widgets) {
    if (widget.kind === 'text') continue
    // The form may also print the outline of the box.
    for (const [at, { box }] of [...marks.entries()].toReversed())
      if (contains(widget.box, middleX(box), middleY(box))) marks.splice(at, 1)
    marks.push({ box: widget.box, isChecked: widget.kind === 'checked', widget })
  }
  return { marks, rest: onPage.filter((glyph) => !used.has(glyph) && glyph.text !== '_') }
}

/** Finds check boxes that are typed: `[X]`, `[ ]`, `(x)`. */
function takeBrackets(glyphs: readonly Glyph[], used: Set<Glyph>, marks: CheckMark[]): void {
  for (const open of glyphs) {
    const close = open.text === '[' ? ']' : open.text === '(' ? ')' : null
    if (close === null) continue
    const after = glyphs
      .filter(
        ({ box }) =>
          box.x1 >= open.box.x1 &&
          box.x1 - open.box.x2 < 2 * open.size &&
          Math.abs(box.y2 - open.box.y2) < 0.3 * open.size,
      )
      .toSorted((one, other) => one.box.x1 - other.box.x1)
      .slice(1, 3)
    const [first, second] = after
    const [cross, end] = first?.text === close ? [null, first] : [first ?? null, second]
    if (end?.text !== close || (cross !== null && !CROSS.test(cross.text) && cross.text !== '_')) continue
    if (cross === null && open.text === '(' && end.box.x1 - open.box.x2 < 0.2 * open.size) continue
    for (const glyph of [open, cross, end]) if (glyph !== null) used.add(glyph)
    marks.push({
      box: around([open.box, end.box]),
      isChecked: cross !== null && cross.text !== '_',
      widget: null,
    })
  }
}

function unique(squares: readonly Square[]): Square[] {
  const kept: Square[] = []
  for (const one of squares)
    if (!kept.some(({ box }) => contains(box, middleX(one.box), middleY(one.box)))) kept.push(one)
  return kept
}

function contains(box: Box, x: number, y: number): boolean {
  return x >= box.x1 - 0.5 && x <= box.x2 + 0.5 && y >= box.y1 - 0.5 && y <= box.y2 + 0.5
}

/** Divides a segment at its colons into labels and values. */
function pieceTogether(segment: Segment, reader: LabelReader, content: PageContent): Piece[] {
  const { text } = segment
  const make = (part: Segment | null, kind: Piece['kind'], label: Label | null = null): Piece | null =>
    part === null
      ? null
      : { ...part, kind, label, heading: null, inline: null, cell: cellAt(content, part.box), isTaken: false }
  const pieces: Piece[] = []
  let from = 0
  let before: Piece | null = null
  const addValue = (end: number, isUnclear: boolean) => {
    const value = make(partOf(segment, from, end), 'value')
    if (value === null || !/[\p{L}\p{N}]/u.test(value.text)) return
    Object.assign(value, classify(value, reader))
    if (isUnclear) value.kind = 'prose'
    if (before !== null && value.kind === 'value') {
      before.inline = value
      value.isTaken = true
    }
    pieces.push(value)
  }
  for (const at of colonsOf(text)) {
    const start = labelStart(text.slice(from, at), reader)
    const isKnown = start !== null
    const isFirst = before === null
    const known = isKnown ? reader.label(text.slice(from + start, at)) : NO_FIELD
    // The words before a label such as "Notes" belong to it.
    const isWhole = isFirst && known?.targets.length === 0
    const cut = isWhole ? from : from + (start ?? 0)
    if (isKnown && cut > from) addValue(cut, false)
    // A label that the reader does not know has swallowed the end of the value before it.
    if (!isKnown && !isFirst) addValue(at, true)
    const label = make(partOf(segment, isKnown || isFirst ? cut : at, at + 1), 'label', known)
    from = at + 1
    if (label === null) continue
    pieces.push(label)
    before = label
  }
  if (before !== null) {
    addValue(text.length, false)
    return pieces
  }
  const amount = text.indexOf('$')
  const asked = amount > 0 ? reader.label(text.slice(0, amount)) : null
  if (asked !== null && asked.targets.length > 0 && /\d/.test(text.slice(amount))) {
    before = make(partOf(segment, 0, amount), 'label', asked)
    if (before !== null) pieces.push(before)
    from = amount
    addValue(text.length, false)
    return pieces
  }
  const whole = make(segment, 'value')
  if (whole === null || !/[\p{L}\p{N}]/u.test(text)) return []
  return [Object.assign(whole, classify(whole, reader))]
}

function colonsOf(text: string): number[] {
  const places: number[] = []
  // An example in parentheses, such as "(for example: 03/2015)", is no value.
  let isAside = false
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '(' || text[at] === ')') isAside = text[at] === '('
    const isColon = text[at] === ':' || text[at] === '?' || text[at] === '：'
    const isTime = /\d/.test(text[at - 1] ?? '') && /\d/.test(text[at + 1] ?? '')
    if (isColon && !isAside && !isTime && text[at + 1] !== '/') places.push(at)
  }
  return places.slice(0, 12)
}

/** Returns where the longest known label at the end of a text starts, or null if the text does not end in a known label. */
function labelStart(text: string, reader: LabelReader): number | null {
  if (text.length > 120) return null
  for (const { index } of [...text.matchAll(/\S+/g)].slice(-8))
    if (reader.label(text.slice(index)) !== null) return index
  return null
}

/** Returns what a text without a colon is. */
function classify(piece: Segment, reader: LabelReader): Pick<Piece, 'kind' | 'label' | 'heading'> {
  const text = trimEnd(piece.text.trim(), '*.…')
  if (isJobTitle(text) || /^[A-Z]{2}$/.test(text) || reader.isChoice(text))
    return { kind: 'value', label: null, heading: reader.heading(text) }
  const label = reader.label(text)
  if (text.length > 110 && label === null) return { kind: 'prose', label: null, heading: null }
  // A sentence, or the end of one, is no heading.
  const heading = /^\p{Ll}|[.;]$/u.test(piece.text) ? null : reader.heading(text)
  if (heading !== null && (label === null || label.targets.length === 0 || heading.row !== null))
    return { kind: 'heading', label, heading }
  if (label !== null) return { kind: 'label', label, heading }
  if (/[?:*]$/.test(piece.text.trim()) || reader.isLabelLike(text))
    return { kind: 'label', label: NO_FIELD, heading: null }
  return { kind: 'value', label: null, heading: null }
}

/** Joins the two lines of a label such as "Gross annual" and "sales". */
function joinLabels(pieces: readonly Piece[], reader: LabelReader): Piece[] {
  const gone = new Set<Piece>()
  const joined = new Map<Piece, Piece>()
  for (const upper of pieces) {
    if (upper.isTaken || upper.inline !== null || upper.text.length > 60) continue
    const known = upper.label?.targets ?? []
    const lower = pieces.find(
      (one) =>
        one !== upper &&
        !gone.has(one) &&
        !one.isTaken &&
        one.style === upper.style &&
        one.box.y1 - upper.box.y2 > -0.5 * upper.size &&
        one.box.y1 - upper.box.y2 < 0.6 * upper.size &&
        (Math.abs(one.box.x1 - upper.box.x1) < 4 || Math.abs(middleX(one.box) - middleX(upper.box)) < 4),
    )
    if (lower === undefined) continue
    const label = reader.label(`${upper.text} ${lower.text}`.replaceAll(/[:?*]/g, ' '))
    if (label === null || label.targets.length === 0) continue
    const isSame = label.targets.every(({ path }) => known.some((target) => target.path === path))
    const isTight = lower.box.y1 - upper.box.y2 < 0.15 * upper.size
    const isOneCell = upper.cell !== null && lower.cell !== null && isSameBox(upper.cell, lower.cell)
    if (known.length > 0 && !(isSame && isTight && isOneCell)) continue
    gone.add(lower)
    joined.set(upper, {
      ...upper,
      text: `${upper.text} ${lower.text}`,
      box: around([upper.box, lower.box]),
      kind: 'label',
      label,
      heading: null,
      inline: lower.inline,
    })
  }
  return pieces.flatMap((piece) => (gone.has(piece) ? [] : [joined.get(piece) ?? piece]))
}

export function isSameLine(one: Segment, other: { box: Box; size: number }): boolean {
  return Math.abs(one.box.y2 - other.box.y2) < 0.5 * Math.max(one.size, other.size)
}

/** True if a piece is above another one, in the same column. */
export function isAbove(upper: Segment, lower: { box: Box; size: number }): boolean {
  if (upper.box.y2 > lower.box.y1 + 0.35 * lower.size) return false
  return overlapX(upper.box, lower.box) > 0 || Math.abs(upper.box.x1 - lower.box.x1) < 5
}
