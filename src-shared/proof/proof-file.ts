import { z } from 'zod'
import { environmentSchema } from '../domain/vocabulary-schema.ts'
import { appError, fail, ok, type Result } from '../errors.ts'
import { canonicalJson } from './canonical-json.ts'
import { digestSchema, proofEntrySchema } from './proof-entry-schema.ts'

export const PROOF_FORMAT = 'funding-desk-proof'
export const PROOF_VERSION = 1

/** A proof of submission as a file. `signature` is the device's, over all of it but the entries, whose last hash is `head`. */
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
  device: z.strictObject({
    algorithm: z.literal('Ed25519'),
    /** SPKI in base64. */
    public_key: z.string(),
    /** SHA-256 of the public key's bytes. */
    fingerprint: digestSchema,
  }),
  head: z.strictObject({ seq: z.int().min(1), hash: digestSchema }),
  entries: z.array(proofEntrySchema),
  /** Ed25519 in base64. */
  signature: z.string(),
})
export type ProofFile = z.infer<typeof proofFileSchema>

/** The text that the device signs. */
export function signedText(proof: Omit<ProofFile, 'entries' | 'signature'>): string {
  const { format, version, environment, deal, exported_at, device, head } = proof
  return canonicalJson({ format, version, environment, deal, exported_at, device, head })
}

/** The proof as it is saved. Only what is hashed and signed must be canonical, so this is laid out to be read. */
export function proofText(proof: ProofFile): string {
  return `${JSON.stringify(proof, null, 2)}\n`
}

/** Parses a file's text as far as telling whether it is a proof of a version known here: `PROOF_UNREADABLE`. */
export function readProof(text: string): Result<object> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return unreadable('This file is no JSON, or it was cut off.')
  }
  const opening = z.looseObject({ format: z.literal(PROOF_FORMAT), version: z.number() }).safeParse(json)
  if (!opening.success) return unreadable('This file is no proof of submission.')
  if (opening.data.version !== PROOF_VERSION)
    return unreadable(
      `This proof is of version ${opening.data.version}, and only version ${PROOF_VERSION} is known here.`,
    )
  return ok(opening.data)
}

function unreadable(message: string): Result<never> {
  return fail(appError('PROOF_UNREADABLE', message, 'Check it with the newest version of Funding Desk.'))
}
