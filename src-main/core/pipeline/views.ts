import {
  USUAL_LAYOUT,
  type PipelineLayout,
  type SavedFilter,
} from '../../../src-shared/domain/pipeline-view.ts'
import { pipelineLayoutSchema, savedFilterSchema } from '../../../src-shared/domain/pipeline-schema.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { keepValid } from '../../../src-shared/keep-valid.ts'
import type { Vault } from '../ports/vault.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { lookupOf } from './list-deals.ts'

const LAYOUT = 'pipeline.layout'
const FILTERS = 'pipeline.saved_filters'

/** Reads the broker's pipeline layout, with the default of each setting that is missing or that a newer app saved. */
export function readLayout({ vault }: EnvironmentContext): Promise<Result<PipelineLayout>> {
  return read(vault, LAYOUT, (stored) => keepValid(pipelineLayoutSchema, stored, USUAL_LAYOUT))
}

export async function saveLayout(
  { vault }: EnvironmentContext,
  layout: PipelineLayout,
): Promise<Result<PipelineLayout>> {
  const kept = await vault.commit([{ write: 'set_setting', key: LAYOUT, value: JSON.stringify(layout) }])
  return kept.ok ? ok(layout) : kept
}

/** Returns the saved filters in the broker's order, with their current number of deals. */
export async function readFilters(
  context: EnvironmentContext,
): Promise<Result<(SavedFilter & { deals: number })[]>> {
  const filters = await read(context.vault, FILTERS, knownFilters)
  if (!filters.ok) return filters
  const counted = await context.vault.countDeals(filters.value.map(({ choice }) => lookupOf(context, choice)))
  if (!counted.ok) return counted
  return ok(filters.value.map((filter, at) => ({ ...filter, deals: counted.value[at] ?? 0 })))
}

/** Replaces the saved filters and notifies every window. */
export async function saveFilters(
  context: EnvironmentContext,
  filters: SavedFilter[],
): Promise<Result<(SavedFilter & { deals: number })[]>> {
  const kept = await context.vault.commit([
    { write: 'set_setting', key: FILTERS, value: JSON.stringify(filters) },
  ])
  if (!kept.ok) return kept
  context.emit('pipeline.filters_changed', {})
  return readFilters(context)
}

/** Drops a filter that this version cannot read, and keeps the others. */
function knownFilters(stored: unknown): SavedFilter[] {
  const filters = Array.isArray(stored) ? stored : []
  return filters.flatMap((filter) => savedFilterSchema.safeParse(filter).data ?? [])
}

async function read<T>(vault: Vault, key: string, parse: (stored: unknown) => T): Promise<Result<T>> {
  const kept = await vault.getSetting(key)
  return kept.ok ? ok(parse(kept.value === null ? null : JSON.parse(kept.value))) : kept
}
