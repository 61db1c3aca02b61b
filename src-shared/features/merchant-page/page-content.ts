import { expiryOf, type Offer } from '../offers/offer.ts'
import { percent } from '../../platform/texts/plural.ts'
import { LOCALES, type Language, type Messages } from '../../platform/texts/messages.ts'
import { aprAssumptionText, type AprAssumption, type AprEstimate } from '../offers/apr.ts'
import { offerAt } from '../offers/figures.ts'
import type { OfferScenario } from '../offers/offer-scenario.ts'
import { frequencyOf } from '../../platform/partner/offer-words.ts'
import type { Shown, ShownFigures } from '../offers/shown-figures.ts'
import { termLabel } from '../offers/term.ts'
import type { OfferField } from '../../platform/partner/offer-fields.ts'

export type OfferMessages = Messages['offers']

export interface MerchantPageOptions {
  merchant: string
  broker: string
  /** When the page is created, as an ISO 8601 instant. */
  made_at: string
  /** The offers, each with the number that the screen shows. */
  offers: readonly NumberedOffer[]
  /** Translates the name of a document that the funder still needs into the page's language. Returns an unknown name unchanged. */
  documentName?: (label: string) => string
}

export interface NumberedOffer {
  number: number
  offer: Offer
  /** True if the broker changed the terms, so the column is a calculation and not the partner's offer. */
  is_tried?: boolean
}

/** Numbers the offers as on the screen. With `own`, their terms are those that the broker tries out, where there are any. */
export function numberedOffers(
  offers: readonly Offer[],
  own: readonly Pick<OfferScenario, 'offer_id' | 'choice'>[],
): NumberedOffer[] {
  return offers.map((offer, at) => {
    const tried = offerAt(offer, own.find(({ offer_id }) => offer_id === offer.offer_id)?.choice ?? null)
    return { number: at + 1, offer: tried, is_tried: tried !== offer }
  })
}

export type FiguredOffer = NumberedOffer & { shown: ShownFigures }

/** The rows that a page for the merchant can have. A figure that has no row here never appears on the page. */
export type MerchantRow = keyof OfferMessages['print']['meanings']

export const MERCHANT_ROWS: readonly MerchantRow[] = [
  'amount',
  'payment',
  'term',
  'factor',
  'payback',
  'fees',
  'balance',
  'net',
  'apr',
  'holdback',
  'discounts',
  'stipulations',
  'expires',
]

export interface PageRow {
  row: MerchantRow
  label: string
  meaning: string
  /** For each offer, the lines in its cell of this row. If the figure is unknown, its cell has no lines. */
  cells: readonly (readonly string[])[]
}

/** The text of a page for the merchant, in the merchant's language. */
export interface PageContent {
  language: Language
  title: string
  intro: string
  columns: readonly string[]
  rows: readonly PageRow[]
  figure: string
  what_it_means: string
  disclaimer: string
}

export function pageContent(
  {
    merchant,
    broker,
    made_at,
    offers,
    documentName = (label) => label,
  }: Omit<MerchantPageOptions, 'offers'> & { offers: readonly FiguredOffer[] },
  language: Language,
  said: OfferMessages,
  leaves_out: readonly MerchantRow[],
): PageContent {
  const { print, rows: labels, offerNumber } = said
  const day = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long' })
  const columns = offers.map((offer) => {
    const unclear = unclearRows(offer)
    const mark = (row: MerchantRow) => (unclear.has(row) ? [print.check.unclear] : [])
    const figures = merchantFigures(offer, language, said, documentName)
    return (row: MerchantRow) => [...figures[row], ...mark(row)]
  })
  const by = broker === '' ? '' : ` ${print.preparedBy(broker)}`
  const rows = MERCHANT_ROWS.filter(
    (row) => !leaves_out.includes(row) && columns.some((linesOf) => linesOf(row).length > 0),
  ).map((row) => ({
    row,
    label: labels[row],
    meaning: print.meanings[row],
    cells: columns.map((linesOf) => linesOf(row)),
  }))
  return {
    language,
    title: print.title,
    intro: `${print.preparedFor(merchant)}${by} ${print.on(day.format(new Date(made_at)))}`,
    columns: offers.map(({ number, is_tried: isTried }) =>
      isTried === true ? print.tried(offerNumber(number)) : offerNumber(number),
    ),
    rows,
    figure: print.figure,
    what_it_means: print.whatItMeans,
    disclaimer: offers.length === 1 ? print.disclaimerOfOne : print.disclaimer,
  }
}

const FIELDS: Partial<Record<MerchantRow, readonly OfferField[]>> = {
  amount: ['amount'],
  payment: ['payment', 'payments'],
  factor: ['factor_rate'],
  payback: ['payback'],
  fees: ['fees', 'total_fees'],
  balance: ['existing_balance'],
  net: ['net_to_merchant'],
  apr: ['apr'],
  holdback: ['holdback_percent'],
  discounts: ['prepayment_discounts'],
}

/** The rows with the figures from which the net amount is calculated. `APR_BASIS` contains the rows for the APR. */
const NET_BASIS: readonly MerchantRow[] = ['amount', 'fees', 'balance']
const APR_BASIS: readonly MerchantRow[] = ['amount', 'payment', 'payback', 'fees']

/**
 * Returns the rows with unclear figures: values from the funder that are implausible or cannot be parsed, and figures that the app
 * calculated from such values.
 */
export function unclearRows({ offer, shown }: FiguredOffer): ReadonlySet<MerchantRow> {
  const fields = new Set(offer.doubts.map(({ field }) => field))
  const rows = (Object.keys(FIELDS) as MerchantRow[]).filter((row) =>
    FIELDS[row]?.some((field) => fields.has(field)),
  )
  const buildsOn = ({ from }: Shown<unknown>, basis: readonly MerchantRow[]) =>
    from === 'calculated' && rows.some((row) => basis.includes(row))
  const unclear = new Set(rows)
  if (buildsOn(shown.net_to_merchant_cents, NET_BASIS)) unclear.add('net')
  if (buildsOn(shown.apr, APR_BASIS)) unclear.add('apr')
  return unclear
}

function merchantFigures(
  { offer, shown }: FiguredOffer,
  language: Language,
  said: OfferMessages,
  documentName: (label: string) => string,
): Record<MerchantRow, readonly string[]> {
  const locale = LOCALES[language]
  const currency = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const money = (cents: number | null) => (cents === null ? null : currency.format(cents / 100))
  const expires = expiryOf(offer.expires_at)
  const { disagrees, wouldBe } = said.print.check
  const checkedMoney = ({ value, ours }: Shown<number>) =>
    lines([money(value), ours === null ? null : wouldBe(currency.format(ours / 100))])
  return {
    amount: lines([money(offer.amount_cents)]),
    payment: paymentLines(offer, shown, money, said),
    term: lines([
      termLabel(shown.term.value, said.termUnits),
      shown.term.ours === null ? null : wouldBe(termLabel(shown.term.ours, said.termUnits) ?? ''),
    ]),
    // Do not print the factor that the app calculated, because it would reveal the buy rate and the upsell.
    factor: lines([shown.factor_rate.value, shown.factor_rate.ours === null ? null : disagrees]),
    payback: checkedMoney(shown.payback_cents),
    fees: checkedMoney(shown.fees_cents),
    balance: lines([offer.existing_balance_cents === 0 ? null : money(offer.existing_balance_cents)]),
    net: checkedMoney(shown.net_to_merchant_cents),
    apr: aprLines(shown, language, said),
    holdback: lines([offer.holdback_percent === null ? null : percent(offer.holdback_percent, language)]),
    discounts: lines(
      (offer.prepayment_discounts ?? []).flatMap(({ within_days, payback_cents }) => [
        said.discount(currency.format(payback_cents / 100), within_days),
        payback_cents > (shown.payback_cents.value ?? payback_cents) ? disagrees : null,
      ]),
    ),
    stipulations: (offer.stipulations ?? []).map(({ label }) => documentName(label)),
    expires: lines([
      expires === null
        ? offer.expires_at
        : new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(expires),
    ]),
  }
}

/** Returns the lines about the payments: amount and frequency, the number of payments, and the last payment if it has another amount. */
function paymentLines(
  { payment_frequency }: Offer,
  { payments, payment_cents, last_payment_cents }: ShownFigures,
  money: (cents: number | null) => string | null,
  said: OfferMessages,
): string[] {
  const payment = money(payment_cents.value)
  if (payment === null) return []
  const frequency = frequencyOf(payment_frequency)
  const often = frequency === null ? (payment_frequency ?? '') : said.frequency[frequency]
  const last = last_payment_cents.value === payment_cents.value ? null : money(last_payment_cents.value)
  const ours = money(payment_cents.ours)
  return lines([
    said.payment(payment, often),
    payments.value === null ? null : said.termUnits.payments(payments.value),
    last === null ? null : said.print.lastPayment(last),
    ours === null ? null : said.print.check.wouldBe(ours),
  ])
}

/**
 * Returns the lines about the APR: the APR, and whether it is reported or estimated. Adds a note if the estimate uses figures that
 * contradict each other.
 */
function aprLines(shown: ShownFigures, language: Language, said: OfferMessages): string[] {
  const { apr, payback_cents, term, payment_cents, fees_cents, net_to_merchant_cents } = shown
  const { check, apr: words } = said.print
  if (apr.value === null) return []
  const basis = [payback_cents, term, payment_cents, fees_cents, net_to_merchant_cents]
  const builds_on_contradiction = apr.from === 'calculated' && basis.some(({ ours }) => ours !== null)
  return lines([
    percent(apr.value, language),
    apr.from === 'reported' ? words.reported : words.estimated,
    ...(apr.estimate === null ? [] : estimateLines(apr.estimate, language, said)),
    apr.ours === null ? null : check.wouldBe(percent(apr.ours, language)),
    builds_on_contradiction ? check.disagrees : null,
  ])
}

function estimateLines(estimate: AprEstimate, language: Language, said: OfferMessages): string[] {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long' })
  // Use noon, because midnight can be on the previous date in another time zone.
  const dayText = (day: string) => format.format(new Date(`${day}T12:00:00`))
  const { assumptions, funding_on, first_payment_on } = estimate
  const dates = [
    { kind: 'funding_date', on: funding_on },
    { kind: 'first_payment_date', on: first_payment_on },
  ] as const
  const reported = dates.filter(({ kind }) => !assumptions.some((assumed) => assumed.kind === kind))
  const joined = (of: readonly AprAssumption[]) => aprAssumptionText(of, dayText, said).join('; ')
  return [
    ...(reported.length === 0 ? [] : [said.print.apr.reportedDates(joined(reported))]),
    ...(assumptions.length === 0 ? [] : [said.basedOn(joined(assumptions))]),
  ]
}

function lines(texts: readonly (string | null)[]): string[] {
  return texts.filter((text) => text !== null && text !== '') as string[]
}
