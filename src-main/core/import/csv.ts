/**
 * Matches text that a spreadsheet treats as a formula. A formula may start with a tab or line end, or use full-width East Asian characters.
 * Leading apostrophes may be the app's own guard or part of the text.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Matches a negative number. A negative number is harmless and needs no guard, and spreadsheets must be able to add it up. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** Creates CSV for spreadsheets: with a UTF-8 byte order mark, and without text that a spreadsheet would treat as a formula. */
export function csv(lines: string[][]): Uint8Array {
  return Buffer.from(`\uFEFF${csvLines(lines)}`)
}

/** Formats lines in the same way as `csv`, for writing a file in pieces. The caller writes the byte order mark before the first piece. */
export function csvLines(lines: string[][]): string {
  return lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')
}

/** Formats an amount so that spreadsheets can add it up: dollars without currency and separators, empty if unknown. */
export function amountCell(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2)
}

function cellOf(text: string): string {
  const guarded = FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Removes the apostrophe that guards the text of a cell against formulas. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
