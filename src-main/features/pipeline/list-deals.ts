import type { Platform } from '../../platform/environment/platform.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import { type DealLookup, type DealWindow, LARGEST_ID_PAGE } from '../../platform/vault/records.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { matchOf } from '../../../src-shared/features/pipeline/deal-match.ts'
import {
  type PipelineLayout,
  type SavedFilter,
  USUAL_LAYOUT,
} from '../../../src-shared/features/pipeline/pipeline-view.ts'
import type {
  DealChoice,
  DealPage,
  DealQuery,
  DealSums,
} from '../../../src-shared/features/pipeline/pipeline.ts'
import { keepValid } from '../../../src-shared/platform/base/keep-valid.ts'
import { pipelineLayoutSchema, savedFilterSchema } from '../../../src-shared/features/pipeline/contract.ts'

export type ListNeeds = Pick<Platform, 'vault' | 'clock'> & Pick<BrokerForm, 'profile'>

/**
 * Converts the filters of the pipeline list to a query for the vault. Filters such as `updated_within_days` count from the current time.
 * Filters for missing documents use the documents that the form profile expects.
 */
export function lookupOf(
  { profile, clock }: Pick<Platform, 'clock'> & Pick<BrokerForm, 'profile'>,
  { search, filter, where }: DealChoice,
): DealLookup {
  return { search, filter, match: matchOf(where, clock.now(), profile) }
}

export function listDeals(context: ListNeeds, query: DealQuery): Promise<DealPage> {
  return context.vault.listDeals(windowOf(context, query))
}

export function sumDeals(context: ListNeeds, choice: DealChoice): Promise<DealSums> {
  return context.vault.sumDeals(lookupOf(context, choice))
}

/** Returns the ids of a range of the list, of any length. */
export async function listDealIds(
  context: ListNeeds,
  query: Omit<DealQuery, 'limit'> & { limit: number },
): Promise<{ deal_ids: string[] }> {
  const window = windowOf(context, query)
  const deal_ids: string[] = []
  while (deal_ids.length < query.limit) {
    const limit = Math.min(LARGEST_ID_PAGE, query.limit - deal_ids.length)
    // Read one page after another, so that the vault can serve other calls in between.
    const read = await context.vault.listDealIds({
      ...window,
      offset: query.offset + deal_ids.length,
      limit,
    })
    deal_ids.push(...read)
    if (read.length < limit) break
  }
  return { deal_ids }
}

function windowOf(
  context: Pick<Platform, 'clock'> & Pick<BrokerForm, 'profile'>,
  { sort, reversed, offset, limit, ...choice }: DealQuery,
): DealWindow {
  const now = Date.parse(context.clock.now())
  return { ...lookupOf(context, choice), sort, reversed, offset, limit, now }
}

const LAYOUT = 'pipeline.layout'
const FILTERS = 'pipeline.saved_filters'

/** Loads the broker's pipeline layout. Uses the default for each setting that is missing or was saved by a newer app. */
export function readLayout({ vault }: Pick<Platform, 'vault'>): Promise<PipelineLayout> {
  return readSetting(vault, LAYOUT, (stored) => keepValid(pipelineLayoutSchema, stored, USUAL_LAYOUT))
}

export async function saveLayout(
  { vault }: Pick<Platform, 'vault'>,
  layout: PipelineLayout,
): Promise<PipelineLayout> {
  await vault.commit([{ write: 'set_setting', key: LAYOUT, value: JSON.stringify(layout) }])
  return layout
}

/** Returns the saved filters in the broker's order, each with its current number of deals. */
export async function readFilters(context: ListNeeds): Promise<(SavedFilter & { deals: number })[]> {
  const filters = await readSetting(context.vault, FILTERS, knownFilters)
  const counted = await context.vault.countDeals(filters.map(({ choice }) => lookupOf(context, choice)))
  return filters.map((filter, at) => ({ ...filter, deals: counted[at] ?? 0 }))
}

/** Replaces the saved filters and notifies every window. */
export async function saveFilters(
  context: DraftNeeds,
  filters: SavedFilter[],
): Promise<(SavedFilter & { deals: number })[]> {
  await context.vault.commit([{ write: 'set_setting', key: FILTERS, value: JSON.stringify(filters) }])
  context.emit('pipeline.filters_changed', {})
  return readFilters(context)
}

/** Returns the stored filters that this version can parse, and drops the others. */
function knownFilters(stored: unknown): SavedFilter[] {
  const filters = Array.isArray(stored) ? stored : []
  return filters.flatMap((filter) => savedFilterSchema.safeParse(filter).data ?? [])
}

async function readSetting<T>(vault: Vault, key: string, parse: (stored: unknown) => T): Promise<T> {
  const kept = await vault.getSetting(key)
  return parse(kept === null ? null : JSON.parse(kept))
}
