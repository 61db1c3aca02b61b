import type {
  Dashboard,
  LedgerRules,
  Milestone,
  MoneyHand,
  Period,
} from '../../../src-shared/domain/money.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { MoneyFacts } from '../../../src-shared/money/ledger.ts'

/** Writes for commissions, renewals, and dashboard counts. Each is part of a vault commit. */
export type MoneyWrite =
  /** Records that a deal reached a milestone according to the partner. The earliest time wins. */
  | { write: 'reach_milestone'; deal_id: string; milestone: Milestone; at: string; reason: string | null }
  /** Replaces the broker's money entries of a deal. */
  | { write: 'put_money'; deal_id: string; hand: MoneyHand }
  /** Records the day on which the broker was informed about a possible renewal. */
  | { write: 'note_renewal_told'; deal_id: string; day: string }
  /** Records the draft that renews a deal, or null if it was canceled. */
  | { write: 'note_renewal'; deal_id: string; renewed_as: string | null }

export interface MoneyVault {
  /** Returns every accepted or funded deal outside the bin. */
  moneyFacts(): Promise<Result<MoneyFacts[]>>
  moneyFactsOf(deal_id: string): Promise<Result<MoneyFacts | null>>
  /** Counts deals outside the bin as of `now`. */
  dashboard(period: Period, now: string, rules: LedgerRules): Promise<Result<Dashboard>>
}
