/**
 * `rejected`: a notification that can never be accepted. `signature_reused`: a signature that came with another body before.
 * `dropped`: notifications of unknown applications beyond the limit, the oldest first. `too_many`: unconfirmed notifications of
 * one application beyond the limit of a day.
 */
export const EVENT_PROBLEMS = ['rejected', 'signature_reused', 'dropped', 'too_many'] as const

/** Notifications that had the same problem. */
export interface EventProblem {
  problem: (typeof EVENT_PROBLEMS)[number]
  /** Why, in words; empty where `problem` says it all. */
  reason: Message
  /** The application that the last of them named; null where it could not be read. */
  application_id: string | null
  count: number
  first_at: string
  last_at: string
}
import type { Message } from '../messages/message.ts'
