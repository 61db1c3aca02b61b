import { isFooter, isTotalLabel } from './import-words.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'

/** A row of a table. `row` is its number in the file, from 1. */
export interface TableRow {
  row: number
  cells: string[]
}

/** Number of rows among which the headings are. */
export const HEADING_ROWS = 30

/**
 * Returns the index of the headings below titles, dates, and empty lines. Returns null if the broker has to say which row it is. `isKnown`
 * says whether a cell is the heading of a field.
 */
export function findHeadings(
  rows: readonly TableRow[],
  isKnown: (heading: string) => boolean,
): number | null {
  const first = rows.slice(0, HEADING_ROWS).map(({ cells }) => cells.filter((cell) => cell !== ''))
  const width = Math.max(0, ...first.map((cells) => cells.length))
  const known = first.map((cells) => cells.filter(isKnown).length)
  const most = Math.max(0, ...known)
  const best = known.indexOf(most)
  const filled = first[best]?.length ?? 0
  if (most >= 2 || (most === 1 && (filled === 1 ? width === 1 : !first[best]?.some(isValue)))) return best
  const wide = first.findIndex((cells) => cells.length >= Math.max(1, 0.6 * width))
  // Headings are words above columns of numbers. If all cells are words, the first row can be a record as well.
  const isAbove = first.slice(wide + 1).some((cells) => cells.some(isValue))
  return wide >= 0 && isAbove && !first[wide]?.some(isValue) ? wide : null
}

/** Returns true for a cell that no heading looks like: a number, a date, an amount, an email address. */
function isValue(cell: string): boolean {
  if (cell.includes('@')) return true
  if (!/\d/.test(cell)) return false
  const letters = cell.replaceAll(/[^\p{L}]/gu, '').length
  const digits = cell.replaceAll(/\D/g, '').length
  return letters <= 1 || digits >= 5
}

/** Why a row below the headings is probably no record. */
export type NoRecord = 'total' | 'headings' | 'footer'

/** Returns why a row is probably no record, or null. */
export function noRecord(cells: readonly string[], headings: readonly string[]): NoRecord | null {
  const filled = cells.flatMap((cell, at) => (cell === '' ? [] : [{ cell, at }]))
  const [first] = filled
  if (first === undefined) return null
  const repeated = filled.filter(({ cell, at }) => fold(cell) === fold(headings[at] ?? ''))
  if (repeated.length >= Math.min(2, headings.length) && repeated.length > filled.length / 2)
    return 'headings'
  if (
    filled.some(({ cell }) => isTotalLabel(cell)) &&
    filled.every(({ cell }) => isTotalLabel(cell) || isNumber(cell))
  )
    return 'total'
  // Totals without a label.
  if (first.at > 0 && filled.length > 1 && filled.every(({ cell }) => isAmount(cell))) return 'total'
  return filled.length === 1 && headings.length > 2 && isFooter(first.cell) ? 'footer' : null
}

const isNumber = (cell: string) => /\d/.test(cell) && !/\p{L}{2}/u.test(cell)
const isAmount = (cell: string) => /^[-(]?[$€£]? ?\d[\d.,]*\)?%?$/.test(cell)
