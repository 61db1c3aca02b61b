import { z } from 'zod'
import { creditBoxesSchema, type CreditBoxes } from '../credit-box/credit-box-schema.ts'
import type { Deal } from '../domain/deal.ts'
import { DECLINE_REASONS, SENT_BY, type OffersView } from '../domain/offer-scenario.ts'
import type { Offer } from '../domain/offer.ts'
import type { Duplicate, QueueStatus, SubmissionSettings } from '../domain/queue.ts'
import { dealId, nothing, type, type Nothing, type Saved } from './parts.ts'
import { typedLine, typedLines } from '../entry/typed-schema.ts'

const submissionSettings = z.object({
  undo_seconds: z.int().min(0).max(600),
  duplicate_days: z.int().min(0).max(3650),
})
const offerId = z.string().min(1).max(200)
const ofOffer = dealId.extend({ offer_id: offerId })

/** The channels (calls from the page to main) of submissions, of the submission queue, and of offers. */
export const submissionContract = {
  /**
   * Returns other deals that may be duplicates of this deal, and the length of the undo window (the seconds in which a submission can be
   * canceled).
   */
  'submission.check': {
    input: dealId,
    output: type<{ duplicates: Duplicate[]; undo_seconds: number }>(),
    checksEnvironment: true,
  },
  /**
   * Adds the application to the submission queue. Its documents are sent after the partner has received the application. `despite`:
   * duplicates that the broker has seen and accepted.
   */
  'submission.submit': {
    input: dealId.extend({ despite: z.array(z.uuid()).max(100).default([]) }),
    output: type<Deal>(),
    checksEnvironment: true,
  },
  /**
   * Removes the application from the submission queue. If `document_id` is given, removes only this document. Fails if the request was
   * already sent.
   */
  'submission.cancel': {
    input: dealId.extend({ document_id: z.uuid().optional() }),
    output: type<Deal>(),
  },
  /** Ends the undo window of an application, in which it can be canceled, so that it is sent now. */
  'submission.send_now': { input: dealId, output: type<Deal>(), checksEnvironment: true },
  /** Adds the unsent documents of a received application to the queue, or only one of them. */
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
  /**
   * Stores what the broker says about a request with an unknown outcome: whether the application or, with `document_id`, one document
   * reached the partner.
   */
  'submission.resolve_unknown': {
    input: dealId.extend({
      document_id: z.uuid().optional(),
      arrived: z.boolean(),
      /** The partner's id of the application. Required if the broker says that the application arrived. */
      application_id: typedLine(200).min(1).optional(),
    }),
    output: type<Deal>(),
  },
  /** Returns whether the broker must still confirm that submissions are real (not a test), and the host to which they are sent. */
  'submission.first_real': { input: nothing, output: type<{ is_needed: boolean; host: string }>() },
  /**
   * Stores the broker's confirmation that submissions are real. It is valid for the current address and credentials. Fails if the host is
   * no longer the one that the broker saw.
   */
  'submission.confirm_real': {
    input: z.object({ host: z.string() }),
    output: type<Nothing>(),
    checksEnvironment: true,
  },

  'queue.status': { input: nothing, output: type<QueueStatus>() },
  /** Retries all tasks that wait for the connection. Called when the network is back, or when the broker requests it. */
  'queue.retry_now': { input: nothing, output: type<Nothing>() },

  'credit_box.get': { input: nothing, output: type<CreditBoxes>() },
  'credit_box.save': { input: creditBoxesSchema, output: type<CreditBoxes>(), checksEnvironment: true },

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
  /** Stores that the broker sent an offer to the merchant. Null removes the note. Sends nothing. */
  'offers.set_sent': {
    input: ofOffer.extend({ sent: z.object({ by: z.enum(SENT_BY), on: z.iso.date() }).nullable() }),
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
  /** Saves a comparison of offers for the merchant. Shows a save dialog. */
  'offers.print': {
    input: dealId.extend({
      offer_ids: z.array(offerId).min(1).max(6),
      language: z.enum(['en', 'es']),
      broker_name: typedLine(100),
    }),
    output: type<Saved>(),
  },
} as const
