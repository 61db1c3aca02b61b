import type { TodayView } from '../../../src-shared/features/today/today.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { currentRoute } from '../../platform/navigation/route.ts'
import { createServerStore } from '../../platform/page/server-store.ts'

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
