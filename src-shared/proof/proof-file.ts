import { z } from 'zod'
import { environmentSchema } from '../domain/vocabulary-schema.ts'
import { appError, fail, ok, type Result } from '../errors.ts'
import { outlineJson } from '../outline-json.ts'
import { canonicalJson } from './proof-entry.ts'
import { digestSchema, proofEntrySchema } from './proof-entry-schema.ts'

export const PROOF_FORMAT = 'funding-desk-proof'
/** The version of the file format. Since version 2, the file contains the bodies of events. */
export const PROOF_VERSION = 2
const KNOWN_VERSIONS = [1, PROOF_VERSION] as const

/**
 * Limits of a file that the app reads as a proof. They are far above the size of any real proof, and limit the time and memory for reading.
 */
export const MAX_PROOF_MB = 64
export const MAX_PROOF_ENTRIES = 50_000
const MAX_DEPTH = 8
/** Maximum number of values and containers in a file. 30 per entry is more than any real entry needs. */
const MAX_VALUES = MAX_PROOF_ENTRIES * 30

/** A proof of submission as a file. The device signs everything except the entries. `head` contains the hash of the last entry. */
export const proofFileSchema = z.strictObject({
  format: z.literal(PROOF_FORMAT),
  version: z.literal(KNOWN_VERSIONS),
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
    /** The device's public key as SPKI in base64. */
    public_key: z.string(),
    /** SHA-256 of the public key's bytes. */
    fingerprint: digestSchema,
  }),
  head: z.strictObject({ seq: z.int().min(1), hash: digestSchema }),
  entries: z.array(proofEntrySchema),
  /** The device's Ed25519 signature in base64. */
  signature: z.string(),
})
export type ProofFile = z.infer<typeof proofFileSchema>

/** Returns the text that the device signs: everything in the proof except the entries and the signature. */
export function signedText(proof: Omit<ProofFile, 'entries' | 'signature'>): string {
  const { format, version, environment, deal, exported_at, device, head } = proof
  return canonicalJson({ format, version, environment, deal, exported_at, device, head })
}

/**
 * Returns the proof as the text of a file. The text is indented for readers, because only the hashed and signed parts must have a canonical
 * form.
 */
export function proofText(proof: ProofFile): string {
  return `${JSON.stringify(proof, null, 2)}\n`
}

/** Parses a file's text. Fails with `PROOF_UNREADABLE` if the text is not a proof, or a proof of an unknown version. */
export function readProof(text: string): Result<object> {
  // Check the limits before building any values. Each character takes at least one byte, so a text with more characters than the byte limit
  // is too large.
  if (text.length > MAX_PROOF_MB * 1024 * 1024) return tooLarge()
  const { depth, values } = outlineJson(text)
  if (depth > MAX_DEPTH) return noProof('This file is nested too deeply for a proof of submission.')
  if (values > MAX_VALUES) return tooManyEntries()
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return unreadable('This file is not JSON, or it is incomplete.')
  }
  const opening = z.looseObject({ format: z.literal(PROOF_FORMAT), version: z.number() }).safeParse(json)
  if (!opening.success) return unreadable('This file is not a proof of submission.')
  const { version } = opening.data
  if (!KNOWN_VERSIONS.some((known) => known === version))
    return unreadable(
      `This proof has version ${version}. This program supports versions ${KNOWN_VERSIONS.join(' and ')}.`,
    )
  const { entries } = opening.data
  if (Array.isArray(entries) && entries.length > MAX_PROOF_ENTRIES) return tooManyEntries()
  return ok(opening.data)
}

/** The error for a file that is larger than any proof. */
export function tooLarge(): Result<never> {
  return noProof(`This file is larger than ${MAX_PROOF_MB} MB, the maximum for a proof of submission.`)
}

function tooManyEntries(): Result<never> {
  return noProof(
    `This file has more than ${MAX_PROOF_ENTRIES} entries, the maximum for a proof of submission.`,
  )
}

function noProof(message: string): Result<never> {
  return fail(appError('PROOF_UNREADABLE', message, 'Choose the file that was exported as a proof.'))
}

function unreadable(message: string): Result<never> {
  return fail(appError('PROOF_UNREADABLE', message, 'Check it with the newest version of Funding Desk.'))
}
