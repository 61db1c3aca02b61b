import type { Strip } from './facts.ts'

/** A cell of a table: an amount in a column. */
export interface Cell {
  column: number
  cents: number
  isSigned: boolean
  isWhole: boolean
  first: number
  last: number
}

/** A line with amounts in the columns of the tables. */
export interface Row {
  strip: Strip
  /** Index of the strip in the file. */
  at: number
  cells: Cell[]
}

interface Column {
  x0: number
  x1: number
}

/** An amount is in a column if this share of its width is above or below other amounts of the column. */
const IN_COLUMN = 0.6

/**
 * Finds the columns of amounts in the lines that have dates, and returns all lines with amounts in them. `hasWhole` is true if a column can
 * have nothing but numbers without decimal places.
 */
export function rowsOf(strips: readonly Strip[], hasWhole = false): Row[] {
  const columns = columnsOf(strips, hasWhole)
  return strips.flatMap((strip, at) => {
    const cells = strip.amounts.flatMap((amount): Cell[] => {
      const column = columnAt(columns, amount)
      return column === null ? [] : [{ ...amount, column }]
    })
    // A number without decimal places is money only in a line of a table.
    const isRow = strip.dates.length > 0 || cells.some(({ isWhole }) => !isWhole)
    return cells.length > 0 && isRow ? [{ strip, at, cells }] : []
  })
}

function columnsOf(strips: readonly Strip[], hasWhole: boolean): Column[] {
  const placed = strips
    .filter(({ dates }) => dates.length > 0)
    .flatMap(({ amounts }) => amounts.filter(({ isWhole }) => hasWhole || !isWhole))
    .toSorted((one, other) => other.x1 - other.x0 - (one.x1 - one.x0))
  const columns: Column[] = []
  for (const { x0, x1 } of placed) if (columnAt(columns, { x0, x1 }) === null) columns.push({ x0, x1 })
  return columns
}

/** Returns the index of the column in which an amount stands. Null if it stands in none. */
function columnAt(columns: readonly Column[], { x0, x1 }: Column): number | null {
  let best: number | null = null
  let most = IN_COLUMN * (x1 - x0)
  for (const [at, column] of columns.entries()) {
    const common = Math.min(x1, column.x1) - Math.max(x0, column.x0)
    if (common > most) {
      most = common
      best = at
    }
  }
  return best
}
