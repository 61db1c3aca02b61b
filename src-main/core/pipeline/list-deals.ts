import { matchOf } from '../../../src-shared/domain/deal-match.ts'
import type {
  DealChoice,
  DealPage,
  DealQuery,
  DealRow,
  DealSums,
} from '../../../src-shared/domain/pipeline.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { type DealLookup, type DealWindow, LARGEST_ID_PAGE } from '../ports/vault.ts'
import type { EnvironmentContext } from '../environment-context.ts'

/** Converts a choice to a vault query, with days relative to now and the profile's expectations. */
export function lookupOf(
  { profile, clock }: EnvironmentContext,
  { search, filter, where }: DealChoice,
): DealLookup {
  return { search, filter, match: matchOf(where, clock.now(), profile) }
}

export function listDeals(context: EnvironmentContext, query: DealQuery): Promise<Result<DealPage>> {
  return context.vault.listDeals(windowOf(context, query))
}

/** Returns these deals in this order, without deals that no longer exist. */
export async function readDealRows(
  { vault }: EnvironmentContext,
  deal_ids: string[],
): Promise<Result<{ rows: DealRow[] }>> {
  const rows = await vault.dealRows(deal_ids)
  return rows.ok ? ok({ rows: rows.value }) : rows
}

export function sumDeals(context: EnvironmentContext, choice: DealChoice): Promise<Result<DealSums>> {
  return context.vault.sumDeals(lookupOf(context, choice))
}

/** Returns the ids of a range of the list, of any length. */
export async function listDealIds(
  context: EnvironmentContext,
  query: Omit<DealQuery, 'limit'> & { limit: number },
): Promise<Result<{ deal_ids: string[] }>> {
  const window = windowOf(context, query)
  const deal_ids: string[] = []
  while (deal_ids.length < query.limit) {
    const limit = Math.min(LARGEST_ID_PAGE, query.limit - deal_ids.length)
    // Sequential, so that the vault can serve other calls in between.
    // oxlint-disable-next-line no-await-in-loop
    const read = await context.vault.listDealIds({
      ...window,
      offset: query.offset + deal_ids.length,
      limit,
    })
    if (!read.ok) return read
    deal_ids.push(...read.value)
    if (read.value.length < limit) break
  }
  return ok({ deal_ids })
}

function windowOf(
  context: EnvironmentContext,
  { sort, reversed, offset, limit, ...choice }: DealQuery,
): DealWindow {
  const now = Date.parse(context.clock.now())
  return { ...lookupOf(context, choice), sort, reversed, offset, limit, now }
}
