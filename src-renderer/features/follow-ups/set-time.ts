import type { FollowUp, When } from '../../../src-shared/domain/follow-up.ts'
import type { AppError, Result } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'
import { call } from '../../api/funding-desk.ts'
import type { RemindTarget } from '../../stores/today-store.ts'
import { offerUndo } from '../../ui/undo-toast.tsx'

/** Sets the reminder, or snoozes the item or line. Offers to undo it. Returns the error if it failed. */
export async function setTime(
  target: RemindTarget,
  when: When,
  shown: string,
  before: FollowUp | null,
): Promise<AppError | null> {
  const text = messages().followUps
  switch (target.of) {
    case 'deal': {
      const { deal_id } = target
      return report(await call('follow_ups.set', { deal_id, when }), text.isSet(shown), () =>
        before === null ? call('follow_ups.end', { deal_id, as: 'removed' }) : restore(before),
      )
    }
    case 'item': {
      const { number } = target
      return report(await call('inbox.snooze', { number, when }), text.isSnoozed(shown), () =>
        call('inbox.snooze', { number, when: null }),
      )
    }
    case 'line': {
      const { deal_id, kind } = target.line
      return report(await call('today.set_aside', { ...target.line, when }), text.isSnoozed(shown), () =>
        call('today.put_back', { deal_id, kind }),
      )
    }
  }
}

/** Ends a follow-up. Offers to undo it. */
export async function endFollowUp(followUp: FollowUp, as: 'done' | 'removed'): Promise<AppError | null> {
  const { isDone, isRemoved } = messages().followUps
  const ended = await call('follow_ups.end', { deal_id: followUp.deal_id, as })
  return report(ended, as === 'done' ? isDone : isRemoved, () => restore(followUp))
}

function restore({ deal_id, wall, at, set_at, fired_at }: FollowUp): Promise<Result<FollowUp>> {
  return call('follow_ups.restore', { deal_id, wall, at, set_at, fired_at })
}

export function report(
  done: Result<unknown>,
  message: string,
  undo: () => Promise<Result<unknown>>,
): AppError | null {
  if (!done.ok) return done.error
  offerUndo(message, undo)
  return null
}
