import { create } from 'zustand'
import type { FollowUp, When } from '../../../src-shared/features/follow-ups/follow-up.ts'
import { readWhen } from '../../../src-shared/features/follow-ups/when.ts'
import type { SetAsideKind } from '../../../src-shared/features/today/today.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { wallTimeOf } from '../../../src-shared/platform/entry/wall-time.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { type Action, useActions } from '../../platform/actions/actions.ts'
import { call } from '../../platform/api/funding-desk.ts'
import { run, type Undo } from '../../platform/ui/command.tsx'

/** The subject for which the broker sets a time. A line of the Today screen about an offer returns at the latest when the offer expires. */
export type RemindTarget =
  | { of: 'deal'; deal_id: string }
  | { of: 'item'; number: number; name: string }
  | {
      of: 'line'
      line: { deal_id: string; kind: SetAsideKind; fact: string }
      name: string
      until: string | null
    }

/** The open dialog for a time: its target, or null. */
export const useRemind = create<{ target: RemindTarget | null }>(() => ({ target: null }))

export function askWhen(target: RemindTarget | null): void {
  useRemind.setState({ target })
}

/** A command with the text that confirms it and the command that undoes it, as `run` takes them. */
export type Undoable = [work: Promise<Result<unknown>>, done: string, undo: Undo]

export function setTime(target: RemindTarget, when: When, shown: string, before: FollowUp | null): Undoable {
  const text = messages().followUps
  switch (target.of) {
    case 'deal': {
      const { deal_id } = target
      const undo = () =>
        before === null ? call('follow_ups.end', { deal_id, as: 'removed' }) : restore(before)
      return [call('follow_ups.set', { deal_id, when }), text.isSet(shown), undo]
    }
    case 'item': {
      const { number } = target
      const undo = () => call('inbox.snooze', { number, when: null })
      return [call('inbox.snooze', { number, when }), text.isSnoozed(shown), undo]
    }
    case 'line': {
      const { deal_id, kind } = target.line
      const undo = () => call('today.put_back', { deal_id, kind })
      return [call('today.set_aside', { ...target.line, when }), text.isSnoozed(shown), undo]
    }
  }
}

export function endFollowUp(followUp: FollowUp, as: 'done' | 'removed'): Undoable {
  const { isDone, isRemoved } = messages().followUps
  const work = call('follow_ups.end', { deal_id: followUp.deal_id, as })
  return [work, as === 'done' ? isDone : isRemoved, () => restore(followUp)]
}

function restore({ deal_id, wall, at, set_at, fired_at }: FollowUp): Promise<Result<FollowUp>> {
  return call('follow_ups.restore', { deal_id, wall, at, set_at, fired_at })
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
          run: () => void run(...setTime({ of: 'deal', deal_id }, when, shown, null)),
        }
      },
    },
  ])
}
