import { z } from 'zod'
import { VERIFICATIONS } from '../domain/event.ts'

/** SHA-256 in hex. */
export const digestSchema = z.string().regex(/^[0-9a-f]{64}$/)

const fileSchema = z.strictObject({
  document_id: z.string(),
  name: z.string(),
  kind: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: digestSchema,
})

/** Maximum size of a body in a proof. The specification's six fields need far less (section 6). */
export const MAX_BODY_BYTES = 8 * 1024
/** Maximum length of a body in base64. */
const MAX_BODY_LENGTH = Math.ceil(MAX_BODY_BYTES / 3) * 4

/** The service's response, or the lack of one. `code` is the app's error code for a failure. */
const reply = {
  outcome: z.enum(['received', 'refused', 'not_received', 'unknown']),
  code: z.string().nullable(),
}

/** Content of one proof entry. It has no fields for SSNs, EINs, or values of the form. */
export const proofFactSchema = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('application_sent'), payload_sha256: digestSchema }),
  z.strictObject({
    what: z.literal('application_answered'),
    ...reply,
    application_id: z.string().nullable(),
  }),
  /** The broker's statement on an unknown outcome. */
  z.strictObject({
    what: z.literal('application_resolved'),
    arrived: z.boolean(),
    application_id: z.string().nullable(),
  }),
  /** The application was found at the service after no response had arrived. `words` says how it was found. */
  z.strictObject({ what: z.literal('application_found'), application_id: z.string(), words: z.string() }),
  z.strictObject({ what: z.literal('document_found'), file: fileSchema, words: z.string() }),
  z.strictObject({ what: z.literal('document_sent'), file: fileSchema }),
  z.strictObject({
    what: z.literal('document_answered'),
    file: fileSchema,
    ...reply,
    /** The service's id of the document, if it sent one. */
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
  /** Marks a change of the device: a different device wrote the previous entry. For example, the vault was restored on a new computer. */
  z.strictObject({ what: z.literal('continued') }),
  z.strictObject({
    what: z.literal('event'),
    event_id: z.string(),
    application_id: z.string(),
    message_type: z.string(),
    status: z.string(),
    timestamp: z.string(),
    received_at: z.string(),
    /** Hash of the raw bytes as received. */
    body_sha256: digestSchema,
    /**
     * The raw bytes in base64, if the signature covers them. Missing in proofs of earlier versions. Also missing if the bytes are too
     * long or contain fields that the specification does not show, because such fields may contain anything.
     */
    body: z.base64().max(MAX_BODY_LENGTH).optional(),
    verification: z.enum(VERIFICATIONS),
    /** The X-Signature header as received. */
    signature: z.string(),
  }),
])
export type ProofFact = z.infer<typeof proofFactSchema>

/** An entry of a deal's proof. `previous` is the hash of the previous entry. In the first entry, it is 64 zeros. */
export const proofEntrySchema = z.strictObject({
  /** Counts from 1. */
  seq: z.int().min(1),
  deal_id: z.string(),
  at: z.string(),
  /** Fingerprint of the device that wrote the entry; null if the device's keychain returned no key at that time. */
  device: digestSchema.nullable(),
  fact: proofFactSchema,
  previous: digestSchema,
  /** SHA-256 of the canonical JSON of all other fields. */
  hash: digestSchema,
})
export type ProofEntry = z.infer<typeof proofEntrySchema>
