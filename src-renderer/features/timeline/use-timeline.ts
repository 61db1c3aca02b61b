import { useState } from 'react'
import type { Deal, TimelineEntry } from '../../../src-shared/domain/deal.ts'
import { kindsOf, type TimelineFilter } from '../../../src-shared/domain/timeline.ts'
import { call } from '../../api/funding-desk.ts'
import { notifyError } from '../../ui/notify-error.ts'

interface Page {
  entries: TimelineEntry[]
  more: boolean
}

/** The lines of a filter, the newest first: those that came with the deal, and older ones a page at a time. */
export function useTimeline(
  { deal_id, timeline, timeline_more }: Deal,
  filter: TimelineFilter,
): Page & { readMore: () => void } {
  const [read, setRead] = useState<(Page & { filter: TimelineFilter }) | null>(null)
  const older = read?.filter === filter ? read : null
  const kinds = new Set(kindsOf(filter))
  const newest = timeline.filter(({ kind }) => kinds.has(kind)).toReversed()
  const known = new Set(newest.map(({ entry_id }) => entry_id))
  const entries = [...newest, ...(older?.entries ?? []).filter(({ entry_id }) => !known.has(entry_id))]

  async function readMore() {
    // Of a filter nothing may be among the newest lines; then the reading begins at their end.
    const before = entries.at(-1)?.entry_id ?? timeline[0]?.entry_id ?? null
    const page = await call('timeline.list', { deal_id, filter, before })
    if (!page.ok) return notifyError(page.error)
    // With all that is in sight: the newest lines move on when one is added.
    setRead({ filter, entries: [...entries, ...page.value.entries], more: page.value.more })
  }
  return { entries, more: older === null ? timeline_more : older.more, readMore: () => void readMore() }
}
