import type { Platform } from '../../platform/environment/platform.ts'
import { loadDeal } from './load-deal.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import {
  kindsOf,
  TIMELINE_PAGE,
  type TimelineEntry,
  type TimelineFilter,
} from '../../../src-shared/features/deals/deal.ts'
import { timelineWrite } from '../../platform/vault/vault.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Adds the broker's note to a deal's timeline, in any state of the deal. */
export function addNote(
  context: Pick<Platform, 'vault' | 'clock' | 'emit'>,
  deal_id: string,
  text: string,
): Promise<void> {
  return oneAtATime(deal_id, async () => {
    await loadDeal(context, deal_id)
    const at = context.clock.now()
    await context.vault.commit([
      { write: 'update_deal', deal_id, changes: { updated_at: at } },
      timelineWrite(deal_id, at, 'note', msg.history.note, text),
    ])
    context.emit('deal.changed', { deal_id })
  })
}

/** Returns a page of a deal's timeline, newest first. `more` is true if older entries follow. */
export async function pageOfTimeline(
  { vault }: Pick<Platform, 'vault'>,
  deal_id: string,
  { filter, before }: { filter: TimelineFilter; before: number | null },
): Promise<{ entries: TimelineEntry[]; more: boolean }> {
  const read = await vault.timelinePage(deal_id, { kinds: kindsOf(filter), before, limit: TIMELINE_PAGE + 1 })
  return { entries: read.slice(0, TIMELINE_PAGE), more: read.length > TIMELINE_PAGE }
}
