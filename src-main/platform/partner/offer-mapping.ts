import { idOf, objectOf, partnerText } from './answers.ts'
import { readDay } from '../../../src-shared/platform/entry/business-days.ts'
import { bareOffer, type Offer, type OfferDoubt } from '../../../src-shared/features/offers/offer.ts'
import { readDate } from '../../../src-shared/platform/entry/date.ts'
import { readMoney } from '../../../src-shared/platform/entry/money.ts'
import {
  type DiscountAmount,
  discountAmountOf,
  type RatioField,
  ratioRule,
  readRatio,
} from '../../../src-shared/platform/partner/offer-units.ts'
import { frequencyOf } from '../../../src-shared/platform/partner/offer-words.ts'
import { shownFigures } from '../../../src-shared/features/offers/shown-figures.ts'
import { readTerm, termText } from '../../../src-shared/features/offers/term.ts'
import type { EndpointProfile } from '../../../src-shared/platform/partner/endpoint-profile.ts'
import type { OfferField } from '../../../src-shared/platform/partner/offer-fields.ts'
import { offerFieldNames } from '../../../src-shared/platform/partner/standard-endpoints.ts'

/** Maximum number of entries of a list in an offer, such as its fees. Longer lists are truncated. */
const LONGEST_LIST = 50

/** The settings for offers in the endpoint profile (the description of the partner's requests and responses). */
export type OfferProfile = Pick<
  EndpointProfile,
  'offer_fields' | 'offer_words' | 'offer_units' | 'discount_amount'
>

/**
 * Parses one offer, or returns null if the offer has no id. The response with a single offer may contain it in an inner object: `{offer:
 * {…}}` or `{data: {…}}`.
 */
export function readOffer(entry: unknown, profile?: OfferProfile): Offer | null {
  const record = objectOf(entry)
  if (record === null) return null
  // An offer that is not in an inner object may also have a field named `offer` or `data`. The value of such a field is not an offer and
  // has no id.
  return (
    readListedOffer(record['offer'], profile) ??
    readListedOffer(record['data'], profile) ??
    readListedOffer(entry, profile)
  )
}

/**
 * Parses an offer in a list. The specification shows no format of offers (section 2), so the parser accepts the formats that comparable
 * partners send. The endpoint profile defines the field names, words, and units. A missing field is null. An unknown or implausible value
 * also becomes null, and `doubts` contains the value that the partner sent. Returns null if the offer has no id.
 */
export function readListedOffer(entry: unknown, profile: OfferProfile = {}): Offer | null {
  const record = objectOf(entry)
  if (record === null) return null
  const reader = new OfferReader(record, profile)
  const offer_id = idOf(reader.at('offer_id'))
  if (offer_id === null) return null
  const text = (field: OfferField) => textOf(reader.at(field))
  const offer: Offer = {
    ...bareOffer(offer_id),
    status: text('status'),
    amount_cents: reader.money('amount'),
    payback_cents: reader.money('payback'),
    payment_cents: reader.money('payment'),
    payment_frequency: frequencyAsRead(text('payment_frequency'), profile),
    payments: reader.count('payments', 1),
    term: termAsRead(termOf(text('term'), text('term_months'), text('term_unit')), profile),
    factor_rate: reader.ratio('factor_rate'),
    commission_cents: reader.money('commission'),
    net_to_merchant_cents: reader.money('net_to_merchant', -Infinity),
    expires_at: dateAsRead(text('expires_at')),
    created_at: dateAsRead(text('created_at')),
    funding_date: dateAsRead(text('funding_date')),
    first_payment_date: dateAsRead(text('first_payment_date')),
    minimum_amount_cents: reader.money('minimum_amount'),
    maximum_amount_cents: reader.money('maximum_amount'),
    buy_rate: reader.ratio('buy_rate'),
    upsell: reader.ratio('upsell'),
    maximum_upsell: reader.ratio('maximum_upsell'),
    apr: reader.ratio('apr'),
    fees: reader.fees(),
    total_fees_cents: reader.money('total_fees'),
    existing_balance_cents: reader.money('existing_balance'),
    holdback_percent: reader.ratio('holdback_percent'),
    position: reader.count('position'),
    commission_points: reader.ratio('commission_points'),
    stipulations: rowsOf(reader.at('stipulations'), (stipulation, label) => ({
      label,
      document_kind: textOf(firstOf(stipulation, ['document_type', 'documentType', 'kind'])),
    })),
  }
  const sound = { ...offer, ...reader.contradictions(offer) }
  return { ...sound, prepayment_discounts: reader.discounts(sound), doubts: reader.doubts }
}

/** Parses the fields of one offer, and collects the values that a person has to check with the funder. */
class OfferReader {
  readonly doubts: OfferDoubt[] = []
  readonly #record: Record<string, unknown>
  readonly #profile: OfferProfile

  constructor(record: Record<string, unknown>, profile: OfferProfile) {
    this.#record = record
    this.#profile = profile
  }

  at(field: OfferField): unknown {
    return firstOf(this.#record, offerFieldNames(field, this.#profile.offer_fields))
  }

  money(field: OfferField, least = 0): number | null {
    return this.#checked(field, this.at(field), atLeast(least, centsOf(this.at(field))))
  }

  count(field: OfferField, least = 0): number | null {
    return this.#checked(field, this.at(field), atLeast(least, countOf(this.at(field))))
  }

  ratio(field: OfferField & RatioField): string | null {
    return this.#checked(field, this.at(field), this.#ratioOf(field, this.at(field)))
  }

  /**
   * Parses the list of fees. If one entry cannot be parsed, the sum of the fees is unknown, because the sum without this entry would be too
   * small.
   */
  fees(): Offer['fees'] {
    const list = this.at('fees')
    if (!Array.isArray(list)) return this.#checked('fees', list, null)
    const entries = list.slice(0, LONGEST_LIST).filter((entry: unknown) => rawOf(entry) !== null)
    return entries.map((entry: unknown) => {
      if (typeof entry === 'string') return { label: partnerText(entry.trim(), LONGEST_TEXT), ...NO_FEE }
      const fee = objectOf(entry) ?? {}
      const label = textOf(firstOf(fee, [...LABELS, 'type', 'kind', 'code'])) ?? this.#nameOf('fees')
      const percentage = firstOf(fee, ['percentage', 'percent', 'rate'])
      const amount = firstOf(fee, ['amount', 'value', 'fee'])
      if (percentage === undefined && amount === undefined) this.#checked('fees', entry, null)
      return {
        label,
        percentage: this.#checked('fees', percentage, this.#ratioOf('fee_percentage', percentage), label),
        amount_cents: this.#checked('fees', amount, centsOf(amount), label),
      }
    })
  }

  /**
   * Compares the offer's other amounts with its funded amount. Returns null for each amount that contradicts the funded amount, for example
   * because it is in another unit.
   */
  contradictions(offer: Offer): Partial<Offer> {
    const { amount_cents, payback_cents, net_to_merchant_cents, commission_cents } = offer
    if (amount_cents === null) return {}
    const { to } = ratioRule('commission_points', this.#profile.offer_units)
    const sound = (field: OfferField, cents: number | null, isSound: (cents: number) => boolean) =>
      cents === null || isSound(cents) ? cents : this.#checked<number>(field, this.at(field), null)
    return {
      payback_cents: sound('payback', payback_cents, (cents) => cents >= amount_cents),
      net_to_merchant_cents: sound(
        'net_to_merchant',
        net_to_merchant_cents,
        (cents) => cents <= amount_cents,
      ),
      commission_cents: sound('commission', commission_cents, (cents) => cents * 100 <= amount_cents * to),
    }
  }

  /**
   * Parses the prepayment discounts: the total payback if the client pays the advance off early. Checks with the rest of the offer whether
   * the values are plausible.
   */
  discounts(offer: Offer): Offer['prepayment_discounts'] {
    const list = this.at('prepayment_discounts')
    if (!Array.isArray(list)) return this.#checked('prepayment_discounts', list, null)
    const payback = shownFigures(offer).payback_cents.value
    const unit = discountAmountOf(this.#profile.discount_amount)
    return list.slice(0, LONGEST_LIST).flatMap((entry: unknown) => {
      const read = discountOf(entry, unit, payback)
      const isSound = read !== null && isSoundPayback(read.payback_cents, offer.amount_cents, payback)
      return this.#checked('prepayment_discounts', entry, isSound ? read : null) ?? []
    })
  }

  #ratioOf(field: RatioField, raw: unknown): string | null {
    const text = decimalTextOf(raw)
    return text === null ? null : readRatio(field, text, this.#profile.offer_units)
  }

  /**
   * Records a doubt (a value that a person has to check) if the partner sent a value that could not be parsed. The doubt contains the
   * partner's name for the field.
   */
  #checked<T>(field: OfferField, sent: unknown, value: T | null, label = this.#nameOf(field)): T | null {
    const raw = value === null ? rawOf(sent) : null
    if (raw !== null) this.doubts.push({ field, raw: `${label}: ${raw}` })
    return value
  }

  #nameOf(field: OfferField): string {
    const names = offerFieldNames(field, this.#profile.offer_fields)
    return names.find((name) => (this.#record[name] ?? null) !== null) ?? field
  }
}

/** Parses one prepayment discount. Returns null if the discount cannot be parsed. */
function discountOf(
  entry: unknown,
  unit: DiscountAmount,
  payback: number | null,
): { within_days: number; payback_cents: number } | null {
  const record = objectOf(entry)
  if (record === null) return null
  const within_days = countOf(firstOf(record, ['within_days', 'withinDays', 'days']))
  if (within_days === null) return null
  const amount = firstOf(record, ['amount'])
  const left = centsOf(firstOf(record, ['payback_amount', 'payback']) ?? (unit === 'payback' ? amount : null))
  if (left !== null) return { within_days, payback_cents: left }
  const off = centsOf(
    firstOf(record, ['discount_amount', 'discount']) ?? (unit === 'discount' ? amount : null),
  )
  return off === null || payback === null ? null : { within_days, payback_cents: payback - off }
}

/**
 * True if a discounted payback is plausible: not less than the funded amount, and not more than the payback without a discount. If the
 * funded amount is unknown, the lower limit is half of the payback without a discount.
 */
function isSoundPayback(cents: number, amount: number | null, payback: number | null): boolean {
  const least = amount ?? (payback === null ? 0 : payback / 2)
  return cents >= least && (payback === null || cents <= payback)
}

function atLeast(least: number, value: number | null): number | null {
  return value === null || value < least ? null : value
}

/** Field names under which an entry of a list, such as a fee, may contain its name. */
const LABELS = ['label', 'name', 'title', 'description']
const NO_FEE = { percentage: null, amount_cents: null }

function firstOf(record: Record<string, unknown>, names: readonly string[]): unknown {
  return names.map((name) => record[name]).find((value) => value !== undefined && value !== null)
}

/** Converts a date in another notation to the form `2026-05-04`. Returns the partner's text if it is not a date. */
function dateAsRead(text: string | null): string | null {
  if (text === null || readDay(text) !== null) return text
  const read = readDate(text)
  return 'date' in read ? read.date : text
}

/** Converts a known payment frequency to the app's name for it. Returns the partner's text if the frequency is unknown. */
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

/**
 * Parses the entries of a list, such as the fees, with their names. An entry may consist only of a name. Returns null if `list` is not a
 * list.
 */
function rowsOf<Row>(
  list: unknown,
  read: (entry: Record<string, unknown>, label: string) => Row,
): Row[] | null {
  if (!Array.isArray(list)) return null
  return list.slice(0, LONGEST_LIST).flatMap((entry: unknown) => {
    const record = objectOf(entry)
    const label = textOf(record === null ? entry : firstOf(record, LABELS))?.trim() ?? ''
    return label === '' ? [] : [read(record ?? {}, label)]
  })
}

/** Maximum length of a string in an offer. Longer strings are truncated. */
const LONGEST_TEXT = 200
/** Maximum length at which the app shows a value that could not be parsed. */
const LONGEST_RAW = 80

export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' ? partnerText(value, LONGEST_TEXT) || null : null
}

export function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/**
 * Converts dollars to integer cents. Rounds the decimal digits of a number or decimal string only once, so that no binary rounding error
 * occurs. Also accepts strings in a notation that people type, such as `35k`. Returns null for other values.
 */
export function centsOf(value: unknown): number | null {
  const text = typeof value === 'number' ? decimalText(value) : value
  if (typeof text !== 'string') return null
  const match = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (match === null) {
    const read = typeof value === 'string' ? readMoney(text) : null
    return read !== null && 'cents' in read ? read.cents : null
  }
  const [, sign, whole = '', fraction = ''] = match
  const roundsUp = (fraction[2] ?? '0') >= '5'
  const cents = Number(whole.replaceAll(',', '') + fraction.slice(0, 2).padEnd(2, '0')) + (roundsUp ? 1 : 0)
  if (!Number.isSafeInteger(cents)) return null
  return sign === '-' ? 0 - cents : cents
}

/** Converts a number to a string in decimal notation. Removes the spaces at both ends of a string. Returns null for other values. */
export function decimalTextOf(value: unknown): string | null {
  return (typeof value === 'number' ? decimalText(value) : textOf(value))?.trim() ?? null
}

/** Returns a value as the partner sent it, so that a person can check it. Returns null if the partner sent nothing. */
export function rawOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return partnerText(text.trim(), LONGEST_RAW) || null
}

/** Formats a number in decimal notation. Returns 0 for a number far below a cent, because JavaScript would format it with an exponent. */
function decimalText(value: number): string {
  return Math.abs(value) < 1e-6 ? '0' : String(value)
}
