import type { DealMatch } from '../../../src-shared/domain/deal-match.ts'
import type {
  DealFilter,
  DealPage,
  DealRow,
  DealSort,
  DealSums,
} from '../../../src-shared/domain/pipeline.ts'
import type { Result } from '../../../src-shared/errors.ts'

/** Selects deals by words, stage, and traits. */
export interface DealLookup {
  search: string
  filter: DealFilter
  match?: DealMatch
}

/** Sort order and range of a deal list. */
export interface DealWindow extends DealLookup {
  sort: DealSort
  reversed?: boolean
  offset: number
  limit: number
  /** The current time in milliseconds: offers that ended before it do not count as expiring next. */
  now?: number
}

/** Maximum number of `deal_id`s per read. */
export const LARGEST_ID_PAGE = 10_000

/** Pipeline queries of the vault. They are answered from memory, at 100,000 deals as fast as at 100. */
export interface DealLists {
  listDeals(window: DealWindow): Promise<Result<DealPage>>
  /** Returns only the ids, up to `LARGEST_ID_PAGE`. */
  listDealIds(window: DealWindow): Promise<Result<string[]>>
  /** Returns rows in the requested order, without deals that no longer exist. */
  dealRows(deal_ids: string[]): Promise<Result<DealRow[]>>
  countDeals(lookups: DealLookup[]): Promise<Result<number[]>>
  sumDeals(lookup: DealLookup): Promise<Result<DealSums>>
}
