import type { Offer } from '../../../src-shared/features/offers/offer.ts'
import type { OfferScenario } from '../../../src-shared/features/offers/offer-scenario.ts'
import { messages, type Messages } from '../../../src-shared/platform/texts/messages.ts'
import { percent as percentIn } from '../../../src-shared/platform/texts/plural.ts'
import { aprAssumptionText, type AprAssumption } from '../../../src-shared/features/offers/apr.ts'
import { frequencyOf, type Frequency } from '../../../src-shared/platform/partner/offer-words.ts'
import { percentOf, rateOf, rateText } from '../../../src-shared/platform/base/exact.ts'
import type { CommissionBasis } from '../../../src-shared/platform/partner/offer-units.ts'
import { commissionAt, commissionOf } from '../../../src-shared/features/offers/commission.ts'
import {
  leverageOf,
  PAYMENTS_A_MONTH,
  type ExistingDebt,
} from '../../../src-shared/features/money/leverage.ts'
import {
  scenarioAsMade,
  figuresAt,
  scenarioOf,
  withinBounds,
} from '../../../src-shared/features/offers/figures.ts'
import type { OfferField } from '../../../src-shared/platform/partner/offer-fields.ts'
import { shownFigures, type Shown } from '../../../src-shared/features/offers/shown-figures.ts'
import { termLabel } from '../../../src-shared/features/offers/term.ts'
import { dayText, formatCents } from '../../platform/ui/formats.ts'

export type RowName = keyof Messages['offers']['rows']

export interface Cell {
  lines: string[]
  /** The figure as a number, for comparing it with the same figure of other offers. Null if the figure cannot be compared. */
  weight: number | null
  calculated: boolean
  /** The value that the app calculated, if the partner reports a different value. Otherwise null. */
  ours: string | null
  doubts: string[]
  /**
   * The value in the partner's offer, if the broker's scenario (other terms that the broker tries out) has a different value. Otherwise
   * null.
   */
  offered: string | null
  /** The assumptions on which an estimated figure is based. Null if the figure is not an estimate. */
  basedOn: string | null
}

/** The rows of the comparison in display order, by group. `prefer` says whether a high or a low value is better. */
export const ROWS: Record<'merchant' | 'broker', readonly { row: RowName; prefer: 'high' | 'low' | null }[]> =
  {
    merchant: [
      { row: 'amount', prefer: 'high' },
      { row: 'term', prefer: null },
      { row: 'payment', prefer: null },
      { row: 'factor', prefer: 'low' },
      { row: 'payback', prefer: 'low' },
      { row: 'fees', prefer: 'low' },
      { row: 'balance', prefer: null },
      { row: 'net', prefer: 'high' },
      { row: 'apr', prefer: 'low' },
      { row: 'holdback', prefer: 'low' },
      { row: 'position', prefer: null },
      { row: 'discounts', prefer: null },
      { row: 'stipulations', prefer: null },
      { row: 'expires', prefer: null },
    ],
    broker: [
      { row: 'commission', prefer: 'high' },
      { row: 'buyRate', prefer: null },
      { row: 'upsell', prefer: null },
      { row: 'leverage', prefer: 'low' },
      { row: 'burden', prefer: 'low' },
    ],
  }

/** The rows whose figures depend on more than the offer: on the time, or on the values of the form. */
type OtherRow = 'expires' | 'leverage' | 'burden'

/**
 * Returns how heavily the merchant would be in debt with an offer, or with the broker's scenario of it. Both figures are always calculated.
 */
export function leverageCells(
  offer: Offer,
  chosen: OfferScenario['choice'],
  debt: ExistingDebt,
): Record<'leverage' | 'burden', Cell> {
  const { leverage: text } = messages().offers
  const choice = scenarioOf(offer, chosen)
  const shown = shownFigures(offer)
  const terms =
    choice === null
      ? { payback_cents: shown.payback_cents.value, payment_cents: shown.payment_cents.value }
      : figuresAt(offer, choice)
  const { times, burden_percent } = leverageOf(debt, {
    payback_cents: terms.payback_cents,
    payment_cents: terms.payment_cents,
    payment_frequency: offer.payment_frequency,
    existing_balance_cents: offer.existing_balance_cents,
  })
  // The lines after the first one explain it.
  const line = (words: string) => (debt.positions === 0 ? `${words}\n${text.noPositions}` : words)
  const cell = (value: string | null, wordsOf: (value: string) => string) =>
    figure({ value, from: 'calculated', ours: null }, (one) => line(wordsOf(one)), Number)
  const cells = { leverage: cell(times, text.times), burden: cell(burden_percent, text.percent) }
  if (choice === null) return cells
  const asOffered = leverageCells(offer, null, debt)
  const changed = (row: keyof typeof cells): Cell => {
    const before = asOffered[row].lines[0] ?? ''
    return { ...cells[row], offered: before === (cells[row].lines[0] ?? '') ? null : before }
  }
  return { leverage: changed('leverage'), burden: changed('burden') }
}

/**
 * Returns the figures of an offer. With a `chosen` scenario that differs from the offer's own terms, returns the figures of the broker's scenario
 * (other terms of the offer). With a `rhythm`, the payment is also converted to it, so that the payments of several offers compare.
 */
export function cellsOf(
  offer: Offer,
  chosen: OfferScenario['choice'],
  basis: CommissionBasis | null,
  rhythm: Frequency | null = null,
): Record<Exclude<RowName, OtherRow>, Cell> {
  const asOffered = withDoubts(offeredCells(offer, basis, rhythm), offer)
  const choice = scenarioOf(offer, chosen)
  if (choice === null) return asOffered
  const mine = figuresAt(offer, choice)
  const commission = commissionAt(offer, choice, basis)
  const { upsell } = withinBounds(offer, choice)
  const changed = (row: keyof typeof asOffered, text: string | null, weight: number | null): Cell => {
    const before = asOffered[row].lines.join(', ')
    const lines = text === null ? [] : text.split('\n')
    return {
      ...reported(lines, weight),
      offered: before === lines.join(', ') ? null : before,
      doubts: asOffered[row].doubts,
    }
  }
  return {
    ...asOffered,
    amount: changed('amount', money(mine.amount_cents), mine.amount_cents),
    payment: changed(
      'payment',
      paymentText(offer, shownFigures(offer).payments, mine.payment_cents, true, rhythm),
      null,
    ),
    factor: changed('factor', mine.factor_rate, numberOf(mine.factor_rate)),
    payback: changed('payback', money(mine.payback_cents), mine.payback_cents),
    fees: changed('fees', money(mine.fees_cents), mine.fees_cents),
    net: changed('net', money(mine.net_to_merchant_cents), mine.net_to_merchant_cents),
    apr: {
      ...changed('apr', percent(mine.apr), numberOf(mine.apr)),
      basedOn: basedOnText(mine.apr_estimate?.assumptions ?? []),
    },
    // Only the partner can calculate the holdback and the discounts, so a scenario has no values for them.
    holdback: changed('holdback', null, null),
    discounts: changed('discounts', null, null),
    commission: changed('commission', money(commission), commission),
    upsell: changed('upsell', messages().offers.points(pointsOf(upsell) ?? '0'), null),
  }
}

const FIELDS: Partial<Record<RowName, readonly OfferField[]>> = {
  amount: ['amount', 'minimum_amount', 'maximum_amount'],
  payment: ['payment', 'payments'],
  factor: ['factor_rate'],
  payback: ['payback'],
  fees: ['fees', 'total_fees'],
  balance: ['existing_balance'],
  net: ['net_to_merchant'],
  apr: ['apr'],
  holdback: ['holdback_percent'],
  position: ['position'],
  discounts: ['prepayment_discounts'],
  commission: ['commission', 'commission_points'],
  buyRate: ['buy_rate'],
  upsell: ['upsell', 'maximum_upsell'],
}

function withDoubts<Cells extends Record<string, Cell>>(cells: Cells, { doubts }: Offer): Cells {
  if (doubts.length === 0) return cells
  const marked = Object.entries(cells).map(([row, cell]) => {
    const fields = FIELDS[row as RowName] ?? []
    const raw = doubts.filter(({ field }) => fields.includes(field)).map((doubt) => doubt.raw)
    return [row, { ...cell, doubts: raw }] as const
  })
  return Object.fromEntries(marked) as Cells
}

/** Converts a factor (a share) to points (percentage points): `0.0800` becomes `8`. */
export function pointsOf(factor: string | null): string | null {
  const rate = rateOf(factor)
  return rate === null ? null : rateText(rate * 100n, 0)
}

/** Converts points to a factor without rounding: `8.25` becomes `0.0825`. Returns null for invalid numbers. */
export function upsellOf(points: string): string | null {
  const rate = percentOf(points)
  return rate === null ? null : rateText(rate)
}

function offeredCells(
  offer: Offer,
  basis: CommissionBasis | null,
  rhythm: Frequency | null,
): Record<Exclude<RowName, OtherRow>, Cell> {
  const text = messages().offers
  const shown = shownFigures(offer)
  const upsell = pointsOf(scenarioAsMade(offer)?.upsell ?? null)
  const most = pointsOf(offer.maximum_upsell)
  return {
    amount: reported([money(offer.amount_cents)], offer.amount_cents),
    term: figure(shown.term, (term) => termLabel(term, text.termUnits)),
    payment: figure(shown.payment_cents, (cents) =>
      paymentText(offer, shown.payments, cents, shown.payment_cents.from === 'reported', rhythm),
    ),
    factor: figure(shown.factor_rate, (factor) => factor, Number),
    payback: figure(shown.payback_cents, money, Number),
    fees: figure(shown.fees_cents, money, Number),
    balance: reported([money(offer.existing_balance_cents)]),
    net: figure(shown.net_to_merchant_cents, money, Number),
    apr: {
      ...figure(shown.apr, percent, Number),
      basedOn: basedOnText(shown.apr.estimate?.assumptions ?? []),
    },
    holdback: reported([percent(offer.holdback_percent)], numberOf(offer.holdback_percent)),
    position: reported([offer.position === null ? null : String(offer.position)]),
    discounts: reported(
      offer.prepayment_discounts?.map(({ payback_cents, within_days }) =>
        text.discount(formatCents(payback_cents), within_days),
      ) ?? [],
    ),
    stipulations: reported(offer.stipulations?.map(({ label }) => label) ?? []),
    commission: figure(commissionOf(offer, basis), money, Number),
    buyRate: reported([offer.buy_rate]),
    upsell: reported(
      offer.buy_rate === null || upsell === null
        ? [most === null ? null : text.atMost(text.points(most))]
        : [text.points(upsell), most === null ? null : text.atMost(text.points(most))],
    ),
  }
}

function reported(lines: (string | null)[], weight: number | null = null): Cell {
  return {
    lines: lines.filter((line) => line !== null),
    weight,
    calculated: false,
    ours: null,
    offered: null,
    basedOn: null,
    doubts: [],
  }
}

function figure<T>(
  { value, from, ours }: Shown<T>,
  text: (value: T) => string | null,
  weigh?: (value: T) => number,
): Cell {
  const line = value === null ? null : text(value)
  return {
    ...reported(line?.split('\n') ?? [], value === null || weigh === undefined ? null : weigh(value)),
    calculated: value !== null && from === 'calculated',
    ours: ours === null ? null : text(ours),
  }
}

function basedOnText(assumptions: readonly AprAssumption[]): string | null {
  if (assumptions.length === 0) return null
  return messages().offers.basedOn(aprAssumptionText(assumptions, dayText).join('; '))
}

/**
 * Formats the payment. If the number of payments was calculated, adds a mark to this number, unless the whole cell is already marked as
 * calculated. A payment that is converted to another rhythm comes first, with the mark, and then the offered one.
 */
function paymentText(
  offer: Offer,
  count: Shown<number>,
  cents: number | null,
  marks_count: boolean,
  rhythm: Frequency | null,
): string | null {
  if (cents === null) return null
  const text = messages().offers
  const frequency = frequencyOf(offer.payment_frequency)
  const often = frequency === null ? (offer.payment_frequency ?? '') : text.frequency[frequency]
  const offered = text.payment(formatCents(cents), often)
  const isConverted = rhythm !== null && frequency !== null && frequency !== rhythm
  const converted = isConverted
    ? Math.round((cents * PAYMENTS_A_MONTH[frequency]) / PAYMENTS_A_MONTH[rhythm])
    : null
  const each =
    converted === null || rhythm === null
      ? offered
      : `${text.payment(formatCents(converted), text.frequency[rhythm])} (${text.calculated})\n${offered}`
  if (count.value === null) return each
  const payments = messages().offers.termUnits.payments(count.value)
  return `${each}\n${marks_count && count.from === 'calculated' ? `${payments} (${text.calculated})` : payments}`
}

const money = (cents: number | null) => (cents === null ? null : formatCents(cents))
const percent = (value: string | null) => (value === null ? null : percentIn(value))
const numberOf = (text: string | null) => (text === null ? null : Number(text))
