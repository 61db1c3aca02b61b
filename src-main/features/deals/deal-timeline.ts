import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { loadDeal } from './load-deal.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import {
  kindsOf,
  TIMELINE_PAGE,
  type TimelineEntry,
  type TimelineFilter,
} from '../../../src-shared/features/deals/deal.ts'
import { ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Adds the broker's note to a deal's timeline, in any state of the deal. */
export function addNote(
  context: EnvironmentContext,
  deal_id: string,
  text: string,
): Promise<Result<Record<string, never>>> {
  return oneAtATime(deal_id, async () => {
    const found = await loadDeal(context, deal_id)
    if (!found.ok) return found
    const at = context.clock.now()
    const committed = await context.vault.commit([
      { write: 'update_deal', deal_id, changes: { updated_at: at } },
      {
        write: 'append_timeline',
        entry: {
          deal_id,
          at,
          kind: 'note',
          title: msg.history.note,
          detail: text,
          verification: null,
        },
      },
    ])
    if (!committed.ok) return committed
    context.emit('deal.changed', { deal_id })
    return ok({})
  })
}

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
