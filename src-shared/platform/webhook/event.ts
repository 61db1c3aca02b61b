import type { Message } from '../texts/message.ts'

export type * from './event-schema.ts'

/**
 * What a notification's signature proves. `body`: the signature covers exactly these bytes. `hint`: the signature proves only the sender
 * and does not cover the body. Hints are possible because the specification does not show what a signature contains (section 5).
 */
export const VERIFICATIONS = ['body', 'hint'] as const
export type Verification = (typeof VERIFICATIONS)[number]

/**
 * Problems of notifications. `rejected`: the notification can never be accepted. `signature_reused`: its signature arrived earlier with
 * another body. `dropped`: the app stored too many notifications about unknown applications and removed the oldest ones. `too_many`: the
 * daily limit of unconfirmed notifications for one application was exceeded. `set_aside`: the app failed to process a genuine notification, and
 * tries it again at the next start.
 */
export const EVENT_PROBLEMS = ['rejected', 'signature_reused', 'dropped', 'too_many', 'set_aside'] as const

/** Several notifications with the same problem, as one entry with a count. */
export interface EventProblem {
  problem: (typeof EVENT_PROBLEMS)[number]
  /** The reason for the problem. Empty if the kind of problem says enough. */
  reason: Message
  /** The id of the application in the last of these notifications; null if it could not be read. */
  application_id: string | null
  count: number
  first_at: string
  last_at: string
}

export const NO_OFFER_NEWS: OfferNews = { offer_ids: [], told: [], found: [] }

/**
 * Records which offers of a deal were announced, so that each is announced only once. The app learns of an offer in two ways: from an event
 * or from a list of offers. It cannot match the two directly, because an event does not identify the offer and a list does not mention the
 * event. Times are ISO 8601 instants.
 */
export interface OfferNews {
  /** Ids of all offers that any list of offers has contained. */
  offer_ids: string[]
  /** Timestamps of events about new offers that no list of offers contains yet. */
  told: string[]
  /** Times at which the app found an offer in a list, while the event about this offer has not arrived yet. */
  found: string[]
  /** Ids of offers that the app ignored because they belong to another deal. The timeline mentions each of them once. */
  elsewhere?: string[]
}
