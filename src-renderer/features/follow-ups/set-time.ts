import type { FollowUp, When } from '../../../src-shared/features/follow-ups/follow-up.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'
import { call } from '../../platform/api/funding-desk.ts'
import type { RemindTarget } from '../today/today-store.ts'
import type { Undo } from '../../platform/ui/command.tsx'

/** A command with the text that confirms it and the command that undoes it, as `run` takes them. */
export type Undoable = [work: Promise<Result<unknown>>, done: string, undo: Undo]

/** Sets the reminder, or snoozes the item or line. */
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

/** Ends a follow-up. */
export function endFollowUp(followUp: FollowUp, as: 'done' | 'removed'): Undoable {
  const { isDone, isRemoved } = messages().followUps
  const work = call('follow_ups.end', { deal_id: followUp.deal_id, as })
  return [work, as === 'done' ? isDone : isRemoved, () => restore(followUp)]
}

function restore({ deal_id, wall, at, set_at, fired_at }: FollowUp): Promise<Result<FollowUp>> {
  return call('follow_ups.restore', { deal_id, wall, at, set_at, fired_at })
}
