import type { z } from 'zod'
import {
  USUAL_LAYOUT,
  type PipelineLayout,
  type SavedFilter,
} from '../../../src-shared/domain/pipeline-view.ts'
import { pipelineLayoutSchema, savedFiltersSchema } from '../../../src-shared/domain/pipeline-schema.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { Vault } from '../ports/vault.ts'
import type { EnvironmentContext } from '../environment-context.ts'
import { lookupOf } from './list-deals.ts'

const LAYOUT = 'pipeline.layout'
const FILTERS = 'pipeline.saved_filters'

/** Reads the broker's pipeline layout. Returns the default if none was saved, or a newer app saved it. */
export function readLayout({ vault }: EnvironmentContext): Promise<Result<PipelineLayout>> {
  return read(vault, LAYOUT, pipelineLayoutSchema, USUAL_LAYOUT)
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
  const filters = await read(context.vault, FILTERS, savedFiltersSchema, [])
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

async function read<T>(vault: Vault, key: string, schema: z.ZodType<T>, usual: T): Promise<Result<T>> {
  const kept = await vault.getSetting(key)
  if (!kept.ok) return kept
  if (kept.value === null) return ok(usual)
  const parsed = schema.safeParse(JSON.parse(kept.value))
  return ok(parsed.success ? parsed.data : usual)
}
