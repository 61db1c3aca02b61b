import type { MoneyHand } from './money-schema.ts'

export type * from './money-schema.ts'

/** What a deal reached on its way, told by the service; each is kept with when it was first told. */
export const MILESTONES = ['offered', 'accepted', 'funded', 'declined'] as const
export type Milestone = (typeof MILESTONES)[number]

export const NO_HAND: MoneyHand = {
  amount_cents: null,
  expected_cents: null,
  settled_cents: null,
  settled_on: null,
  clawback_on: null,
  clawed_back_on: null,
  note: null,
  splits: [],
  renewal_on: null,
  renewal_off: false,
}

/**
 * `expected`: not paid to the broker yet. `at_risk`: paid, and the merchant's default could still take it back. `settled`: paid,
 * and that time is over. `clawed_back`: it was taken back.
 */
export const COMMISSION_STATES = ['expected', 'at_risk', 'settled', 'clawed_back'] as const

/** Where an expected commission comes from: the broker, the accepted offer, or a calculation from its other figures. */
export const EXPECTED_FROM = ['hand', 'offer', 'calculated'] as const

export const USUAL_CLAWBACK_DAYS = 45

export const PERIODS = ['30', '90', 'year', 'all'] as const
