import type { Language } from '../../../src-shared/platform/texts/messages.ts'
import { passMerchantGate } from '../../../src-shared/features/merchant-page/gate.ts'
import type {
  MerchantPageOptions,
  OfferMessages,
} from '../../../src-shared/features/merchant-page/page-content.ts'
import { comparisonPage } from './print-comparison.ts'

/** Returns the HTML of a page for a fictional merchant in Oregon. Throws if the page fails the checks of `passMerchantGate`. */
export function merchantHtml(
  options: Partial<MerchantPageOptions & { state: string | null }> & Pick<MerchantPageOptions, 'offers'>,
  language: Language,
  said: OfferMessages,
): string {
  const made_up = { merchant: 'Juniper Bakery LLC', broker: '', made_at: '2026-05-01T10:00:00Z', state: 'OR' }
  const gate = passMerchantGate({ ...made_up, ...options }, language, said)
  if (!gate.ok) throw new Error(JSON.stringify(gate.refusals))
  return comparisonPage(gate.page)
}

/** Returns the rows of a printed comparison by label. Each cell is a list of lines, with one cell per offer. */
export function printedRows(html: string): Map<string, string[][]> {
  const rows = new Map<string, string[][]>()
  for (const row of html.split('<tr>').slice(2)) {
    const label = /<th scope="row">([^<]*)<\/th>/.exec(row)?.[1] ?? ''
    const cells = row.split('<td>').slice(1)
    rows.set(
      unescaped(label),
      cells.map((cell) => (cell.split('</td>')[0] ?? '').split('<br>').map(unescaped)),
    )
  }
  return rows
}

/** Parses `$43,750.00` to cents. Returns null for a dash. */
export function printedCents(text: string | undefined): number | null {
  if (text === undefined || text === '–') return null
  const digits = text.replaceAll(/[$,\s]/g, '')
  if (!/^-?\d+\.\d\d$/.test(digits)) throw new Error(`No amount: ${text}`)
  return Number(digits.replace('.', ''))
}

function unescaped(text: string): string {
  return text
    .replaceAll(/<[^>]{1,40}>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}
