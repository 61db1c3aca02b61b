import { create } from 'zustand'
import type { FollowUp, When } from '../../../src-shared/features/follow-ups/follow-up.ts'
import { readWhen } from '../../../src-shared/features/follow-ups/when.ts'
import type { Reason } from '../../../src-shared/features/today/today.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { wallTimeOf } from '../../../src-shared/platform/entry/wall-time.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { type Action, useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { run } from '../../platform/ui/command.tsx'

/** The subject for which the broker sets a time. A line of the Today screen with an offer returns at the latest when the offer expires. */
export type RemindTarget =
  | { of: 'deal'; deal_id: string }
  | { of: 'line'; reasons: Reason[]; name: string; until: string | null }

/** The open dialog for a time: its target, or null. */
export const useRemind = create<{ target: RemindTarget | null }>(() => ({ target: null }))

export function askWhen(target: RemindTarget | null): void {
  useRemind.setState({ target })
}

/** Sets a reminder for a deal, or snoozes a line. Returns false if that failed. */
export async function setTime(
  target: RemindTarget,
  when: When,
  shown: string,
  note: string,
  runBy = run,
): Promise<boolean> {
  const text = messages().followUps
  if (target.of === 'line') {
    const { reasons, name } = target
    const undo = () => call('today.put_back', { reasons })
    return (
      (await runBy(call('today.set_aside', { reasons, when }), text.isSnoozed(name, shown), undo)) !== null
    )
  }
  const { deal_id } = target
  const done = await runBy(
    call('follow_ups.set', { deal_id, when, note }),
    ({ name }) => text.isSet(nameOrNone(name), shown),
    ({ before }) => (before === null ? call('follow_ups.end', { deal_id, as: 'removed' }) : restore(before)),
  )
  return done !== null
}

/** Removes the reminder of a deal. Returns false if that failed. */
export async function removeReminder(followUp: FollowUp, name: string, runBy = run): Promise<boolean> {
  const work = call('follow_ups.end', { deal_id: followUp.deal_id, as: 'removed' })
  const said = messages().followUps.isRemoved(nameOrNone(name))
  return (await runBy(work, said, () => restore(followUp))) !== null
}

const nameOrNone = (name: string) => name || messages().common.noName

function restore({ deal_id, wall, at, note, set_at, fired_at }: FollowUp): Promise<Result<FollowUp>> {
  return call('follow_ups.restore', { deal_id, wall, at, note, set_at, fired_at })
}

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
          run: () => void setTime({ of: 'deal', deal_id }, when, shown, ''),
        }
      },
    },
  ])
}
