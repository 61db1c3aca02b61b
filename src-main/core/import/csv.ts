/** CSV as spreadsheets read it: marked as UTF-8, and no text that one would take for a formula. */
export function csv(lines: string[][]): Uint8Array {
  const cell = (text: string) => {
    const guarded = /^[=+\-@]/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
  }
  return Buffer.from(`\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`)
}
