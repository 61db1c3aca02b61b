import { z } from 'zod'
import { VERIFICATIONS } from '../../platform/webhook/event.ts'
import { environmentSchema } from '../../platform/words/vocabulary-schema.ts'

const digestSchema = z.string().regex(/^[0-9a-f]{64}$/)

const fileSchema = z.strictObject({
  document_id: z.string(),
  name: z.string(),
  kind: z.string(),
  size: z.int(),
  sha256: digestSchema,
})

/** Maximum size of an event's body in a proof, in bytes. The six fields that the specification shows need far less (section 6). */
export const MAX_BODY_BYTES = 8 * 1024
/** Maximum length of a body in base64. */
const MAX_BODY_LENGTH = Math.ceil(MAX_BODY_BYTES / 3) * 4

/** The partner's response to a request. If there was no response, `code` is the app's error code. */
const reply = {
  outcome: z.enum(['received', 'refused', 'not_received', 'unknown']),
  code: z.string().nullable(),
}

/** One recorded fact of a submission. It has no fields for SSNs, EINs, or values of the form. */
const proofFactSchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('application_sent'), payload_sha256: digestSchema }),
  z.strictObject({
    what: z.literal('application_answered'),
    ...reply,
    application_id: z.string().nullable(),
  }),
  /** The broker's own statement about a request whose outcome was unknown. */
  z.strictObject({
    what: z.literal('application_resolved'),
    arrived: z.boolean(),
    application_id: z.string().nullable(),
  }),
  /** The app sent the application and got no response. Later, it found the application at the partner. `words` says how. */
  z.strictObject({ what: z.literal('application_found'), application_id: z.string(), words: z.string() }),
  z.strictObject({ what: z.literal('document_found'), file: fileSchema, words: z.string() }),
  z.strictObject({ what: z.literal('document_sent'), file: fileSchema }),
  z.strictObject({
    what: z.literal('document_answered'),
    file: fileSchema,
    ...reply,
    /** The partner's id of the document, if the partner sent one. */
    partner_document_id: z.string().nullable(),
  }),
  z.strictObject({ what: z.literal('document_resolved'), file: fileSchema, arrived: z.boolean() }),
  /** This app sent the acceptance of an offer. `amount_cents` is the amount that the acceptance contained. */
  z.strictObject({
    what: z.literal('offer_accept_sent'),
    offer_id: z.string(),
    amount_cents: z.int().nullable(),
  }),
  z.strictObject({ what: z.literal('offer_accept_answered'), offer_id: z.string(), ...reply }),
  z.strictObject({ what: z.literal('offer_accept_found'), offer_id: z.string(), words: z.string() }),
  z.strictObject({ what: z.literal('offer_accept_resolved'), offer_id: z.string(), accepted: z.boolean() }),
  z.strictObject({
    what: z.literal('event'),
    event_id: z.string(),
    application_id: z.string(),
    message_type: z.string(),
    status: z.string(),
    timestamp: z.string(),
    received_at: z.string(),
    /** Hash of the event's raw body as received. */
    body_sha256: digestSchema,
    /**
     * The event's raw body in base64, if the signature covers it. Missing if the body is too long, or contains fields that the
     * specification does not show, because such fields may contain anything.
     */
    body: z.base64().max(MAX_BODY_LENGTH).optional(),
    verification: z.enum(VERIFICATIONS),
    /** The X-Signature header as received. */
    signature: z.string(),
  }),
])
export type ProofFact = z.infer<typeof proofFactSchema>

/** An entry of a deal's proof of submission. `at` is the time at which this computer recorded the fact. */
const proofEntrySchema = z.strictObject({ at: z.string(), fact: proofFactSchema })

export const PROOF_FORMAT = 'funding-desk-proof'
export const PROOF_VERSION = 1

/**
 * A proof of submission as a file. Only the partner's signatures in its events can be verified. Everything else is the record of the
 * computer that wrote the file.
 */
export const proofFileSchema = z.strictObject({
  format: z.literal(PROOF_FORMAT),
  version: z.literal(PROOF_VERSION),
  environment: environmentSchema,
  deal: z.strictObject({
    deal_id: z.string(),
    legal_name: z.string(),
    reference: z.string(),
    application_id: z.string().nullable(),
  }),
  exported_at: z.string(),
  /** Oldest first. */
  entries: z.array(proofEntrySchema).min(1),
})
export type ProofFile = z.infer<typeof proofFileSchema>

export function proofText(proof: ProofFile): string {
  return `${JSON.stringify(proof, null, 2)}\n`
}
