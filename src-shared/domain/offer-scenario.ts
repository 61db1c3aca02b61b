import { z } from 'zod'

/** What the broker tried out within an offer's bounds; `upsell` is a factor. */
export const scenarioSchema = z.object({
  amount_cents: z.int().min(1),
  upsell: z.string().regex(/^\d{1,3}(\.\d{1,8})?$/),
})

/**
 * Where the acceptance of an offer stands. `sending`: it is leaving. `unknown`: it left and no answer came. `still_open`: a
 * later reading showed the offer as still available, so the broker may decide to send it again. `accepted`: the service said so.
 */
const ACCEPTANCE_STATES = ['sending', 'unknown', 'still_open', 'accepted'] as const
export const acceptanceSchema = z.object({
  state: z.enum(ACCEPTANCE_STATES),
  /** When it was sent. */
  at: z.string(),
  /** Of one that was taken: neither the service's answer nor a reading has shown the offer as accepted yet. */
  is_unseen: z.literal(true).optional(),
})

/** What this office has of its own about an offer: what was tried out, and whether it was accepted from here. */
export const offerScenarioSchema = z.object({
  offer_id: z.string(),
  choice: scenarioSchema.nullable(),
  acceptance: acceptanceSchema.nullable(),
})
export type OfferScenario = z.infer<typeof offerScenarioSchema>

/** Beside a deal's offers, what their screen needs to know. */
export const offersViewSchema = z.object({
  own: z.array(offerScenarioSchema),
  /** `assumed`: the profile names an operation, and the service has not refused it yet. */
  accepting: z.enum(['assumed', 'not_offered']),
  /** As it stood on the last printed comparison. */
  broker_name: z.string(),
})
export type OffersView = z.infer<typeof offersViewSchema>
