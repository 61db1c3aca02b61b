/**
 * What a spreadsheet takes for a formula, by how it begins: also behind a tab or the end of a line, and in the full width of East
 * Asian keyboards. Apostrophes before it may be our own guard, or were there.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A number below zero computes nothing, and a spreadsheet must be able to add it up. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** CSV as spreadsheets read it: marked as UTF-8, and no text that one would take for a formula. */
export function csv(lines: string[][]): Uint8Array {
  return Buffer.from(`\uFEFF${csvLines(lines)}`)
}

/** Lines of such a file, for one that is written piece by piece: its mark belongs before the first. */
export function csvLines(lines: string[][]): string {
  return lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')
}

/** An amount of money as spreadsheets add it up: dollars without currency and separators; empty where nobody knows it. */
export function amountCell(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2)
}

function cellOf(text: string): string {
  const guarded = FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** The text of a cell of such a file as it was before it was guarded. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
