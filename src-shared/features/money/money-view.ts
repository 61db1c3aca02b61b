import type { CommissionBasis } from '../../platform/partner/offer-units.ts'

export const NO_HAND: MoneyHand = {
  amount_cents: null,
  expected_cents: null,
  payments: [],
  clawback_on: null,
  note: null,
  splits: [],
  renewal_on: null,
  renewal_off: false,
}

/**
 * States of a commission. `expected`: not paid to the broker yet. `at_risk`: paid, but the funder can still reclaim it if the merchant
 * defaults. `settled`: paid, and the funder can no longer reclaim it. `clawed_back`: the funder reclaimed all of it.
 */
export const COMMISSION_STATES = ['expected', 'at_risk', 'settled', 'clawed_back'] as const

/**
 * Where an expected commission comes from: the broker entered it, the accepted offer reports it, or the app calculated it from the offer's
 * other figures.
 */
export const EXPECTED_FROM = ['hand', 'offer', 'calculated'] as const

export const USUAL_CLAWBACK_DAYS = 45

export const PERIODS = ['30', '90', 'year', 'all'] as const

/** A part of a commission that another broker or a referrer gets: either a percentage of the commission, or an amount. */
export interface Split {
  name: string
  percent: string | null
  amount_cents: number | null
}

export const MOST_PAYMENTS = 50

export const PAYMENT_KINDS = ['received', 'clawed_back'] as const

/** A payment of a commission to the broker, or a clawback: an amount that the funder took back. */
export interface CommissionPayment {
  kind: (typeof PAYMENT_KINDS)[number]
  on: string
  cents: number
}

/** The broker's manual entries about the money of a deal. A value is null if the broker entered none. */
export interface MoneyHand {
  amount_cents: number | null
  expected_cents: number | null
  /** What the broker was paid, and what the funder took back. The clawbacks never exceed the payments. */
  payments: CommissionPayment[]
  /** Overrides the clawback date, which the app calculates from the funding date and the clawback period. */
  clawback_on: string | null
  note: string | null
  splits: Split[]
  /** Overrides the date on which the renewal is due. The app estimates this date: half of the payments are made by then. */
  renewal_on: string | null
  /** True if the broker marked the deal as not renewable. */
  renewal_off: boolean
}

export type MoneyChanges = { [K in keyof MoneyHand]?: MoneyHand[K] | undefined }

export type CommissionState = (typeof COMMISSION_STATES)[number]

/** One deal in the commission ledger. A value is null if neither the broker, the partner, nor a calculation provides it. */
export interface CommissionLine {
  deal_id: string
  legal_name: string
  /** The latest step that the deal has reached. `step_on` is the date of this step. */
  step: 'accepted' | 'funded'
  step_on: string
  amount_cents: number | null
  expected_cents: number | null
  expected_from: (typeof EXPECTED_FROM)[number] | null
  /** Everything that was paid, including what was clawed back later. Null before the first payment. */
  settled_cents: number | null
  clawed_back_cents: number
  /** The unpaid part of `expected_cents`. Null if the expected amount is unknown. */
  outstanding_cents: number | null
  clawback_on: string | null
  state: CommissionState
  /** The amount of each split of the commission. Null while the commission is unknown. */
  shares: {
    name: string
    cents: number | null
  }[]
  /** The broker's share of the whole commission, after splits, with its paid, clawed back, and unpaid parts. */
  own_cents: number | null
  /** The broker's share of `expected_cents`. It is less than `own_cents` if more was paid than expected. */
  own_expected_cents: number | null
  own_settled_cents: number | null
  own_clawed_back_cents: number
  own_outstanding_cents: number | null
  /** The amounts that would apply if the broker had entered nothing. */
  from_offer: {
    amount_cents: number | null
    expected_cents: number | null
  }
  hand: MoneyHand
}

/** Settings that the ledger depends on. `commission_basis` is null if the endpoint profile is unreadable. */
export interface LedgerRules {
  clawback_days: number
  commission_basis: CommissionBasis | null
}

/**
 * The commission ledger. `lines` begins with the newest deal. `months` begins with the newest month. It contains, for each month in which
 * deals were funded or accepted, the sum of the commissions in each state.
 */
export interface Ledger extends LedgerRules {
  lines: CommissionLine[]
  months: {
    month: string
    lines: number
    sums: Record<CommissionState, number>
  }[]
}

/** A renewal: on `due_on`, the broker should call a funded merchant about a new advance. `due_on` is null while the date is unknown. */
export interface Renewal {
  deal_id: string
  legal_name: string
  funded_on: string
  amount_cents: number | null
  due_on: string | null
  /** True if `due_on` was calculated from the accepted offer, not entered by the broker. */
  is_estimate: boolean
  state: 'upcoming' | 'due' | 'undated' | 'started' | 'off'
  /** The id of the draft that was started for the renewal, if any. */
  renewed_as: string | null
}

export type Period = (typeof PERIODS)[number]

interface Times {
  deals: number
  median_minutes: number | null
  p90_minutes: number | null
}

export interface Dashboard {
  /** How far the deals that were started in the period have progressed. */
  funnel: {
    started: number
    submitted: number
    offered: number
    funded: number
  }
  /** The figures of the last twelve months, oldest first. The chosen period does not affect them. */
  months: {
    month: string
    funded: number
    /** Number of funded deals with an unknown amount. `funded_cents` does not include them. */
    unknown: number
    funded_cents: number
    /** Commission that is not paid yet. Includes the unpaid rest of commissions that are paid in part. */
    expected_cents: number
    /** The part of `expected_cents` that the app calculated because the offers do not report a commission. */
    calculated_cents: number
    /** Number of funded deals whose commission is unknown. No sum includes them. */
    unknown_commissions: number
    /** Commission that is paid, not clawed back, and whose clawback date has not passed yet. */
    at_risk_cents: number
    /** Commission that is paid, not clawed back, and whose clawback date has passed. */
    settled_cents: number
  }[]
  /** Time from submission to the first offer, for deals submitted in the period. */
  time_to_offer: Times & {
    months: (Times & {
      month: string
    })[]
  }
  /** Reasons for declines in the period, the most frequent first. `reason` is null if the partner gave none. */
  declines: {
    reason: string | null
    deals: number
  }[]
  /** Deals submitted in the period, grouped by the requested amount. */
  bands: {
    up_to_cents: number | null
    submitted: number
    offered: number
    funded: number
  }[]
}
