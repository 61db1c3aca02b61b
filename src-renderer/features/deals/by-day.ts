import type { TimelineEntry } from '../../../src-shared/features/deals/deal.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { formatDay } from '../../platform/ui/formats.ts'

interface Day {
  day: string
  label: string
  lines: TimelineEntry[]
}

/**
 * Groups timeline entries by the date of their event, in this computer's time zone. Keeps the order of the entries: the last written entry
 * is first. If the app learned of an event late, the entry is between entries of later dates and gets a separate group.
 */
export function byDay(entries: readonly TimelineEntry[], now: number): Day[] {
  const days: (Day & { date: string })[] = []
  for (const entry of entries) {
    const date = dateOf(Date.parse(entry.at))
    const last = days.at(-1)
    if (last?.date === date) last.lines.push(entry)
    else days.push({ day: `${date} ${entry.entry_id}`, date, label: labelOf(entry.at, now), lines: [entry] })
  }
  return days
}

function labelOf(at: string, now: number): string {
  const { today, yesterday } = messages().timeline
  const date = dateOf(Date.parse(at))
  if (date === dateOf(now)) return today
  const before = new Date(now)
  before.setDate(before.getDate() - 1)
  return date === dateOf(before.getTime()) ? yesterday : formatDay(at)
}

function dateOf(instant: number): string {
  return new Date(instant).toDateString()
}
