import { dayOf } from '../../../src-shared/platform/base/days.ts'

/**
 * Matches text that a spreadsheet treats as a formula. A formula may start with a tab or line end, or use full-width East Asian characters.
 * There may be apostrophes before it, which the app added as protection or which are part of the text.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/** Matches a negative number. It begins like a formula, but is harmless. The app does not change it, so that spreadsheets can add it up. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/

/** Creates CSV for spreadsheets: with a UTF-8 byte order mark, and without text that a spreadsheet would treat as a formula. */
export function csv(lines: string[][]): Uint8Array {
  return Buffer.from(`\uFEFF${csvLines(lines)}`)
}

/** Formats lines like `csv`, for a file that is written in parts. The caller must write the byte order mark before the first part. */
export function csvLines(lines: string[][]): string {
  return lines.map((line) => `${line.map(cellOf).join(',')}\r\n`).join('')
}

/** Formats an amount for spreadsheets: as dollars without currency symbol and thousands separators. Empty if the amount is unknown. */
export function amountCell(cents: number | null): string {
  return cents === null ? '' : (cents / 100).toFixed(2)
}

/** Formats a time for spreadsheets: in this computer's time zone, in a form that they recognize as a date. Empty if there is none. */
export function timeCell(instant: string | null): string {
  return instant === null ? '' : `${dayOf(instant)} ${new Date(instant).toTimeString().slice(0, 5)}`
}

function cellOf(text: string): string {
  const guarded = FORMULA.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
