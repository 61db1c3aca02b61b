/**
 * Texts that a spreadsheet treats as a formula. They may follow a tab or line end, or use full-width East Asian characters. Leading
 * apostrophes may be our own guard or part of the text.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A negative number is harmless, and a spreadsheet must be able to add it. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** Creates CSV for spreadsheets: with a UTF-8 mark, and without text that a spreadsheet would treat as a formula. */
export function csv(lines: string[][]): Uint8Array {
  return Buffer.from(`\uFEFF${csvLines(lines)}`)
}

/** Formats lines of such a file, for writing in pieces. The mark belongs before the first piece. */
export function csvLines(lines: string[][]): string {
  return lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')
}

/** Formats an amount that spreadsheets can add: dollars without currency and separators, empty if unknown. */
export function amountCell(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2)
}

function cellOf(text: string): string {
  const guarded = FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Removes the guard from the text of a cell. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
