import type { Box } from '../../../platform/pdf/shapes.ts'
import { middleX, middleY, overlapX } from './page-content.ts'
import { isAbove, isSameLine, type Layout, type Piece } from './page-layout.ts'
import { isSameBox } from './segments.ts'
import type { Label } from './labels.ts'

/** The position of a label relative to its value. */
type Way = 'inline' | 'cell' | 'left' | 'above'

/** A value, or a form field with a value, and the printed label that belongs to it. */
export interface Pair {
  label: Piece
  value: Piece
  way: Way
  /** The row of the column above the value, in a table with a column for each owner. */
  column: number | null
}

/**
 * Returns how well a text fits what a label asks for: `exact` if only such a value looks like this, `text` if any text would fit, or null
 * if it does not fit.
 */
export type Fits = (label: Label, text: string) => 'exact' | 'text' | null

/** The widest gap between a label and the value to its right, in points. */
const WIDEST = 260
/** The largest gap between two cells of a table, in points. */
const CELL_GAP = 8
const MOST_VALUES = 1_500

interface Candidates {
  value: Piece
  cell: Piece | null
  left: Piece | null
  above: Piece | null
}

/** Finds the label of each value on a page. Leaves out values whose label is unclear. */
export function pairValues({ pieces }: Pick<Layout, 'pieces'>, fits: Fits): Pair[] {
  const inline = pieces.flatMap((label): Pair[] =>
    label.inline !== null && label.label !== null
      ? [{ label, value: label.inline, way: 'inline', column: null }]
      : [],
  )
  const values = pieces.filter(({ kind, isTaken }) => kind === 'value' && !isTaken).slice(0, MOST_VALUES)
  const labels = pieces.filter(({ inline: value }) => value === null)
  const areBelow = labelsAreBelow(values, pieces, fits)
  const candidates = values.map((value) => candidatesOf(value, labels, pieces, areBelow))
  const votes = countVotes(candidates, fits)
  const found = candidates.flatMap((one) => choose(one, votes, fits))
  const columns = [
    ...candidates.flatMap((one) => inColumns(one.value, pieces)),
    ...inRows(values, pieces, ({ text }) => text, fits).map(({ label, place, row }): Pair => ({
      label,
      value: place,
      way: 'above',
      column: row,
    })),
  ]
  const taken = new Set(columns.map(({ value }) => value))
  return [...inline, ...columns, ...bestPerLabel(found.filter(({ value }) => !taken.has(value)))]
}

/** Returns the label of a form field, which has no text of its own on the page. */
export function labelOfField(
  box: Box,
  pieces: readonly Piece[],
  others: readonly Box[],
  areBelow: boolean,
): Pair | null {
  const size = Math.min(box.y2 - box.y1, 12)
  const place = { box: { ...box, y1: box.y2 - size }, size }
  const value: Piece = {
    text: '',
    box,
    style: '',
    size,
    glyphs: [],
    kind: 'value',
    label: null,
    heading: null,
    inline: null,
    cell: null,
    isTaken: false,
  }
  const isFree = (area: Box) => !others.some((other) => other !== box && intersects(other, area))
  const left = pieces
    .filter(
      (piece) =>
        piece.kind !== 'prose' &&
        piece.box.x2 <= box.x1 + 3 &&
        overlapsY(piece.box, box) &&
        box.x1 - piece.box.x2 < WIDEST,
    )
    .toSorted((one, other) => other.box.x2 - one.box.x2)[0]
  const above = nearestInColumn(box, pieces, areBelow)
  const leftLabel = left !== undefined && isLabel(left) && isFree(between(left.box, place.box)) ? left : null
  const gap = areBelow
    ? { ...box, y1: box.y2 + 0.5, y2: above?.box.y1 ?? 0 }
    : { ...box, y1: above?.box.y2 ?? 0, y2: box.y1 - 0.5 }
  const aboveLabel = above !== null && isLabel(above) && isFree(gap) ? above : null
  // A label that fits both ways belongs to the field above or below it as well, so the nearer one decides.
  if (leftLabel !== null && aboveLabel !== null) {
    const [toLeft, toAbove] = [box.x1 - leftLabel.box.x2, box.y1 - aboveLabel.box.y2]
    if (toLeft < 0.5 * toAbove + 1) return { label: leftLabel, value, way: 'left', column: null }
    if (toAbove < 0.5 * toLeft + 1) return { label: aboveLabel, value, way: 'above', column: null }
    return null
  }
  const label = leftLabel ?? aboveLabel
  return label === null ? null : { label, value, way: leftLabel === null ? 'above' : 'left', column: null }
}

/** Returns the text directly above a place, or directly below it. */
function nearestInColumn(box: Box, pieces: readonly Piece[], isBelow: boolean): Piece | null {
  const gap = (piece: Piece) => (isBelow ? piece.box.y1 - box.y2 : box.y1 - piece.box.y2)
  const [nearest] = pieces
    .filter(
      (piece) =>
        piece.kind !== 'prose' &&
        gap(piece) > -3 &&
        gap(piece) < 14 &&
        (overlapX(piece.box, box) > 0 || Math.abs(piece.box.x1 - box.x1) < 5),
    )
    .toSorted(
      (one, other) =>
        gap(one) - gap(other) || Math.abs(one.box.x1 - box.x1) - Math.abs(other.box.x1 - box.x1),
    )
  return nearest !== undefined && Math.abs(nearest.box.x1 - box.x1) < 40 ? nearest : null
}

/** True if a page prints its labels below the values. Only values that can be nothing else show this. */
export function labelsAreBelow(
  places: readonly { box: Box; text: string }[],
  pieces: readonly Piece[],
  fits: Fits,
): boolean {
  const votes = { above: 0, below: 0 }
  for (const { box, text } of places) {
    const [above, below] = [false, true].map((isBelow) => {
      const label = nearestInColumn(box, pieces, isBelow)?.label ?? null
      return label !== null && fits(label, text) === 'exact'
    })
    if (above !== below) votes[above === true ? 'above' : 'below']++
  }
  return votes.below >= 2 && votes.below > 2 * votes.above
}

function between(left: Box, right: Box): Box {
  return { x1: left.x2, x2: right.x1, y1: right.y1 + 1, y2: right.y2 - 1 }
}

function intersects(one: Box, other: Box): boolean {
  return one.x1 < other.x2 && other.x1 < one.x2 && one.y1 < other.y2 && other.y1 < one.y2
}

function overlapsY(one: Box, other: Box): boolean {
  return Math.min(one.y2, other.y2) - Math.max(one.y1, other.y1) > 0.4 * (one.y2 - one.y1)
}

/** True if two texts of different sizes, or at different heights in their cells, are in one row. */
function isLevel(one: Piece, other: Piece): boolean {
  return (
    Math.min(one.box.y2, other.box.y2) - Math.max(one.box.y1, other.box.y1) >
    0.35 * Math.min(one.size, other.size)
  )
}

function isLabel(piece: Piece): boolean {
  return piece.label !== null && (piece.kind === 'label' || piece.kind === 'heading')
}

function candidatesOf(
  value: Piece,
  labels: readonly Piece[],
  pieces: readonly Piece[],
  areBelow: boolean,
): Candidates {
  const inCell = labels.filter((piece) => piece.kind === 'label' && isInOneCell(piece, value))
  const left = nearestLeft(value, pieces)
  const above = areBelow ? nearestInColumn(value.box, pieces, true) : nearestAbove(value, pieces)
  const [only] = inCell
  const isInside = (piece: Piece | null) => piece !== null && (inCell.length === 0 || inCell.includes(piece))
  return {
    value,
    cell: inCell.length === 1 && only !== undefined && (only === left || only === above) ? only : null,
    left: isInside(left) && left !== null && isLabel(left) && left.inline === null ? left : null,
    above: isInside(above) && above !== null && isLabel(above) && above.inline === null ? above : null,
  }
}

function nearestLeft(value: Piece, pieces: readonly Piece[]): Piece | null {
  const [nearest] = pieces
    .filter((piece) => piece !== value && piece.box.x2 <= value.box.x1 + 1 && isLevel(piece, value))
    .toSorted((one, other) => other.box.x2 - one.box.x2)
  if (nearest === undefined) return null
  const isNextCell =
    nearest.cell !== null && value.cell !== null && Math.abs(value.cell.x1 - nearest.cell.x2) < CELL_GAP
  if (!isNextCell && value.box.x1 - nearest.box.x2 > WIDEST) return null
  // A label can be interrupted, for example by check boxes.
  const inCell = pieces.filter(
    (piece) => isInOneCell(piece, nearest) && (piece.label?.targets.length ?? 0) > 0,
  )
  return isLabel(nearest) || inCell.length !== 1 || isInOneCell(nearest, value)
    ? nearest
    : (inCell[0] ?? null)
}

function isInOneCell(one: Piece, other: Piece): boolean {
  return one.cell !== null && other.cell !== null && isSameBox(one.cell, other.cell)
}

function nearestAbove(value: Piece, pieces: readonly Piece[]): Piece | null {
  const [nearest] = pieces
    .filter(
      (piece) =>
        piece !== value &&
        (isAbove(piece, value) || (isInOneCell(piece, value) && piece.box.y2 <= value.box.y1 + 1)),
    )
    .toSorted((one, other) => other.box.y2 - one.box.y2)
  if (nearest === undefined) return null
  const gap = value.box.y1 - nearest.box.y2
  const isAligned =
    Math.abs(nearest.box.x1 - value.box.x1) <= 30 ||
    Math.abs(middleX(nearest.box) - middleX(value.box)) <= 15 ||
    (nearest.cell !== null &&
      value.cell !== null &&
      Math.abs(nearest.cell.x1 - value.cell.x1) < CELL_GAP &&
      Math.abs(nearest.cell.x2 - value.cell.x2) < CELL_GAP)
  return gap <= Math.max(16, 1.6 * value.size) && isAligned ? nearest : null
}

interface Votes {
  left: number
  above: number
}

/** Counts where the page prints its labels, from the values that have only one possible label and fit it exactly. */
function countVotes(candidates: readonly Candidates[], fits: Fits): Votes {
  const votes = { left: 0, above: 0 }
  for (const { value, left, above } of candidates) {
    const label = (left ?? above)?.label ?? null
    if ((left !== null && above !== null) || label === null) continue
    if (fits(label, value.text) === 'exact') votes[left === null ? 'above' : 'left']++
  }
  return votes
}

function choose({ value, cell, left, above }: Candidates, votes: Votes, fits: Fits): Pair[] {
  const pair = (label: Piece, way: Way): Pair[] => [{ label, value, way, column: null }]
  if (cell !== null) return pair(cell, 'cell')
  const fitOf = (piece: Piece | null) => {
    const label = piece?.label ?? null
    return label === null ? null : fits(label, value.text)
  }
  const [byLeft, byAbove] = [fitOf(left), fitOf(above)]
  if (left !== null && above !== null) {
    if (byLeft === 'exact' && byAbove !== 'exact') return pair(left, 'left')
    if (byAbove === 'exact' && byLeft !== 'exact') return pair(above, 'above')
    if (votes.left > 0 && votes.left >= 2 * votes.above) return pair(left, 'left')
    if (votes.above > 0 && votes.above >= 2 * votes.left) return pair(above, 'above')
    return []
  }
  // On a page that clearly prints its labels at the left, a text under a label is more likely something else, and vice versa.
  if (left !== null)
    return byLeft === 'text' && votes.above >= 4 && votes.left === 0 ? [] : pair(left, 'left')
  if (above === null) return []
  const isOverBox = value.cell !== null && above.box.y2 < value.cell.y1 + 2
  return byAbove === 'text' && votes.left >= 4 && votes.above === 0 && !isOverBox ? [] : pair(above, 'above')
}

/** Keeps one value per label: the one in the same box, else the nearest one. */
function bestPerLabel(pairs: readonly Pair[]): Pair[] {
  const best = new Map<Piece, Pair>()
  const rank = { inline: 0, cell: 1, left: 2, above: 3 }
  const distance = ({ label, value, way }: Pair) =>
    way === 'left' ? value.box.x1 - label.box.x2 : Math.abs(value.box.y1 - label.box.y2)
  for (const pair of pairs) {
    const known = best.get(pair.label)
    const isBetter =
      known === undefined ||
      rank[pair.way] < rank[known.way] ||
      (rank[pair.way] === rank[known.way] && distance(pair) < distance(known))
    if (isBetter) best.set(pair.label, pair)
  }
  return [...best.values()]
}

/** Pairs a value of a table whose columns are owners: the label is at the start of the line, and the owner is above the column. */
function inColumns(value: Piece, pieces: readonly Piece[]): Pair[] {
  const columns = pieces.filter(
    ({ heading }) => heading !== null && heading.party === 'owner' && heading.row !== null,
  )
  const head = columns
    .filter((piece) => isOver(piece, value))
    .toSorted((one, other) => other.box.y2 - one.box.y2)[0]
  const row = head?.heading?.row ?? null
  if (head === undefined || row === null) return []
  const beside = columns.filter((piece) => piece !== head && isSameLine(piece, head))
  const firstColumn = Math.min(...[head, ...beside].map(({ box }) => box.x1))
  const [label] = pieces
    .filter(
      (piece) =>
        isLabel(piece) && isSameLine(piece, value) && piece.box.x2 < firstColumn && piece.inline === null,
    )
    .toSorted((one, other) => other.box.x2 - one.box.x2)
  const hasOwnLabel = pieces.some(
    (piece) =>
      isLabel(piece) &&
      isSameLine(piece, value) &&
      piece.box.x1 >= firstColumn - 2 &&
      piece.box.x2 <= value.box.x1 + 1,
  )
  if (beside.length === 0 || label === undefined || hasOwnLabel) return []
  return [{ label, value, way: 'left', column: row }]
}

/** The largest distance between the headings of a table and its first row, and between two rows, in points. */
const ROW_GAP = 45
/** The largest distance between a value and the heading of its column, in points. */
const COLUMN_GAP = 30
/** The share of values that must fit the headings above them. Otherwise, the texts below the headings are no table. */
const LEAST_FITTING = 0.8
const NAMES: ReadonlySet<string> = new Set(['@name', 'first_name', 'last_name'])
const OF_OWNERS: ReadonlySet<string> = new Set(['ownership_percent', 'ssn', 'date_of_birth'])

/** Finds the cells of tables that have a column for each value and a row for each owner. */
export function inRows<Place extends { box: Box }>(
  places: readonly Place[],
  pieces: readonly Piece[],
  textOf: (place: Place) => string,
  fits: Fits,
): { label: Piece; place: Place; row: number }[] {
  const leaves = ({ label }: Piece) =>
    (label?.targets ?? []).flatMap(({ path, party }) =>
      party === 'owner' ? [path.slice(path.lastIndexOf('.') + 1)] : [],
    )
  const names = pieces.filter((piece) => isLabel(piece) && leaves(piece).some((leaf) => NAMES.has(leaf)))
  return names.flatMap((name) => {
    const heads = pieces.filter((piece) => Math.abs(piece.box.y2 - name.box.y2) < 1.2 * name.size)
    const asked = heads.flatMap(leaves)
    const isTable = asked.some((leaf) => OF_OWNERS.has(leaf)) && new Set(asked).size >= 3
    const isFirst = heads.find((head) => leaves(head).some((leaf) => NAMES.has(leaf))) === name
    const isRepeated = names.some((other) => !heads.includes(other))
    if (!isTable || !isFirst || isRepeated || heads.some(({ inline }) => inline !== null)) return []
    const top = Math.max(...heads.map(({ box }) => box.y2))
    const end = Math.min(
      ...pieces.flatMap((piece) =>
        piece.box.y1 > top && (piece.kind === 'heading' || (piece.label?.targets.length ?? 0) > 0)
          ? [piece.box.y1]
          : [],
      ),
    )
    let [row, bottom] = [-1, top]
    const cells: { label: Piece; place: Place; row: number }[] = []
    const below = places.filter(({ box }) => box.y1 > top - 2 && middleY(box) < end)
    for (const place of below.toSorted((one, other) => one.box.y1 - other.box.y1)) {
      const distance = ({ box }: Piece) =>
        Math.min(Math.abs(box.x1 - place.box.x1), Math.abs(middleX(box) - middleX(place.box)))
      const [label] = heads.toSorted((one, other) => distance(one) - distance(other))
      if (place.box.y1 - bottom > ROW_GAP) break
      if (label === undefined || distance(label) > COLUMN_GAP || leaves(label).length === 0) continue
      if (row < 0 || middleY(place.box) > bottom) row++
      bottom = row < 0 ? bottom : Math.max(bottom, place.box.y2)
      cells.push({ label, place, row })
    }
    const filled = cells.filter(({ place }) => textOf(place) !== '')
    const fitting = filled.filter(({ label, place }) => fits(label.label as Label, textOf(place)) !== null)
    return fitting.length >= LEAST_FITTING * filled.length ? cells : []
  })
}

function isOver(head: Piece, value: Piece): boolean {
  if (head.box.y2 > value.box.y1 + 1) return false
  const isAligned =
    Math.abs(head.box.x1 - value.box.x1) <= 14 ||
    (value.box.x1 >= head.box.x1 - 2 && middleX(value.box) <= head.box.x2 + 40)
  return isAligned
}
