import type {
  Dashboard,
  LedgerRules,
  Milestone,
  MoneyHand,
  Period,
} from '../../../src-shared/domain/money.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { MoneyFacts } from '../../../src-shared/money/ledger.ts'

/** The writes of commissions, renewals and what the dashboard counts; each is a part of a commit of the vault. */
export type MoneyWrite =
  /** The service told that a deal had come so far at that instant; of several the earliest stands. */
  | { write: 'reach_milestone'; deal_id: string; milestone: Milestone; at: string; reason: string | null }
  /** Replaces what the broker wrote about the money of a deal. */
  | { write: 'put_money'; deal_id: string; hand: MoneyHand }
  /** The broker was told on that day that the deal can be renewed. */
  | { write: 'note_renewal_told'; deal_id: string; day: string }
  /** The draft that renews a deal; null where it was thought better of. */
  | { write: 'note_renewal'; deal_id: string; renewed_as: string | null }

/** What the vault tells about money. */
export interface MoneyVault {
  /** Of every deal that is not in the bin and was accepted or funded. */
  moneyFacts(): Promise<Result<MoneyFacts[]>>
  moneyFactsOf(deal_id: string): Promise<Result<MoneyFacts | null>>
  /** Counted as of `now` over the deals that are not in the bin. */
  dashboard(period: Period, now: string, rules: LedgerRules): Promise<Result<Dashboard>>
}
