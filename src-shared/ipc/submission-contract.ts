import { z } from 'zod'
import { creditBoxesSchema, type CreditBoxes } from '../credit-box/credit-box-schema.ts'
import type { Deal } from '../domain/deal.ts'
import type { OffersView } from '../domain/offer-scenario.ts'
import type { Offer } from '../domain/offer.ts'
import type { Duplicate, QueueStatus, SubmissionSettings } from '../domain/queue.ts'
import { dealId, nothing, type, type Nothing, type Saved } from './parts.ts'

const submissionSettings = z.object({
  undo_seconds: z.int().min(0).max(600),
  duplicate_days: z.int().min(0).max(3650),
})
const offerId = z.string().min(1).max(200)
const ofOffer = dealId.extend({ offer_id: offerId })

/** The channels of submissions, of the queue, and of offers. */
export const submissionContract = {
  /** Other deals that look the same, and the length of the undo window. */
  'submission.check': {
    input: dealId,
    output: type<{ duplicates: Duplicate[]; undo_seconds: number }>(),
    checksEnvironment: true,
  },
  /** Queues the application. Its documents follow when it is received. `despite`: duplicates that the broker knows of. */
  'submission.submit': {
    input: dealId.extend({ despite: z.array(z.uuid()).max(100).default([]) }),
    output: type<Deal>(),
    checksEnvironment: true,
  },
  /** Removes the application or, with `document_id`, a document from the queue. Fails if it was sent. */
  'submission.cancel': {
    input: dealId.extend({ document_id: z.uuid().optional() }),
    output: type<Deal>(),
  },
  /** Ends the undo window of an application. */
  'submission.send_now': { input: dealId, output: type<Deal>(), checksEnvironment: true },
  /** Queues the unsent documents of a received application, or one of them. */
  'submission.send_documents': {
    input: dealId.extend({ document_id: z.uuid().optional() }),
    output: type<Deal>(),
    checksEnvironment: true,
  },
  'submission.settings': { input: nothing, output: type<SubmissionSettings>() },
  'submission.save_settings': {
    input: submissionSettings,
    output: type<SubmissionSettings>(),
    checksEnvironment: true,
  },
  /** The broker's own statement on an unknown outcome of the application or, with `document_id`, of one document. */
  'submission.resolve_unknown': {
    input: dealId.extend({
      document_id: z.uuid().optional(),
      arrived: z.boolean(),
      /** Required if an application arrived. */
      application_id: z.string().trim().min(1).max(200).optional(),
    }),
    output: type<Deal>(),
  },
  /** Reports if the broker must still confirm that submissions are real, and the host that receives them. */
  'submission.first_real': { input: nothing, output: type<{ is_needed: boolean; host: string }>() },
  /** Stored for the current address and credentials if their host is still the one shown to the broker. */
  'submission.confirm_real': {
    input: z.object({ host: z.string() }),
    output: type<Nothing>(),
    checksEnvironment: true,
  },

  'queue.status': { input: nothing, output: type<QueueStatus>() },
  /** Retries everything that waits for the connection: the network is back, or the broker asks. */
  'queue.retry_now': { input: nothing, output: type<Nothing>() },

  'credit_box.get': { input: nothing, output: type<CreditBoxes>() },
  'credit_box.save': { input: creditBoxesSchema, output: type<CreditBoxes>(), checksEnvironment: true },

  /** Reads the offers from the partner if it supports that. */
  'offers.refresh': { input: dealId, output: type<Offer[]>() },
  'offers.view': { input: dealId, output: type<OffersView>() },
  /** Stores the broker's scenario of an offer. Null means the offer's original terms. Nothing is sent. */
  'offers.set_scenario': {
    input: ofOffer.extend({
      choice: z
        .object({ amount_cents: z.int().min(1), upsell: z.string().regex(/^\d{1,3}(\.\d{1,8})?$/) })
        .nullable(),
    }),
    output: type<OffersView>(),
  },
  /** Accepts an offer at the partner. `again`: the broker knows that an earlier acceptance was sent without an answer. */
  'offers.accept': {
    input: ofOffer.extend({ again: z.boolean().default(false) }),
    output: type<OffersView>(),
    checksEnvironment: true,
  },
  /** The broker's own statement on an acceptance without an answer, after asking the funding partner. Nothing is sent. */
  'offers.resolve_unknown': { input: ofOffer.extend({ accepted: z.boolean() }), output: type<OffersView>() },
  /** Saves a comparison for the merchant in a dialog. */
  'offers.print': {
    input: dealId.extend({
      offer_ids: z.array(offerId).min(1).max(6),
      language: z.enum(['en', 'es']),
      broker_name: z.string().trim().max(100),
    }),
    output: type<Saved>(),
  },
} as const
