/** The rows of a printed comparison by their labels. Each cell is a list of lines, one cell for each offer. */
export function printedRows(html: string): Map<string, string[][]> {
  const rows = new Map<string, string[][]>()
  for (const row of html.split('<tr>').slice(2)) {
    const label = /<th scope="row">([^<]*)<\/th>/.exec(row)?.[1] ?? ''
    const cells = row.split('<td>').slice(1)
    rows.set(
      unescaped(label),
      cells.map((cell) => unescaped(cell.split('</td>')[0] ?? '').split('<br>')),
    )
  }
  return rows
}

/** Every text that a reader of the page sees. */
export function printedText(html: string): string {
  const body = html.slice(html.indexOf('<body>'))
  return unescaped(body.replaceAll(/<[^<>]*>/g, '\n'))
}

/** `$43,750.00` in cents; null for a dash. */
export function printedCents(text: string | undefined): number | null {
  if (text === undefined || text === '–') return null
  const digits = text.replaceAll(/[$,\s]/g, '')
  if (!/^-?\d+\.\d\d$/.test(digits)) throw new Error(`No amount: ${text}`)
  return Number(digits.replace('.', ''))
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
