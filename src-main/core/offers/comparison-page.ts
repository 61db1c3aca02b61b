import { expiryOf, type Offer } from '../../../src-shared/domain/offer.ts'
import { LOCALES, type Language, type Messages } from '../../../src-shared/messages/messages.ts'
import { frequencyOf } from '../../../src-shared/offers/apr.ts'
import { shownFigures, type Shown, type ShownFigures } from '../../../src-shared/offers/shown.ts'
import { termWords } from '../../../src-shared/offers/term.ts'

export interface Comparison {
  merchant: string
  broker: string
  /** ISO instant. */
  made_at: string
  /** Each with its number on the screen. */
  offers: readonly { number: number; offer: Offer }[]
}

/** What a merchant reads of an offer: what is not in this list does not reach the paper. */
type MerchantRow = keyof Messages['offers']['print']['meanings']

/**
 * The comparison for the merchant as an HTML page of its own. Commission, buy rate and upsell are the broker's: no row of it
 * reads them.
 */
export function comparisonPage(
  { merchant, broker, made_at, offers }: Comparison,
  language: Language,
  { offers: said }: Messages,
): string {
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long' })
  const columns = offers.map(({ offer }) => merchantFigures(offer, language, said))
  const rows = (Object.keys(said.print.meanings) as MerchantRow[]).filter((row) =>
    columns.some((figures) => figures[row] !== null),
  )
  const by = broker === '' ? '' : ` ${said.print.preparedBy(broker)}`
  const line = `${said.print.preparedFor(merchant)}${by} ${said.print.on(day.format(new Date(made_at)))}`
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(said.print.title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(said.print.title)}</h1><p class="line">${escaped(line)}</p>
<table><thead><tr><th scope="col">${escaped(said.print.figure)}</th>
${offers.map(({ number }) => `<th scope="col">${escaped(said.offerNumber(number))}</th>`).join('')}</tr></thead><tbody>
${rows
  .map(
    (row) =>
      `<tr><th scope="row">${escaped(said.rows[row])}</th>${columns
        .map((figures) => `<td>${escaped(figures[row] ?? '–').replaceAll('\n', '<br>')}</td>`)
        .join('')}</tr>`,
  )
  .join('\n')}
</tbody></table>
<h2>${escaped(said.print.whatItMeans)}</h2>
<dl>${rows.map((row) => `<div><dt>${escaped(said.rows[row])}</dt><dd>${escaped(said.print.meanings[row])}</dd></div>`).join('')}</dl>
<p class="small">${escaped(said.print.disclaimer)}</p></body></html>`
}

function merchantFigures(
  offer: Offer,
  language: Language,
  said: Messages['offers'],
): Record<MerchantRow, string | null> {
  const locale = LOCALES[language]
  const currency = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const money = (cents: number | null) => (cents === null ? null : currency.format(cents / 100))
  const shown = shownFigures(offer)
  const frequency = frequencyOf(offer.payment_frequency)
  const often = frequency === null ? (offer.payment_frequency ?? '') : said.frequency[frequency]
  const payment = money(shown.payment_cents.value)
  const last = shown.last_payment_cents.value
  const expires = expiryOf(offer.expires_at)
  const { disagrees, wouldBe } = said.print.check
  const checkedMoney = ({ value, ours }: Shown<number>) =>
    lines([money(value), ours === null ? null : wouldBe(currency.format(ours / 100))])
  return {
    amount: money(offer.amount_cents),
    payment: lines([
      payment === null ? null : said.payment(payment, often),
      payment === null || offer.payments === null ? null : said.payments(offer.payments),
      last === null || last === shown.payment_cents.value ? null : said.print.lastPayment(money(last) ?? ''),
      shown.payment_cents.ours === null ? null : wouldBe(money(shown.payment_cents.ours) ?? ''),
    ]),
    term: termWords(offer.term, said.termUnits),
    // Our own figure would reveal buy rate and upsell.
    factor: lines([shown.factor_rate.value, shown.factor_rate.ours === null ? null : disagrees]),
    payback: checkedMoney(shown.payback_cents),
    fees: checkedMoney(shown.fees_cents),
    balance: offer.existing_balance_cents === 0 ? null : money(offer.existing_balance_cents),
    net: checkedMoney(shown.net_to_merchant_cents),
    apr: aprLines(shown, said),
    holdback: percent(offer.holdback_percent),
    discounts: lines(
      offer.prepayment_discounts?.flatMap(({ within_days, payback_cents }) => [
        said.discount(currency.format(payback_cents / 100), within_days),
        payback_cents > (shown.payback_cents.value ?? payback_cents) ? disagrees : null,
      ]),
    ),
    stipulations: lines(offer.stipulations?.map(({ label }) => label)),
    expires:
      expires === null
        ? offer.expires_at
        : new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(expires),
  }
}

/** An estimate is marked where it builds on figures that contradict each other. */
function aprLines(shown: ShownFigures, said: Messages['offers']) {
  const { apr, payback_cents, payment_cents, fees_cents, net_to_merchant_cents } = shown
  const { disagrees, wouldBe } = said.print.check
  const basis = [payback_cents, payment_cents, fees_cents, net_to_merchant_cents]
  const builds_on_contradiction = apr.from === 'figured' && basis.some(({ ours }) => ours !== null)
  return lines([
    percent(apr.value),
    apr.ours !== null ? wouldBe(percent(apr.ours) ?? '') : null,
    apr.value !== null && builds_on_contradiction ? disagrees : null,
  ])
}

const percent = (value: string | null) => (value === null ? null : `${value} %`)

function lines(texts: readonly (string | null)[] | undefined): string | null {
  const known = texts?.filter((text) => text !== null) ?? []
  return known.length === 0 ? null : known.join('\n')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const STYLE = `
body { font: 10pt/1.45 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', 'Noto Sans', sans-serif; color: #1a1b1e; margin: 0 }
h1 { font-size: 20pt; margin: 0 0 2pt } h2 { font-size: 12pt; margin: 18pt 0 6pt }
.line { color: #495057; margin: 0 0 14pt }
table { border-collapse: collapse; width: 100%; table-layout: fixed; font-variant-numeric: tabular-nums }
th, td { text-align: left; vertical-align: top; padding: 5pt 8pt 5pt 0; border-bottom: 0.5pt solid #ced4da; overflow-wrap: anywhere }
thead th { border-bottom: 1pt solid #1a1b1e } tbody th { font-weight: 400; color: #495057 }
tr, dl div { break-inside: avoid }
dl { margin: 0 } dl div { display: flex; gap: 8pt; padding: 1.5pt 0 } dt { flex: 0 0 130pt; font-weight: 600 } dd { margin: 0 }
.small { font-size: 8.5pt; color: #495057; margin-top: 14pt }
`
