import type { DealMatch } from '../../../src-shared/domain/deal-match.ts'
import type {
  DealFilter,
  DealPage,
  DealRow,
  DealSort,
  DealSums,
} from '../../../src-shared/domain/pipeline.ts'
import type { Result } from '../../../src-shared/errors.ts'

/** Which deals: by their words, their stage and their traits. */
export interface DealLookup {
  search: string
  filter: DealFilter
  match?: DealMatch
}

/** In which order, and which part of them. */
export interface DealWindow extends DealLookup {
  sort: DealSort
  reversed?: boolean
  offset: number
  limit: number
  /** The present instant in milliseconds: offers that are over by then do not expire next. */
  now?: number
}

/** The most `deal_id`s that are read at once. */
export const LARGEST_ID_PAGE = 10_000

/** What the pipeline asks of the vault: answered from memory, at 100,000 deals as at 100. */
export interface DealLists {
  /** A window of the pipeline. */
  listDeals(window: DealWindow): Promise<Result<DealPage>>
  /** The same without the rows, of up to `LARGEST_ID_PAGE` deals. */
  listDealIds(window: DealWindow): Promise<Result<string[]>>
  /** Rows in the order in which they are asked for; a deal that is gone has none. */
  dealRows(deal_ids: string[]): Promise<Result<DealRow[]>>
  /** How many deals each of them finds. */
  countDeals(lookups: DealLookup[]): Promise<Result<number[]>>
  /** What the deals of each stage come to. */
  sumDeals(lookup: DealLookup): Promise<Result<DealSums>>
}
