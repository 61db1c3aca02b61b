import { messageSchema } from '../messages/message-schema.ts'
import { z } from 'zod'

/**
 * `rejected`: a notification that can never be accepted. `signature_reused`: a signature that came with another body before.
 * `dropped`: notifications of unknown applications beyond the limit, the oldest first. `too_many`: unconfirmed notifications of
 * one application beyond the limit of a day.
 */
export const EVENT_PROBLEMS = ['rejected', 'signature_reused', 'dropped', 'too_many'] as const

/** Notifications that had the same problem. */
export const eventProblemSchema = z.object({
  problem: z.enum(EVENT_PROBLEMS),
  /** Why, in words; empty where `problem` says it all. */
  reason: messageSchema,
  /** The application that the last of them named; null where it could not be read. */
  application_id: z.string().nullable(),
  count: z.int().positive(),
  first_at: z.string(),
  last_at: z.string(),
})
export type EventProblem = z.infer<typeof eventProblemSchema>
