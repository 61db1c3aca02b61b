import type { Message } from '../messages/message.ts'

export type * from './event-schema.ts'

/**
 * Strength of a signature. `body`: a claim binds the signed token to these exact bytes. `hint`: the token is genuine but does
 * not cover the body, because the claims are "not shown" (spec section 5).
 */
export const VERIFICATIONS = ['body', 'hint'] as const
export type Verification = (typeof VERIFICATIONS)[number]

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

export const NO_OFFER_NEWS: OfferNews = { offer_ids: [], told: [], found: [] }

/**
 * Announced offers of a deal, so that each offer is announced once. It can become known by an event, which names no offer, or by
 * a list, which names no event. Times are ISO 8601 instants.
 */
export interface OfferNews {
  /** Every offer that a list ever showed. */
  offer_ids: string[]
  /** Timestamps of events that announced an offer that no list contains yet. */
  told: string[]
  /** When offers were found by asking whose event has not come yet. */
  found: string[]
  /** Offers that were ignored because another deal has them. The timeline names each once. */
  elsewhere?: string[]
}
