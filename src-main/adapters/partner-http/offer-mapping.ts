import { z } from 'zod'
import type { Offer } from '../../../src-shared/domain/offer.ts'
import { bareOffer } from '../../../src-shared/domain/offer.ts'
import { readDay } from '../../../src-shared/domain/business-days.ts'
import { readDate } from '../../../src-shared/entry/date.ts'
import { frequencyOf } from '../../../src-shared/offers/offer-words.ts'
import { readTerm, termText } from '../../../src-shared/offers/term.ts'
import type { EndpointProfile } from '../../../src-shared/profile/endpoint-profile.ts'
import type { OfferField } from '../../../src-shared/profile/offer-fields.ts'
import { offerFieldNames } from '../../../src-shared/profile/offer-field-names.ts'
import { idOf } from './answers.ts'

const recordSchema = z.record(z.string(), z.unknown())
/** Longer lists in an offer are cut. */
const LONGEST_LIST = 50

/** Offer settings of the endpoint profile. */
export type OfferProfile = Pick<EndpointProfile, 'offer_fields' | 'offer_words'>

/** Reads one offer, or returns null without an id. A single offer may be wrapped (`{offer: {…}}`, `{data: {…}}`). */
export function readOffer(entry: unknown, profile?: OfferProfile): Offer | null {
  const parsed = recordSchema.safeParse(entry)
  if (!parsed.success) return null
  // A bare offer may have a field of that name, which is then not an offer.
  return (
    readListedOffer(parsed.data['offer'], profile) ??
    readListedOffer(parsed.data['data'], profile) ??
    readListedOffer(entry, profile)
  )
}

/**
 * Reads an offer in a list, in the shapes that comparable partners send: the specification shows none (section 2). The endpoint profile
 * defines the field names and words. Missing fields are null. Returns null without an id.
 */
export function readListedOffer(entry: unknown, profile: OfferProfile = {}): Offer | null {
  const parsed = recordSchema.safeParse(entry)
  if (!parsed.success) return null
  const at = (field: OfferField) => firstOf(parsed.data, offerFieldNames(field, profile.offer_fields))
  const offer_id = idOf(at('offer_id'))
  if (offer_id === null) return null
  return {
    ...bareOffer(offer_id),
    status: textOf(at('status')),
    amount_cents: centsOf(at('amount')),
    payback_cents: centsOf(at('payback')),
    payment_cents: centsOf(at('payment')),
    payment_frequency: frequencyAsRead(textOf(at('payment_frequency')), profile),
    payments: countOf(at('payments')),
    term: termAsRead(termOf(textOf(at('term')), textOf(at('term_months')), textOf(at('term_unit'))), profile),
    factor_rate: textOf(at('factor_rate')),
    commission_cents: centsOf(at('commission')),
    net_to_merchant_cents: centsOf(at('net_to_merchant')),
    expires_at: textOf(at('expires_at')),
    created_at: textOf(at('created_at')),
    funding_date: dateAsRead(textOf(at('funding_date'))),
    first_payment_date: dateAsRead(textOf(at('first_payment_date'))),
    minimum_amount_cents: centsOf(at('minimum_amount')),
    maximum_amount_cents: centsOf(at('maximum_amount')),
    buy_rate: decimalOf(at('buy_rate')),
    upsell: decimalOf(at('upsell')),
    maximum_upsell: decimalOf(at('maximum_upsell')),
    apr: decimalOf(at('apr')),
    fees: rowsOf(at('fees'), (fee, label) => ({
      label,
      percentage: decimalOf(firstOf(fee, ['percentage', 'percent', 'rate'])),
      amount_cents: centsOf(firstOf(fee, ['amount', 'value', 'fee'])),
    })),
    total_fees_cents: centsOf(at('total_fees')),
    existing_balance_cents: centsOf(at('existing_balance')),
    holdback_percent: decimalOf(at('holdback_percent')),
    position: countOf(at('position')),
    commission_points: decimalOf(at('commission_points')),
    stipulations: rowsOf(at('stipulations'), (stipulation, label) => ({
      label,
      document_kind: textOf(firstOf(stipulation, ['document_type', 'documentType', 'kind'])),
    })),
    prepayment_discounts: discountsOf(at('prepayment_discounts')),
  }
}

function firstOf(record: Record<string, unknown>, names: readonly string[]): unknown {
  return names.map((name) => record[name]).find((value) => value !== undefined && value !== null)
}

/** Returns a date in another notation as `2026-05-04`, otherwise the partner's text. */
function dateAsRead(text: string | null): string | null {
  if (text === null || readDay(text) !== null) return text
  const read = readDate(text)
  return 'date' in read ? read.date : text
}

/** Returns our word for a known frequency, otherwise the partner's text. */
function frequencyAsRead(text: string | null, { offer_words }: OfferProfile): string | null {
  return frequencyOf(text, offer_words) ?? text
}

function termAsRead(text: string | null, { offer_words }: OfferProfile): string | null {
  const term = readTerm(text, offer_words)
  return term === null ? text : termText(term)
}

function termOf(term: string | null, months: string | null, unit: string | null): string | null {
  if (term !== null) return unit === null ? term : `${term} ${unit}`
  return months === null ? null : `${months} months`
}

/** Reads the entries of a list with their labels. An entry may be only a label. Returns null without a list. */
function rowsOf<Row>(
  list: unknown,
  read: (entry: Record<string, unknown>, label: string) => Row,
): Row[] | null {
  if (!Array.isArray(list)) return null
  return list.slice(0, LONGEST_LIST).flatMap((entry: unknown) => {
    if (typeof entry === 'string') return entry.trim() === '' ? [] : [read({}, entry.trim().slice(0, 200))]
    const parsed = recordSchema.safeParse(entry)
    if (!parsed.success) return []
    const label = textOf(firstOf(parsed.data, ['label', 'name', 'title', 'description']))
    return label === null ? [] : [read(parsed.data, label)]
  })
}

function discountsOf(list: unknown): Offer['prepayment_discounts'] {
  if (!Array.isArray(list)) return null
  return list.slice(0, LONGEST_LIST).flatMap((entry: unknown) => {
    const parsed = recordSchema.safeParse(entry)
    if (!parsed.success) return []
    const within_days = countOf(firstOf(parsed.data, ['within_days', 'withinDays', 'days']))
    const payback_cents = centsOf(firstOf(parsed.data, ['payback_amount', 'payback', 'amount']))
    return within_days === null || payback_cents === null ? [] : [{ within_days, payback_cents }]
  })
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : null
}

/** Returns a decimal number as text without a percent sign, or null. */
function decimalOf(value: unknown): string | null {
  const given = (typeof value === 'number' ? decimalText(value) : textOf(value))?.trim()
  const text = given?.endsWith('%') ? given.slice(0, -1).trim() : given
  return text !== undefined && /^-?\d{1,9}(\.\d+)?$/.test(text) ? text : null
}

function countOf(value: unknown): number | null {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Converts dollars (a number or a decimal string) to integer cents. Rounds once, on the digits of the decimal text. */
export function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? decimalText(value) : value
  if (typeof text !== 'string') return null
  const match = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (match === null) return null
  const [, sign, whole = '', fraction = ''] = match
  const roundsUp = (fraction[2] ?? '0') >= '5'
  const cents = Number(whole.replaceAll(',', '') + fraction.slice(0, 2).padEnd(2, '0')) + (roundsUp ? 1 : 0)
  if (!Number.isSafeInteger(cents)) return null
  return sign === '-' ? 0 - cents : cents
}

/** Formats a number in decimals. Very small numbers would use an exponent, and are less than a cent. */
function decimalText(value: number): string {
  return Math.abs(value) < 1e-6 ? '0' : String(value)
}
