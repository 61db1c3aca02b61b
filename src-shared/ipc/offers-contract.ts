import { z } from 'zod'
import { offerSchema } from '../domain/offer-schema.ts'
import { scenarioSchema, offersViewSchema } from '../domain/offer-scenario.ts'

const dealId = z.object({ deal_id: z.uuid() })
const offerId = z.string().min(1).max(200)

/** The channels of offers, as a part of the contract. */
export const offersContract = {
  /** Reads the offers from the service, where it offers that. */
  'offers.refresh': { input: dealId, output: z.array(offerSchema) },
  'offers.view': { input: dealId, output: offersViewSchema },
  /** Keeps what the broker tried out for an offer; null: as it was offered. Nothing is sent. */
  'offers.set_scenario': {
    input: dealId.extend({ offer_id: offerId, choice: scenarioSchema.nullable() }),
    output: offersViewSchema,
  },
  /** Accepts an offer at the service. `again`: the broker knows that an acceptance left before, without an answer. */
  'offers.accept': {
    input: dealId.extend({ offer_id: offerId, again: z.boolean().default(false) }),
    output: offersViewSchema,
    checksEnvironment: true,
  },
  /** The broker's own word, asked of the funding partner, on an acceptance that got no answer. Nothing is sent. */
  'offers.resolve_unknown': {
    input: dealId.extend({ offer_id: offerId, accepted: z.boolean() }),
    output: offersViewSchema,
  },
  /** Asks where to save a comparison for the merchant; `saved_as` is null when nothing was saved. */
  'offers.print': {
    input: dealId.extend({
      offer_ids: z.array(offerId).min(1).max(6),
      language: z.enum(['en', 'es']),
      broker_name: z.string().trim().max(100),
    }),
    output: z.object({ saved_as: z.string().nullable() }),
  },
} as const
