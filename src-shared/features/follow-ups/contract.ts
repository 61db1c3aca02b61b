import { z } from 'zod'
import { MOST_DAYS_AHEAD, type FollowUp } from './follow-up.ts'
import { dealId, type, typedLine, type Contract } from '../../platform/ipc/parts.ts'

export const MOST_MINUTES = MOST_DAYS_AHEAD * 24 * 60

export const wall = z.iso.datetime({ local: true, precision: -1 })

/** A time that the broker chose: a time on the clock of this computer, or minutes from now. */
export const when = z.union([
  z.strictObject({ wall }),
  z.strictObject({ minutes: z.int().min(1).max(MOST_MINUTES) }),
])

const instant = z.iso.datetime()
export const dueTime = z.object({ wall: wall.nullable(), at: instant })
/** What the broker wants to remember, such as whom to call. */
const note = typedLine(200)
export const followUp = dealId.extend({
  ...dueTime.shape,
  note,
  set_at: instant,
  fired_at: instant.nullable(),
})

export const followUpsContract = {
  'follow_ups.get': {
    input: dealId,
    output: type<{ name: string; follow_up: (FollowUp & { due_at: string }) | null }>(),
  },
  /** Reminds the broker at this time if no news about the deal comes before. Replaces the deal's previous follow-up, and returns it. */
  'follow_ups.set': {
    input: dealId.extend({ when, note }),
    output: type<{ name: string; before: FollowUp | null }>(),
  },
  /** Ends a deal's follow-up: the broker has followed up (`done`), or no longer wants the reminder (`removed`). */
  'follow_ups.end': { input: dealId.extend({ as: z.enum(['done', 'removed']) }), output: type<void>() },
  'follow_ups.restore': { input: followUp, output: type<FollowUp>() },
} as const satisfies Contract
