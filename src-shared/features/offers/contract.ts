import { z } from 'zod'
import { type Contract, dealId, type Saved, type, typedLine, typedLines } from '../../platform/ipc/parts.ts'
import type { Offer } from './offer.ts'
import { DECLINE_REASONS, type OffersView, SENT_BY } from './offer-scenario.ts'

const offerId = z.string().min(1).max(200)

const ofOffer = dealId.extend({ offer_id: offerId })

export const offersContract = {
  /** Fetches the deal's offers from the partner. Fails if the partner does not offer a list of offers. */
  'offers.refresh': { input: dealId, output: type<Offer[]>() },
  'offers.view': { input: dealId, output: type<OffersView>() },
  /**
   * Stores the amount and upsell that the broker tries out for an offer. Null restores the offer's original terms. Sends nothing to the
   * partner.
   */
  'offers.set_scenario': {
    input: ofOffer.extend({
      choice: z
        .object({ amount_cents: z.int().min(1), upsell: z.string().regex(/^\d{1,3}(\.\d{1,8})?$/) })
        .nullable(),
    }),
    output: type<OffersView>(),
  },
  /**
   * Accepts an offer. `again` is true if the broker knows that an earlier acceptance was sent and got no response, but wants to send
   * another one.
   */
  'offers.accept': {
    input: ofOffer.extend({ again: z.boolean().default(false) }),
    output: type<OffersView>(),
    checksEnvironment: true,
  },
  /** Stores that the broker sent offers to the merchant. Null removes the notes. Sends nothing. */
  'offers.set_sent': {
    input: dealId.extend({
      offer_ids: z.array(offerId).min(1).max(6),
      sent: z.object({ by: z.enum(SENT_BY), on: z.iso.date() }).nullable(),
    }),
    output: type<OffersView>(),
  },
  /** Stores that the merchant declined an offer. Null removes the note. Sends nothing. */
  'offers.set_declined': {
    input: ofOffer.extend({
      declined: z.object({ reason: z.enum(DECLINE_REASONS), note: typedLines(500) }).nullable(),
    }),
    output: type<OffersView>(),
  },
  /** Stores what the broker learned from the funding partner about an acceptance that got no response. Sends nothing to the partner. */
  'offers.resolve_unknown': { input: ofOffer.extend({ accepted: z.boolean() }), output: type<OffersView>() },
  'offers.print': {
    input: dealId.extend({
      offer_ids: z.array(offerId).min(1).max(6),
      language: z.enum(['en', 'es']),
      broker_name: typedLine(100),
      /** Print the terms that the broker tries out, where there are any, instead of the offered ones. */
      tried: z.boolean(),
    }),
    output: type<Saved>(),
  },
} as const satisfies Contract
