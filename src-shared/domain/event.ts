import type { Message } from '../messages/message.ts'

export type * from './event-schema.ts'

/**
 * Strength of a signature. `body`: a claim binds the signed token to exactly these bytes. `hint`: the token is genuine but does
 * not cover the body, because the specification lists the claims as "not shown" (section 5).
 */
export const VERIFICATIONS = ['body', 'hint'] as const
export type Verification = (typeof VERIFICATIONS)[number]

/**
 * Problems of notifications. `rejected`: can never be accepted. `signature_reused`: its signature arrived earlier with a different body.
 * `dropped`: removed because there were too many notifications for unknown applications; the oldest are removed first. `too_many`: over the
 * daily limit of unconfirmed notifications for one application.
 */
export const EVENT_PROBLEMS = ['rejected', 'signature_reused', 'dropped', 'too_many'] as const

/** Notifications with the same problem, counted together. */
export interface EventProblem {
  problem: (typeof EVENT_PROBLEMS)[number]
  /** The reason, or empty if `problem` says enough. */
  reason: Message
  /** The application that the last notification named; null if it could not be read. */
  application_id: string | null
  count: number
  first_at: string
  last_at: string
}

export const NO_OFFER_NEWS: OfferNews = { offer_ids: [], told: [], found: [] }

/**
 * Records which offers of a deal were announced, so that each offer is announced once. The app learns of an offer from one of two sources.
 * An event does not identify the offer, and an offer list does not mention the event. Times are ISO 8601 instants.
 */
export interface OfferNews {
  /** Ids of all offers that any list has shown. */
  offer_ids: string[]
  /** Timestamps of events that announced an offer that no list contains yet. */
  told: string[]
  /** Times at which polling found offers whose event has not arrived yet. */
  found: string[]
  /** Ids of offers that the app ignored because they belong to another deal. The timeline mentions each of them once. */
  elsewhere?: string[]
}
