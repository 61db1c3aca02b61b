import { NEUTRAL_HEADING, UNKNOWN_HEADING, type LabelReader } from './labels.ts'
import type { Box } from '../../../platform/pdf/shapes.ts'
import { overlapX, type PageContent } from './page-content.ts'
import { fontOf, isBold, isPale, type Segment } from './segments.ts'
import type { Layout, Piece } from './page-layout.ts'

/** The longest heading, in characters. */
const LONGEST = 80
/** The widest gap between a label and its value, in points. */
const WIDEST = 260
/** Words in the title of a form. The title says nothing about the sections below it. */
const TITLE = /\b(?:application|form|request|statement|certificate|questionnaire|solicitud|formulario)\b/i

const gapBelow = (upper: Box, lower: Box) => lower.y1 - upper.y2
const isInLine = (one: Box, other: Box) =>
  Math.min(one.y2, other.y2) - Math.max(one.y1, other.y1) >
  0.4 * Math.min(one.y2 - one.y1, other.y2 - other.y1)

/**
 * Makes headings of the texts that are set apart from the labels of a page, whatever their words: a person sees there that something else
 * begins. A section whose heading is unknown is about an unknown party.
 */
export function findHeadings({ pieces, content }: Layout, reader: LabelReader): void {
  const labels = pieces.filter(({ kind, label }) => kind === 'label' && (label?.targets.length ?? 0) > 0)
  if (labels.length === 0) return
  const fields = content.widgets.flatMap(({ kind, box }) => (kind === 'text' ? [box] : []))
  const look = lookOf(labels)
  const ofLabels = new Set(labels.map(({ style }) => style))
  const ofHeadings = new Set(
    pieces.flatMap(({ kind, style }) => (kind === 'heading' && !ofLabels.has(style) ? [style] : [])),
  )
  const ofForm = new Set([...ofLabels, ...ofHeadings].map(fontOf))
  const ofValues = new Set(
    pieces.flatMap((piece) =>
      piece.kind === 'value' && !ofHeadings.has(piece.style) && isAnswer(piece, pieces, fields)
        ? [piece.style, ...(ofForm.has(fontOf(piece.style)) ? [] : [fontOf(piece.style)])]
        : [],
    ),
  )
  const firstLabel = Math.min(...labels.map(({ box }) => box.y1))
  const isAnswered = ({ box, style }: Piece, isStrong: boolean) =>
    [
      ...fields,
      ...pieces.flatMap((piece) =>
        piece.kind === 'value' && (piece.style !== style || !isStrong) ? [piece.box] : [],
      ),
    ].some(
      (place) =>
        isBeside(box, place, pieces) ||
        (gapBelow(box, place) > -3 && gapBelow(box, place) < 6 && Math.abs(place.x1 - box.x1) < 12),
    )
  for (const piece of pieces) {
    const { text, style, label, kind } = piece
    const isKnown = kind === 'heading' && (look.isAbove(piece) || piece.heading?.row !== null)
    if (isKnown || kind === 'prose' || piece.isTaken || piece.inline !== null) continue
    if ((label?.targets.length ?? 0) > 0 || text.length > LONGEST || !/\p{L}{2}/u.test(text)) continue
    const isStrong = look.isAbove(piece) || isBand(piece, pieces, fields, content)
    const isLike = (isStrong || ofHeadings.has(style)) && !ofValues.has(style) && !ofValues.has(fontOf(style))
    const isHeading =
      (isLike || (ofForm.has(fontOf(style)) && isAlone(piece, pieces, fields))) &&
      !/\d{3}|[@$]|^\p{Ll}|[.;,]$/u.test(text) &&
      !isPartOfLine(piece, pieces) &&
      !isAnswered(piece, isLike) &&
      !isAnswer(piece, pieces, fields)
    if (isHeading) {
      piece.heading = reader.heading(withoutMarks(text), true)
      if (
        content.page === 1 &&
        piece.box.y2 < firstLabel &&
        piece.heading === UNKNOWN_HEADING &&
        TITLE.test(text)
      )
        piece.heading = NEUTRAL_HEADING
      piece.kind = 'heading'
      piece.label = null
    } else if (kind === 'heading' && isAnswered(piece, false)) piece.kind = 'label'
  }
  // Gray examples at the places of values.
  for (const piece of pieces) if (piece.kind === 'value' && isPale(piece)) piece.kind = 'prose'
}

/** Returns a test for texts that are bolder or larger than the labels, or in capitals. */
function lookOf(labels: readonly Piece[]): { isAbove: (piece: Piece) => boolean } {
  const mostly = (test: (piece: Piece) => boolean) => 2 * labels.filter(test).length > labels.length
  const isCapital = ({ text }: Segment) => /\p{Lu}{3}/u.test(text) && text === text.toUpperCase()
  const fonts = new Set(labels.map(({ style }) => fontOf(style)))
  const [areBold, areCapital] = [mostly(isBold), mostly(isCapital)]
  const size =
    labels.map((label) => label.size).toSorted((one, other) => one - other)[labels.length >> 1] ?? 0
  return {
    isAbove: (piece) =>
      (!areBold && isBold(piece)) ||
      piece.size > (fonts.has(fontOf(piece.style)) ? 1.1 : 1.35) * size ||
      (!areCapital && isCapital(piece)),
  }
}

/** True if other words of the same sentence are beside a text. */
function isPartOfLine({ box, size }: Piece, pieces: readonly Piece[]): boolean {
  return pieces.some(
    (one) =>
      one.box !== box &&
      isInLine(one.box, box) &&
      overlapX(one.box, box) > -1.2 * size &&
      one.inline === null,
  )
}

/** True if a place is the next thing to the right of a text. */
function isBeside(box: Box, place: Box, pieces: readonly Piece[]): boolean {
  return (
    isInLine(box, place) &&
    place.x1 > box.x1 &&
    place.x1 - box.x2 < WIDEST &&
    !pieces.some(
      (one) =>
        one.kind !== 'value' && isInLine(one.box, box) && one.box.x1 > box.x2 && one.box.x2 <= place.x1,
    )
  )
}

/** True if a text is where a value belongs: beside a label, or close below one that has no value beside it. */
function isAnswer(piece: Piece, pieces: readonly Piece[], fields: readonly Box[]): boolean {
  const labels = pieces.filter((one) => one !== piece && one.label !== null && one.inline === null)
  return labels.some(
    ({ box }) =>
      isBeside(box, piece.box, pieces) ||
      (gapBelow(box, piece.box) > -3 &&
        gapBelow(box, piece.box) < 0.9 * piece.size &&
        Math.abs(box.x1 - piece.box.x1) < 30 &&
        ![...fields, ...pieces.flatMap((one) => (one.kind === 'value' ? [one.box] : []))].some((place) =>
          isBeside(box, place, pieces),
        )),
  )
}

/** True if a text has a wide drawn box, such as a shaded band, to itself. */
function isBand(
  { cell, size, box }: Piece,
  pieces: readonly Piece[],
  fields: readonly Box[],
  { width }: PageContent,
): boolean {
  if (cell === null || cell.x2 - cell.x1 < 0.4 * width || cell.y2 - cell.y1 > 2.5 * size) return false
  const isInside = (other: Box) => other !== box && overlapX(other, cell) > 3 && isInLine(other, cell)
  return ![...fields, ...pieces.map((piece) => piece.box)].some(isInside)
}

/** True if a text has its line in its column to itself, and a gap above it that is wider than the one below it. */
function isAlone(piece: Piece, pieces: readonly Piece[], fields: readonly Box[]): boolean {
  const { box, size } = piece
  const column = { ...box, x1: box.x1 - 40, x2: Math.max(box.x2, box.x1 + 100) + 40 }
  const others = [...fields, ...pieces.flatMap((one) => (one === piece ? [] : [one.box]))].filter(
    (other) => overlapX(other, column) > 0,
  )
  if (others.some((other) => isInLine(other, box))) return false
  const above = Math.min(...others.map((other) => gapBelow(other, box)).filter((gap) => gap > -1))
  const below = Math.min(...others.map((other) => gapBelow(box, other)).filter((gap) => gap > -1))
  return above > 1.2 * size && above > 1.25 * below && below < 5 * size
}

/** Removes the colons and asterisks at the end of a heading. */
function withoutMarks(text: string): string {
  let end = text.length
  while (end > 0 && ':*'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
