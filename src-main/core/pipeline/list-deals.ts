import { matchOf } from '../../../src-shared/domain/deal-match.ts'
import type {
  DealChoice,
  DealPage,
  DealQuery,
  DealRow,
  DealSums,
} from '../../../src-shared/domain/pipeline.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { LARGEST_ID_PAGE, type DealLookup, type DealWindow } from '../ports/deal-lists.ts'
import type { Workspace } from '../workspace.ts'

/** Converts a choice to a vault query, with days relative to now and the profile's expectations. */
export function lookupOf({ profile, clock }: Workspace, { search, filter, where }: DealChoice): DealLookup {
  return { search, filter, match: matchOf(where, clock.now(), profile) }
}

export function listDeals(workspace: Workspace, query: DealQuery): Promise<Result<DealPage>> {
  return workspace.vault.listDeals(windowOf(workspace, query))
}

/** Returns these deals in this order, without deals that no longer exist. */
export async function readDealRows(
  { vault }: Workspace,
  deal_ids: string[],
): Promise<Result<{ rows: DealRow[] }>> {
  const rows = await vault.dealRows(deal_ids)
  return rows.ok ? ok({ rows: rows.value }) : rows
}

export function sumDeals(workspace: Workspace, choice: DealChoice): Promise<Result<DealSums>> {
  return workspace.vault.sumDeals(lookupOf(workspace, choice))
}

/** Returns the ids of a range of the list, of any length. */
export async function listDealIds(
  workspace: Workspace,
  query: Omit<DealQuery, 'limit'> & { limit: number },
): Promise<Result<{ deal_ids: string[] }>> {
  const window = windowOf(workspace, query)
  const deal_ids: string[] = []
  while (deal_ids.length < query.limit) {
    const limit = Math.min(LARGEST_ID_PAGE, query.limit - deal_ids.length)
    // Sequential, so that the vault can serve other calls in between.
    // oxlint-disable-next-line no-await-in-loop
    const read = await workspace.vault.listDealIds({
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

function windowOf(workspace: Workspace, { sort, reversed, offset, limit, ...choice }: DealQuery): DealWindow {
  const now = Date.parse(workspace.clock.now())
  return { ...lookupOf(workspace, choice), sort, reversed, offset, limit, now }
}
