import { readWhen } from '../../../src-shared/features/follow-ups/when.ts'
import { wallTimeOf } from '../../../src-shared/platform/entry/wall-time.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { type Action, useActions } from '../../platform/actions/actions.ts'
import { askWhen } from '../today/today-store.ts'
import { run } from '../../platform/ui/command.tsx'
import { setTime } from './set-time.ts'

/** The keys that ask for a time. While the broker types, only the second one works. */
export const REMIND_KEYS = ['H', 'mod+shift+H'] as const

/**
 * Offers the action that sets a reminder for a deal. In the command palette, a typed time such as "tomorrow 9" sets the reminder directly.
 * `dealNow` returns the deal that the action is about, or null.
 */
export function useRemindAction(section: Action['section'], dealNow: () => string | null): void {
  useActions(section, [
    {
      id: `${section}.remind`,
      label: messages().followUps.remind,
      keys: REMIND_KEYS,
      whileTyping: 'chords',
      run: () => {
        const deal_id = dealNow()
        if (deal_id !== null) askWhen({ of: 'deal', deal_id })
      },
      fromText: (typed) => {
        const deal_id = dealNow()
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
        const read = readWhen(typed, wallTimeOf(Date.now(), zone))
        // A longer number is rather an amount or a reference. A single digit is a number of days.
        if (deal_id === null || 'problem' in read || /^\d{2,}$/.test(typed.trim())) return null
        const { when } = read
        const shown = 'wall' in when ? when.wall : new Date(Date.now() + when.minutes * 60_000).toISOString()
        return {
          label: messages().followUps.palette(shown),
          run: () => void run(...setTime({ of: 'deal', deal_id }, when, shown, null)),
        }
      },
    },
  ])
}
