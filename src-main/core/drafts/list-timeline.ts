import type { TimelineEntry } from '../../../src-shared/domain/deal.ts'
import { kindsOf, TIMELINE_PAGE, type TimelineFilter } from '../../../src-shared/domain/timeline.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import type { EnvironmentContext } from '../environment-context.ts'

/** Returns a page of a deal's timeline, newest first. `more` is true if older entries follow. */
export async function pageOfTimeline(
  { vault }: EnvironmentContext,
  deal_id: string,
  { filter, before }: { filter: TimelineFilter; before: number | null },
): Promise<Result<{ entries: TimelineEntry[]; more: boolean }>> {
  const read = await vault.timelinePage(deal_id, { kinds: kindsOf(filter), before, limit: TIMELINE_PAGE + 1 })
  if (!read.ok) return read
  return ok({ entries: read.value.slice(0, TIMELINE_PAGE), more: read.value.length > TIMELINE_PAGE })
}
