import { type Failure, failure } from '../../platform/base/failure.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { fileNameOf } from '../../../src-shared/platform/base/file-name.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { PrintPage, SaveFile } from '../../platform/files/ports.ts'
import { escapeHtml, printed, printedPage } from '../../platform/base/printed-page.ts'
import type { MerchantRow } from '../../../src-shared/features/merchant-page/page-content.ts'
import { documentNameIn } from '../../../src-shared/features/form/localized-profile.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { businessStateOf, refusalMessage } from '../../../src-shared/features/merchant-page/gate-messages.ts'
import {
  type MerchantPage,
  passMerchantGate,
  type Refusal,
} from '../../../src-shared/features/merchant-page/gate.ts'
import { numberedOffers } from '../../../src-shared/features/merchant-page/page-content.ts'
import { loadMessages } from '../../../src-shared/platform/texts/load-messages.ts'
import { joinMessages, uniqueMessages } from '../../../src-shared/platform/texts/message.ts'
import type { Language } from '../../../src-shared/platform/texts/messages.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Name of the setting that stores the broker's name, to suggest it for the next comparison. */
export const BROKER_NAME = 'broker_name'

export interface ComparisonPrint {
  print: PrintPage
  save: SaveFile
}

export interface PrintOptions {
  deal_id: string
  offer_ids: string[]
  /** The merchant's language, independent of the app's language. */
  language: Language
  broker_name: string
  tried: boolean
}

/** Saves a comparison of offers for the merchant at a path that the broker chooses. */
export async function printComparison(
  context: Pick<Platform, 'vault' | 'clock'> & Pick<BrokerForm, 'form'>,
  { print, save }: ComparisonPrint,
  { deal_id, offer_ids, language, broker_name, tried }: PrintOptions,
): Promise<{ saved_as: string | null }> {
  const { vault, clock } = context
  const [deal, own] = await Promise.all([loadDeal(context, deal_id), vault.offerScenarios(deal_id)])
  const numbered = numberedOffers(deal.offers, tried ? own : [])
  const offers = offer_ids.flatMap(
    (offer_id) => numbered.find(({ offer }) => offer.offer_id === offer_id) ?? [],
  )
  if (offers.length === 0)
    throw failure('OFFER_NOT_OPEN', msg.errorsDeals.offersGone, msg.errorsDeals.refreshOffers)
  const { legal_name, values } = deal
  const text = await loadMessages(language)
  const made_at = clock.now()
  const gate = passMerchantGate(
    {
      merchant: legal_name,
      broker: broker_name,
      made_at,
      offers,
      state: businessStateOf(values),
      documentName: (label) => documentNameIn(context.form, language, label),
    },
    language,
    text.offers,
  )
  if (!gate.ok) throw refused(gate.refusals)
  await vault.commit([{ write: 'set_setting', key: BROKER_NAME, value: broker_name }])
  const pdf = await printed(() => print(comparisonPage(gate.page)))
  const name = [text.offers.print.title, fileNameOf(legal_name), dayOf(made_at)].filter(Boolean).join(' ')
  return save({ name: `${name}.pdf`, kind: 'pdf' }, pdf)
}

function refused(refusals: readonly Refusal[]): Failure {
  const said = refusals.map((refusal) => refusalMessage(refusal))
  const advice = uniqueMessages(said.map((one) => one.advice))
  return failure('MERCHANT_PAGE_REFUSED', joinMessages(said.map(({ why }) => why)), joinMessages(advice))
}

/** Returns the merchant's page as HTML without scripts or external content. */
export function comparisonPage({
  language,
  title,
  intro,
  figure,
  columns,
  rows,
  what_it_means,
  disclaimer,
}: MerchantPage): string {
  const heads = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')
  const cell = (row: MerchantRow, lines: readonly string[]) => {
    const [figureLine = '–', ...notes] = lines.map(escapeHtml)
    const rest = LISTS.includes(row) ? notes : notes.map((note) => `<span class="note">${note}</span>`)
    return `<td>${[figureLine, ...rest].join('<br>')}</td>`
  }
  const body = `<h1>${escapeHtml(title)}</h1><p class="line">${escapeHtml(intro)}</p>
<table${columns.length > FEW ? ' class="many"' : ''}><thead><tr><th scope="col">${escapeHtml(figure)}</th>
${heads}</tr></thead><tbody>
${rows.map(({ row, label, cells }) => `<tr><th scope="row">${escapeHtml(label)}</th>${cells.map((lines) => cell(row, lines)).join('')}</tr>`).join('\n')}
</tbody></table>
<h2>${escapeHtml(what_it_means)}</h2>
<dl>${rows.map(({ label, meaning }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(meaning)}</dd></div>`).join('')}</dl>
<p class="small">${escapeHtml(disclaimer)}</p>`
  return printedPage(language, title, STYLE, body)
}

/** A page with more offers than this has narrower columns with smaller text. */
const FEW = 3

/** The rows whose cells are lists. In all other rows, the lines after the first one are notes about the figure, in smaller text. */
const LISTS: readonly MerchantRow[] = ['discounts', 'stipulations']

// The page fits on one sheet for up to three offers, and on two sheets for six, in both languages. Spanish texts are a quarter longer.
const STYLE = `
h1 { font-size: 16pt }
h2 { font-size: 10pt; margin: 8pt 0 3pt; break-after: avoid }
.line { color: #495057; margin: 0 0 6pt }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-variant-numeric: tabular-nums; font-size: 9.5pt; line-height: 1.25 }
th, td { text-align: left; vertical-align: top; padding: 2.5pt 8pt 2.5pt 0; border-bottom: 0.5pt solid #ced4da; overflow-wrap: break-word }
thead th { border-bottom: 1pt solid #1a1b1e } thead th:first-child { width: 96pt }
tbody th { font-weight: 400; font-size: 9pt; color: #495057 }
.note { font-size: 7.5pt; color: #495057 }
.many th, .many td { padding-right: 5pt } .many thead th:first-child { width: 62pt }
.many th, .many td { font-size: 8.5pt } .many .note { font-size: 7.5pt }
tr, dl div { break-inside: avoid }
dl { margin: 0; columns: 2; column-gap: 18pt; font-size: 8pt; line-height: 1.3; break-inside: avoid }
dl div { padding: 0.5pt 0 } dt { display: inline; font-weight: 600 } dt::after { content: ': ' } dd { display: inline; margin: 0 }
.small { font-size: 8pt; line-height: 1.3; color: #495057; margin: 6pt 0 0 }
`
