import { DELIMITERS } from '../../../src-shared/features/import/import.ts'

/** A record of a CSV file. `row` counts all records from 1. `is_broken` is true if its quotation marks do not match. */
export interface CsvRecord {
  row: number
  cells: string[]
  is_broken: boolean
}

/** Number of records by which the separator is recognized, and number of characters at most. */
const SAMPLE = 100
const SAMPLE_CHARACTERS = 200_000

/** Returns the separator that a first line such as `sep=;` names, and the text after this line. Programs write it for Excel. */
export function namedDelimiter(text: string): { named: string | null; rest: string } {
  const line = text.slice(0, 20).split('\n')[0] ?? ''
  const [, named] = /^"?sep=(.)"?[\s,;]*$/i.exec(line) ?? []
  if (named === undefined) return { named: null, rest: text }
  return { named, rest: text.slice(line.length).replace(/^\n/, '') }
}

/** A separator, and the number of cells that most records have with it. */
export interface Layout {
  delimiter: string
  width: number
}

/** Returns the layout of a text with a given separator. Parses the records, because quoted cells can contain any character. */
export function layoutOf(text: string, delimiter: string): Layout & { score: number } {
  const counts = new Map<number, number>()
  let records = 0
  for (const { cells } of parseRecords(text.slice(0, SAMPLE_CHARACTERS), { delimiter, width: null })) {
    if (cells.every((cell) => cell.trim() === '')) continue
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    if (++records === SAMPLE) break
  }
  const [width = 1, count = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? []
  return { delimiter, width, score: (count / Math.max(records, 1)) * Math.log2(width) }
}

/** Returns the layout with the separator with which most records have the same number of cells. */
export function detectLayout(text: string): Layout {
  const [first, ...others] = DELIMITERS.map((delimiter) => layoutOf(text, delimiter))
  return others.reduce(
    (best, one) => (one.score > best.score ? one : best),
    first as ReturnType<typeof layoutOf>,
  )
}

/** Maximum number of characters of a quoted cell, as in spreadsheet programs. */
const MAX_QUOTED = 32_767

/**
 * Parses CSV, and refuses nothing. A quotation mark is text, unless it begins or ends a cell. If a quoted cell does not end, or ends in a
 * later line so that the record does not have the usual number of cells, then the line is a record of its own. Lines end with `\n`.
 */
export function* parseRecords(
  text: string,
  { delimiter, width }: { delimiter: string; width: number | null },
): Generator<CsvRecord> {
  // Where an earlier search for the end of a quoted cell gave up. Without it, each odd mark would search the same text again.
  const searched = { until: 0 }
  for (let at = 0, row = 1; at < text.length; row++) {
    let record = readRecord(text, at, delimiter, text.length, searched)
    const newline = text.indexOf('\n', at)
    const isUsual = width === null || record.cells.length === width
    let is_broken = record.isOdd && !isUsual
    if (newline >= 0 && newline < record.end && (record.isOdd || !isUsual)) {
      const line = readRecord(text, at, delimiter, newline)
      if (line.cells.length === width) {
        record = line
        is_broken = true
      }
    }
    yield { row, cells: record.cells, is_broken }
    at = record.end + 1
  }
}

/** Reads the cells of a record that ends at `limit` at the latest. `isOdd` is true if a cell contains a quotation mark as text. */
function readRecord(text: string, from: number, delimiter: string, limit: number, searched = { until: 0 }) {
  const cells: string[] = []
  let isOdd = false
  for (let at = from; ; at++) {
    const quoted = readQuoted(text, at, delimiter, limit, searched)
    if (quoted === null) {
      let end = at
      while (end < limit && text[end] !== delimiter && text[end] !== '\n') end++
      const cell = text.slice(at, end)
      isOdd ||= cell.includes('"')
      cells.push(cell)
      at = end
    } else {
      isOdd ||= quoted.isOdd
      cells.push(quoted.cell)
      at = quoted.end
    }
    if (at >= limit || text[at] === '\n') return { cells, end: at, isOdd }
  }
}

/** Reads a cell between quotation marks. Returns null if there is none. */
function readQuoted(
  text: string,
  from: number,
  delimiter: string,
  limit: number,
  searched: { until: number },
) {
  const open = afterSpaces(text, from)
  if (text[open] !== '"') return null
  let isOdd = false
  for (let at = open + 1; ;) {
    if (text[at] !== '"' && at < searched.until) {
      isOdd = true
      at = searched.until
    }
    const mark = text.indexOf('"', at)
    if (mark < 0 || mark >= limit || mark - open > MAX_QUOTED) {
      searched.until = mark < 0 ? limit : mark
      return null
    }
    if (text[mark + 1] === '"' && mark + 1 < limit) {
      at = mark + 2
      continue
    }
    const end = afterSpaces(text, mark + 1)
    if (end >= limit || text[end] === delimiter || text[end] === '\n')
      return { cell: text.slice(open + 1, mark).replaceAll('""', '"'), end: Math.min(end, limit), isOdd }
    isOdd = true
    at = mark + 1
  }
}

function afterSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at++
  return at
}
