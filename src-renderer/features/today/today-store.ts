import type { TodayLine, TodayView } from '../../../src-shared/features/today/today.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { currentRoute } from '../../platform/navigation/route.ts'
import { createServerStore } from '../../platform/page/server-store.ts'
import type { DueTime, When } from '../../../src-shared/features/follow-ups/follow-up.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { run } from '../../platform/ui/command.tsx'
import { askWhen, endFollowUp, type Undoable } from '../follow-ups/remind.ts'

/** Delay between a change and the next load, because changes come in bursts. It is longer while only the number is visible. */
const PAUSE_MS = { open: 300, closed: 3_000 }
/** Delay of the first load, so that it does not slow down the first screen. */
const FIRST_MS = 1_500
/** Time after which the list is loaded again, because lines appear and disappear as time passes. */
const REFRESH_MS = 60_000

const isOpen = () => currentRoute().screen === 'today'

/** The tasks of today. The sidebar shows the number of lines. */
export const useToday = createServerStore<TodayView>({
  initial: null,
  read: () => call('today.view', { is_open: isOpen() }),
})

export function followToday(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  const loadIn = (ms: number) => {
    timer ??= setTimeout(() => {
      timer = null
      void useToday.getState().load()
    }, ms)
  }
  const soon = () => loadIn(isOpen() ? PAUSE_MS.open : PAUSE_MS.closed)
  const refresh = setInterval(soon, REFRESH_MS)
  loadIn(FIRST_MS)
  const stops = [on('reminders.changed', soon), on('inbox.changed', soon), on('deal.changed', soon)]
  return () => {
    for (const stop of stops) stop()
    clearInterval(refresh)
    if (timer !== null) clearTimeout(timer)
  }
}

export function keyOfLine(line: TodayLine): string {
  return `${line.kind} ${line.kind === 'news' ? line.number : line.deal_id}`
}

/** Ends a follow-up, marks news as read, or dismisses a line until what it is about changes. Offers to undo it. */
export function finishLine(line: TodayLine): void {
  void run(...finish(line))
}

function finish(line: TodayLine): Undoable {
  if (line.kind === 'follow_up') return endFollowUp(line.follow_up, 'done')
  if (line.kind === 'news') return readItem(line.number, line.until)
  const { deal_id, kind, fact } = line
  const work = call('today.set_aside', { deal_id, kind, fact, when: null })
  return [work, messages().followUps.isDismissed, () => call('today.put_back', { deal_id, kind })]
}

/** Marks one inbox item as read, even if it is snoozed until `until`. */
export function readItem(number: number, until: DueTime | null): Undoable {
  const when = until && whenOf(until)
  const undo = () => call('inbox.snooze', { number, when })
  return [call('inbox.read_item', { number }), messages().followUps.isRead, undo]
}

function whenOf({ wall, at }: DueTime): When {
  if (wall !== null) return { wall }
  return { minutes: Math.max(1, Math.round((Date.parse(at) - Date.now()) / 60_000)) }
}

/** Asks until when the line is snoozed. A follow-up gets another time. */
export function snoozeLine(line: TodayLine): void {
  const { deal_id, name, fact } = line
  if (line.kind === 'follow_up') askWhen({ of: 'deal', deal_id })
  else if (line.kind === 'news') askWhen({ of: 'item', number: line.number, name })
  else {
    const until = line.kind === 'offer' ? line.expires_at : null
    askWhen({ of: 'line', line: { deal_id, kind: line.kind, fact }, name, until })
  }
}
