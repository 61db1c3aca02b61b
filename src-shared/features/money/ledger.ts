import { shownOffers, type Statuses } from '../offers/offer-status.ts'
import { type Offer, standingOf } from '../offers/offer.ts'
import { stageOf } from '../pipeline/pipeline.ts'
import {
  COMMISSION_STATES,
  type CommissionLine,
  type CommissionState,
  type Ledger,
  type LedgerRules,
  type MoneyChanges,
  type MoneyHand,
  type Split,
} from './money-view.ts'
import { commissionOf } from '../offers/commission.ts'
import type { Shown } from '../offers/shown-figures.ts'
import { addDays, dayOf, monthOf } from '../../platform/base/days.ts'
import { ownPart, ownShare, paymentTotals, sharesOf, totalCommission } from './splits.ts'

/** Facts about the money of an accepted or funded deal. Instants are ISO 8601. */
export interface MoneyFacts {
  deal_id: string
  legal_name: string
  accepted_at: string | null
  funded_at: string | null
  declined_at: string | null
  /**
   * The current statuses of the application and the offer. A status is null while the app knows it only from an unconfirmed event (an event
   * whose signature does not cover its body). `statuses` itself is null for a funded deal.
   */
  statuses: Statuses | null
  /** The accepted offer; null while it is not known which offer was accepted. */
  offer: Offer | null
  /**
   * The number of the deal's other offers, besides `offer`. Counted only before funding and if `offer` has no status, because the deal's
   * status may then be about any of its offers. Otherwise 0.
   */
  other_offers: number
  hand: MoneyHand
  renewed_as: string | null
  renewal_told_on: string | null
}

/** Returns true if a deal counts as declined now. A deal that became active again after it was declined does not count. */
export function isDeclined({ declined_at, statuses }: Pick<MoneyFacts, 'declined_at' | 'statuses'>): boolean {
  if (declined_at === null) return false
  if (statuses === null || statuses.application_status === null) return true
  return stageOf({ ...statuses, ...shownOffers(statuses.offer_status, []), state: 'received' }) === 'declined'
}

/** True if the funder rescinded the accepted offer and no other offer was accepted after that. */
function isRescinded({ offer, other_offers, statuses }: MoneyFacts): boolean {
  if (offer !== null && offer.status !== null) return standingOf(offer, 0) === 'rescinded'
  // The event about a rescission does not say which offer was rescinded. The accepted offer therefore counts as rescinded only if the deal
  // has no other offers.
  return other_offers === 0 && statuses?.offer_status === 'offer_rescinded'
}

/**
 * Returns a deal's line of the commission ledger on a date. Returns null for a deal that was neither accepted nor funded. Also returns null
 * if, before funding, the deal was declined or its offer was rescinded, unless the broker entered a payment.
 */
export function commissionLine(
  facts: MoneyFacts,
  { clawback_days, commission_basis }: LedgerRules,
  today: string,
): CommissionLine | null {
  const { deal_id, legal_name, funded_at, accepted_at, offer, hand } = facts
  const step_at = funded_at ?? accepted_at
  if (step_at === null) return null
  const isOver = funded_at === null && (isDeclined(facts) || isRescinded(facts))
  if (isOver && hand.payments.length === 0) return null
  const clawback_on =
    hand.clawback_on ?? (funded_at === null ? null : addDays(dayOf(funded_at), clawback_days))
  const offered = offeredCommission(facts, commission_basis)
  const expected = expectedCommission(facts, offered)
  const paid = paymentTotals(hand.payments)
  const outstanding_cents = isOver ? 0 : outstandingCents(paid, expected.expected_cents)
  return {
    deal_id,
    legal_name,
    step: funded_at === null ? 'accepted' : 'funded',
    step_on: dayOf(step_at),
    amount_cents: fundedCents(facts),
    ...expected,
    ...paid,
    outstanding_cents,
    clawback_on,
    state: stateOf(paid, clawback_on, today),
    ...ownShares(hand.splits, paid, expected.expected_cents, outstanding_cents),
    from_offer: {
      amount_cents: offer?.amount_cents ?? null,
      expected_cents: offered.value,
    },
    hand,
  }
}

/** Returns the funded amount. An amount entered by the broker replaces that of the accepted offer. */
export function fundedCents({ hand, offer }: Pick<MoneyFacts, 'hand' | 'offer'>): number | null {
  return hand.amount_cents ?? offer?.amount_cents ?? null
}

/**
 * Returns the commission of the accepted offer. If the offer does not report it, calculates it from the amount that was actually funded.
 */
function offeredCommission(facts: MoneyFacts, basis: LedgerRules['commission_basis']): Shown<number> {
  const { offer } = facts
  if (offer === null) return { value: null, from: 'calculated', ours: null }
  return commissionOf({ ...offer, amount_cents: fundedCents(facts) }, basis)
}

function expectedCommission(
  { hand }: MoneyFacts,
  offered: Shown<number>,
): Pick<CommissionLine, 'expected_cents' | 'expected_from'> {
  if (hand.expected_cents !== null) return { expected_cents: hand.expected_cents, expected_from: 'hand' }
  if (offered.value === null) return { expected_cents: null, expected_from: null }
  return {
    expected_cents: offered.value,
    expected_from: offered.from === 'reported' ? 'offer' : 'calculated',
  }
}

type Paid = ReturnType<typeof paymentTotals>

/** True if the funder took back everything that it paid. */
const isClawedBack = ({ settled_cents, clawed_back_cents }: Paid) =>
  clawed_back_cents > 0 && clawed_back_cents === settled_cents

/**
 * Returns the unpaid part of a commission. Null if the commission is unknown. Nobody pays a second time what was clawed back, and nothing
 * more is expected of a commission that was clawed back as a whole.
 */
function outstandingCents(paid: Paid, expected_cents: number | null): number | null {
  const { settled_cents } = paid
  if (isClawedBack(paid)) return 0
  if (expected_cents === null) return settled_cents === null ? null : 0
  return Math.max(0, expected_cents - (settled_cents ?? 0))
}

/** Returns how much more was paid than expected, or 0. */
export function overpaidCents({
  expected_cents,
  settled_cents,
}: Pick<CommissionLine, 'expected_cents' | 'settled_cents'>): number {
  return expected_cents === null ? 0 : Math.max(0, (settled_cents ?? 0) - expected_cents)
}

type OwnShares = Pick<
  CommissionLine,
  | 'shares'
  | 'own_cents'
  | 'own_expected_cents'
  | 'own_settled_cents'
  | 'own_clawed_back_cents'
  | 'own_outstanding_cents'
>

function ownShares(
  splits: readonly Split[],
  { settled_cents, clawed_back_cents }: Paid,
  expected_cents: number | null,
  outstanding_cents: number | null,
): OwnShares {
  const whole = totalCommission(expected_cents, settled_cents)
  if (whole === null)
    return {
      shares: splits.map(({ name }) => ({ name, cents: null })),
      own_cents: null,
      own_expected_cents: null,
      own_settled_cents: null,
      own_clawed_back_cents: 0,
      own_outstanding_cents: null,
    }
  const cents = sharesOf(splits, whole)
  const own_cents = ownShare(splits, whole)
  const paid = settled_cents === null ? null : ownPart(splits, whole, settled_cents)
  return {
    shares: splits.map(({ name }, at) => ({ name, cents: cents[at] ?? null })),
    own_cents,
    own_expected_cents: expected_cents === null ? null : ownShare(splits, expected_cents),
    own_settled_cents: paid,
    own_clawed_back_cents: ownPart(splits, whole, clawed_back_cents),
    own_outstanding_cents: outstanding_cents === 0 ? 0 : own_cents - (paid ?? 0),
  }
}

function stateOf(paid: Paid, clawback_on: string | null, today: string): CommissionState {
  if (isClawedBack(paid)) return 'clawed_back'
  if (paid.settled_cents === null) return 'expected'
  // The clawback date itself counts as at risk: the funder can take the money back until that day is over.
  return clawback_on === null || today <= clawback_on ? 'at_risk' : 'settled'
}

/**
 * Returns the broker's share of a ledger line, by state. The unpaid part is added to `expected`, what was clawed back to `clawed_back`, and
 * the rest of the paid part to the line's own state.
 */
export function sumsOf({
  state,
  own_outstanding_cents,
  own_settled_cents,
  own_clawed_back_cents: clawed_back,
}: Pick<
  CommissionLine,
  'state' | 'own_outstanding_cents' | 'own_settled_cents' | 'own_clawed_back_cents'
>): CommissionSums {
  const sums = { ...NO_SUMS, expected: own_outstanding_cents ?? 0, clawed_back }
  sums[state] += (own_settled_cents ?? 0) - clawed_back
  return sums
}

/** True if the ledger shows a line under this state: also under `expected` if it is partly paid, and under `clawed_back` if a part was. */
export function isInState(line: CommissionLine, state: CommissionState): boolean {
  return (
    line.state === state ||
    (state === 'expected' && (line.outstanding_cents ?? 0) > 0) ||
    (state === 'clawed_back' && line.clawed_back_cents > 0)
  )
}

type CommissionSums = Record<CommissionState, number>
const NO_SUMS: CommissionSums = { expected: 0, at_risk: 0, settled: 0, clawed_back: 0 }

/** Returns the commission ledger on a date, newest lines first, with its sums by month and state. */
export function ledgerOf(facts: readonly MoneyFacts[], rules: LedgerRules, today: string): Ledger {
  const lines = facts
    .flatMap((one) => commissionLine(one, rules, today) ?? [])
    .toSorted((a, b) => (a.step_on === b.step_on ? 0 : a.step_on < b.step_on ? 1 : -1))
  const months = new Map<string, Ledger['months'][number]>()
  for (const line of lines) {
    const month = monthOf(line.step_on)
    let entry = months.get(month)
    if (entry === undefined) months.set(month, (entry = { month, lines: 0, sums: { ...NO_SUMS } }))
    entry.lines += 1
    const sums = sumsOf(line)
    for (const state of COMMISSION_STATES) entry.sums[state] += sums[state]
  }
  return { lines, months: [...months.values()], ...rules }
}

/** Applies a change to the broker's manual entries. Payments are kept in the order of their dates. */
export function withChanges(hand: MoneyHand, changes: MoneyChanges): MoneyHand {
  const reported = Object.entries(changes).filter(([, value]) => value !== undefined)
  const next: MoneyHand = { ...hand, ...Object.fromEntries(reported) }
  return { ...next, payments: next.payments.toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1)) }
}

export function changesBack(before: MoneyHand, after: MoneyHand): MoneyChanges {
  return Object.fromEntries(
    Object.entries(before).filter(
      ([key, value]) => JSON.stringify(after[key as keyof MoneyHand]) !== JSON.stringify(value),
    ),
  )
}
