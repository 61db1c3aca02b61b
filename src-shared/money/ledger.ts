import type { Statuses } from '../domain/newest-status.ts'
import { endsIn, isAccepted, standingOf, type Offer } from '../domain/offer.ts'
import { shownOffers } from '../domain/offer-status.ts'
import { stageOf } from '../domain/pipeline.ts'
import {
  COMMISSION_STATES,
  type CommissionLine,
  type CommissionState,
  type Ledger,
  type LedgerRules,
  type MoneyChanges,
  type MoneyHand,
} from '../domain/money.ts'
import { commissionOf } from '../offers/commission.ts'
import { addDays, dayOf, monthOf } from './days.ts'

/** What is known about the money of a deal that was accepted or funded. Instants are ISO 8601. */
export interface MoneyFacts {
  deal_id: string
  legal_name: string
  accepted_at: string | null
  funded_at: string | null
  declined_at: string | null
  /** Those of now, each null while it rests on an event that nothing binds to its body; null altogether of a funded deal. */
  statuses: Statuses | null
  /** The offer that was accepted; null while it is not known which. */
  offer: Offer | null
  /** How many others of the deal are known, where only the deal's own status could tell what became of `offer`. */
  other_offers: number
  hand: MoneyHand
  renewed_as: string | null
  renewal_told_on: string | null
}

/**
 * The offer that a deal was funded by: the one whose status says accepted; where the service tells no statuses, the one that it
 * took the acceptance of from here (`own_offer_id`), else the only one there is. Null where that leaves a doubt, since a wrong
 * commission is worse than none.
 */
export function acceptedOffer(offers: readonly Offer[], own_offer_id: string | null): Offer | null {
  const accepted = offers.filter((offer) => isAccepted(offer) || endsIn(offer.status ?? '', ['funded']))
  if (accepted.length > 0) return accepted.length === 1 ? (accepted[0] ?? null) : null
  if (own_offer_id !== null)
    return offers.find(({ offer_id, status }) => offer_id === own_offer_id && status === null) ?? null
  const [only, ...others] = offers
  return only !== undefined && others.length === 0 && only.status === null ? only : null
}

/** Whether a deal that was declined once is so now: one that came back goes on. */
export function isDeclined({ declined_at, statuses }: Pick<MoneyFacts, 'declined_at' | 'statuses'>): boolean {
  if (declined_at === null) return false
  if (statuses === null || statuses.partner_status === null) return true
  return stageOf({ ...statuses, ...shownOffers(statuses.offer_status, []), state: 'received' }) === 'declined'
}

/** Whether the offer that was accepted does not stand any more, and no other was accepted since. */
function isRescinded({ offer, other_offers, statuses }: MoneyFacts): boolean {
  if (offer !== null && offer.status !== null) return standingOf(offer, 0) === 'rescinded'
  // The event names no offer: of several it may be about another one.
  return other_offers === 0 && statuses?.offer_status === 'offer_rescinded'
}

/**
 * A deal's line of the ledger on a day; null for one that was neither accepted nor funded, or that is declined or without its offer
 * before it was funded and of which the broker wrote down no payment.
 */
export function commissionLine(
  facts: MoneyFacts,
  { clawback_days, commission_basis }: LedgerRules,
  today: string,
): CommissionLine | null {
  const { deal_id, legal_name, funded_at, accepted_at, hand } = facts
  const step_at = funded_at ?? accepted_at
  if (step_at === null) return null
  const isOver = funded_at === null && (isDeclined(facts) || isRescinded(facts))
  if (isOver && hand.settled_cents === null) return null
  const clawback_on =
    hand.clawback_on ?? (funded_at === null ? null : addDays(dayOf(funded_at), clawback_days))
  return {
    deal_id,
    legal_name,
    step: funded_at === null ? 'accepted' : 'funded',
    step_on: dayOf(step_at),
    amount_cents: fundedCents(facts),
    ...expectedCommission(facts, commission_basis),
    settled_cents: hand.settled_cents,
    settled_on: hand.settled_on,
    clawback_on,
    clawed_back_on: hand.clawed_back_on,
    state: stateOf(hand, clawback_on, today),
    hand,
  }
}

/** The amount that a deal got. What the broker filled in replaces the accepted offer's. */
export function fundedCents({ hand, offer }: Pick<MoneyFacts, 'hand' | 'offer'>): number | null {
  return hand.amount_cents ?? offer?.amount_cents ?? null
}

function expectedCommission(
  { hand, offer }: MoneyFacts,
  basis: LedgerRules['commission_basis'],
): Pick<CommissionLine, 'expected_cents' | 'expected_from'> {
  if (hand.expected_cents !== null) return { expected_cents: hand.expected_cents, expected_from: 'hand' }
  const { value, from } = offer === null ? UNKNOWN : commissionOf(offer, basis)
  if (value === null) return { expected_cents: null, expected_from: null }
  return { expected_cents: value, expected_from: from === 'told' ? 'offer' : 'calculated' }
}

const UNKNOWN = { value: null, from: 'figured' } as const

function stateOf(hand: MoneyHand, clawback_on: string | null, today: string): CommissionState {
  if (hand.settled_cents === null) return 'expected'
  if (hand.clawed_back_on !== null) return 'clawed_back'
  // The last day counts: until it is over the money can be taken back.
  return clawback_on === null || today <= clawback_on ? 'at_risk' : 'settled'
}

/** What a line counts for in the sums: what came where something came, what is expected before. */
export function countedCents({ state, expected_cents, settled_cents }: CommissionLine): number {
  return (state === 'expected' ? expected_cents : settled_cents) ?? 0
}

/** The ledger on a day, newest first, with its sums by month and state. */
export function ledgerOf(facts: readonly MoneyFacts[], rules: LedgerRules, today: string): Ledger {
  const lines = facts
    .flatMap((one) => commissionLine(one, rules, today) ?? [])
    .toSorted((a, b) => (a.step_on === b.step_on ? 0 : a.step_on < b.step_on ? 1 : -1))
  const months = new Map<string, Ledger['months'][number]>()
  for (const line of lines) {
    const month = monthOf(line.step_on)
    let entry = months.get(month)
    if (entry === undefined) months.set(month, (entry = { month, lines: 0, sums: noSums() }))
    entry.lines += 1
    entry.sums[line.state] += countedCents(line)
  }
  return { lines, months: [...months.values()], ...rules }
}

function noSums(): Record<CommissionState, number> {
  return Object.fromEntries(COMMISSION_STATES.map((state) => [state, 0])) as Record<CommissionState, number>
}

/**
 * What is written by hand after a change: what was paid has the day it was paid on, today where none is told; what was not paid
 * has no such day and cannot be taken back.
 */
export function withChanges(hand: MoneyHand, changes: MoneyChanges, today: string): MoneyHand {
  const told = Object.entries(changes).filter(([, value]) => value !== undefined)
  const next: MoneyHand = { ...hand, ...Object.fromEntries(told) }
  if (next.settled_cents === null) return { ...next, settled_on: null, clawed_back_on: null }
  return { ...next, settled_on: next.settled_on ?? today }
}

/** The change that leads back from one state of what was written to another. */
export function changesBack(before: MoneyHand, after: MoneyHand): MoneyChanges {
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => after[key as keyof MoneyHand] !== value),
  )
}
