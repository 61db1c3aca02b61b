import type { Reason, TodayLine, TodayView } from '../../../src-shared/features/today/today.ts'
import { call, on } from '../../platform/api/funding-desk.ts'
import { currentRoute } from '../../platform/navigation/route.ts'
import { createServerStore } from '../../platform/page/server-store.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { run } from '../../platform/ui/command.tsx'
import { askWhen } from '../follow-ups/remind.ts'

/** Delay of the first load, so that it does not slow down the first screen. */
const FIRST_MS = 1_500

/** The tasks of today. The sidebar and the window's title show the number of things to do. */
export const useToday = createServerStore<TodayView>({
  initial: null,
  read: () => call('today.view', {}),
})

/** Loads the lines while the screen shows them, and otherwise takes over only their number. */
export function followToday(): () => void {
  const { load } = useToday.getState()
  const first = setTimeout(() => {
    if (useToday.getState().value === null) void load()
  }, FIRST_MS)
  const stop = on('today.counted', (counts) => {
    const { value } = useToday.getState()
    if (value === null || currentRoute().screen === 'today') void load()
    else useToday.adopt({ ...value, ...counts })
  })
  return () => {
    clearTimeout(first)
    stop()
  }
}

export const nameOf = ({ name }: TodayLine) => name || messages().common.noName

/** Ends all reasons of a line, or brings them back if the line is done. */
export function finishLine(line: TodayLine, isDone: boolean): void {
  const { isDone: done, isBack } = messages().followUps
  const [ended, back] = [done(nameOf(line)), isBack(nameOf(line))]
  if (isDone) void run(putBack(line.reasons), back, () => end(line.reasons), ended)
  else void run(end(line.reasons), ended, () => putBack(line.reasons), back)
}

/** Marks all news of these lines as read. */
export function readAll(lines: readonly TodayLine[]): void {
  const news = newsOf(lines)
  if (news.length > 0) void run(end(news), messages().followUps.areRead(news.length), () => putBack(news))
}

export const newsOf = (lines: readonly TodayLine[]) =>
  lines.flatMap(({ reasons }) => reasons.filter(({ kind }) => kind === 'news'))

const end = (reasons: Reason[]) => call('today.set_aside', { reasons, when: null })
const putBack = (reasons: Reason[]) => call('today.put_back', { reasons })

/** Asks until when the line is snoozed: at the latest until its offer expires. */
export function snoozeLine(line: TodayLine): void {
  const expiries = line.reasons.flatMap((reason) => (reason.kind === 'offer' ? reason.expires_at : []))
  askWhen({ of: 'line', reasons: line.reasons, name: nameOf(line), until: expiries.toSorted()[0] ?? null })
}
