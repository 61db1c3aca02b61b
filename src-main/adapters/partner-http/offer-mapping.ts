import { z } from 'zod'
import type { Offer } from '../../../src-shared/domain/deal.ts'

/**
 * Reads offers of the shapes that comparable services send: the specification shows none (section 2). What is not there is
 * null, and an entry that has no id is left out.
 */
export function readOffers(entries: unknown[]): Offer[] {
  return entries.flatMap((entry) => {
    const offer = mapOffer(entry)
    return offer === null ? [] : [offer]
  })
}

/** The list in an answer: the answer itself, or what stands under the profile's key or a usual one. */
export function listOf(body: unknown, items: string | undefined): unknown[] {
  if (Array.isArray(body)) return body
  if (typeof body !== 'object' || body === null) return []
  const record = body as Record<string, unknown>
  for (const key of [items, 'items', 'data', 'results']) {
    const list = key === undefined ? undefined : record[key]
    if (Array.isArray(list)) return list
  }
  return []
}

const recordSchema = z.record(z.string(), z.unknown())

/** One offer; null for what has no id. A single one may come wrapped (`{offer: {…}}`, `{data: {…}}`). */
export function readOffer(entry: unknown): Offer | null {
  const parsed = recordSchema.safeParse(entry)
  if (!parsed.success) return null
  // A bare offer may well have a field of such a name, which then is no offer itself.
  return mapOffer(parsed.data['offer']) ?? mapOffer(parsed.data['data']) ?? mapOffer(entry)
}

function mapOffer(entry: unknown): Offer | null {
  const parsed = recordSchema.safeParse(entry)
  if (!parsed.success) return null
  const record = parsed.data
  const first = (...names: string[]) =>
    names.map((name) => record[name]).find((value) => value !== undefined && value !== null)
  const offer_id = textOf(first('offer_id', 'id', 'uuid'))
  if (offer_id === null) return null
  const term = textOf(first('term', 'term_months'))
  const unit =
    textOf(first('term_unit', 'termUnit')) ?? (record['term_months'] === undefined ? null : 'months')
  return {
    offer_id,
    status: textOf(first('status')),
    amount_cents: centsOf(first('amount', 'funding_amount')),
    payback_cents: centsOf(first('total_payback', 'payback_amount', 'payback')),
    payment_cents: centsOf(first('payment_amount', 'payment')),
    payment_frequency: textOf(first('payment_frequency', 'frequency')),
    payments: countOf(first('number_of_payments', 'payments', 'payment_count', 'numberOfPayments')),
    term: term === null ? null : unit === null ? term : `${term} ${unit}`,
    factor_rate: textOf(first('factor_rate', 'factor')),
    commission_cents: centsOf(first('commission_amount', 'commission')),
    net_to_merchant_cents: centsOf(first('net_to_merchant', 'net_amount', 'net')),
    expires_at: textOf(first('expires_at', 'expires', 'expiration_date')),
  }
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value.slice(0, 200) : null
}

function countOf(value: unknown): number | null {
  const count = typeof value === 'string' ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Dollars, as a number or a decimal string, in integer cents; rounded once, by the digits of the decimal text. */
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

/** A number in decimals. Very small ones are written with an exponent, and are no cent. */
function decimalText(value: number): string {
  return Math.abs(value) < 1e-6 ? '0' : String(value)
}
