import { formatMessage } from '../messages/msg.ts'
import type { z } from 'zod'
import { partnerEventSchema } from '../domain/event-schema.ts'
import type { KeySource } from '../webhook/key-source.ts'
import { verifyDigest } from '../webhook/verify-signature.ts'
import { fromBase64, sha256 } from '../digests.ts'
import { hashedText, NO_ENTRY, wellFormed, type ProofEntry, type ProofFact } from './proof-entry.ts'
import { proofFileSchema, signedText, type ProofFile } from './proof-file.ts'

// Declare the globals that this file uses, because this TypeScript project includes neither Node's types nor the browser's types. Node
// since version 20 and every browser provide these globals.
declare class TextEncoder {
  encode(text: string): Uint8Array
}
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true; ignoreBOM: true })
  decode(bytes: Uint8Array): string
}
type Key = { readonly type: string }
declare const crypto: {
  subtle: {
    importKey(
      format: 'spki',
      data: Uint8Array,
      algorithm: 'Ed25519',
      extractable: false,
      usages: ['verify'],
    ): Promise<Key>
    verify(algorithm: 'Ed25519', key: Key, signature: Uint8Array, data: Uint8Array): Promise<boolean>
  }
}

/**
 * One result of checking a proof. `entry` is the number of the checked entry. `unproven`: the check found no problem, but no signature of
 * the partner confirms the entry.
 */
export interface ProofCheck {
  check: 'form' | 'chain' | 'head' | 'device' | 'signature' | 'event'
  result: 'pass' | 'fail' | 'unproven'
  detail: string
  entry?: number
}

export interface ProofExpectations {
  /**
   * The fingerprint of the device's key, which the sender of the proof gave to the reader in another way, for example by phone. Without it,
   * the check can show that a single device made the proof, but not which device.
   */
  fingerprint?: string
  /** The partner's published keys. Without them, no event can be checked against the partner's signature. */
  keys?: KeySource
}

/**
 * Checks a proof that `readProof` accepted. No entry may be edited, removed, or moved, and the end of the list may not be missing. The
 * named device must have signed the proof, and each event must match what the partner signed. The proof is intact if no check failed.
 */
export async function verifyProof(
  proof: object,
  { fingerprint, keys }: ProofExpectations = {},
): Promise<ProofCheck[]> {
  const parsed = proofFileSchema.safeParse(proof)
  if (!parsed.success) {
    const { path = [], message = '' } = parsed.error.issues[0] ?? {}
    const [first, index] = path
    const inEntry = first === 'entries' && typeof index === 'number'
    const where = (inEntry ? path.slice(2) : path).map(String).join('.')
    return [
      {
        check: 'form',
        result: 'fail',
        detail: `${inEntry ? 'The entry' : 'The proof'} has an invalid format at "${where}": ${message}`,
        ...(inEntry ? { entry: index + 1 } : {}),
      },
    ]
  }
  const file = parsed.data
  const checks: ProofCheck[] = [{ check: 'form', result: 'pass', detail: 'The proof has the right format.' }]
  checks.push(...(await checkChain(file.deal.deal_id, file.entries)))
  checks.push(checkHead(file))
  checks.push(...(await checkDevice(file, fingerprint)))
  const ids = applicationIds(file)
  for (const entry of file.entries) checks.push(...(await checkEvent(entry, ids, keys)))
  return checks
}

/**
 * Returns all ids of this deal's application that the proof contains: the deal's own, and those in its entries. An event about any other
 * application must not be in this proof.
 */
function applicationIds({ deal, entries }: ProofFile): ReadonlySet<string> {
  const ids = entries.map(({ fact }) => {
    // If the outcome of the request is unknown, do not use the id in the response: it may be the id of another deal.
    if (fact.what === 'application_answered') return fact.outcome === 'received' ? fact.application_id : null
    return fact.what === 'application_found' || fact.what === 'application_resolved'
      ? fact.application_id
      : null
  })
  return new Set([deal.application_id, ...ids].filter((id) => id !== null))
}

/**
 * Verifies that the entries belong to this deal, are unchanged, and are in order. Returns each problem that it finds. If there is none,
 * returns a single passed check.
 */
export async function checkChain(deal_id: string, entries: readonly ProofEntry[]): Promise<ProofCheck[]> {
  const found: ProofCheck[] = []
  let previous = NO_ENTRY
  for (const [index, entry] of entries.entries()) {
    const wrong = await whatIsWrong(deal_id, entry, index + 1, previous)
    if (wrong !== null) found.push({ check: 'chain', result: 'fail', detail: wrong, entry: index + 1 })
    previous = entry.hash
  }
  if (found.length > 0) return found
  return [{ check: 'chain', result: 'pass', detail: `${entries.length} entries, all unchanged.` }]
}

async function whatIsWrong(
  deal_id: string,
  entry: ProofEntry,
  seq: number,
  previous: string,
): Promise<string | null> {
  if ((await sha256(hashedText(entry))) !== entry.hash)
    return 'It was edited: its hash does not match its content.'
  if (entry.previous !== previous)
    return 'It does not follow the previous entry: an entry was removed, added, or moved.'
  if (entry.seq !== seq) return `It is at position ${seq}, but its number is ${entry.seq}.`
  if (entry.deal_id !== deal_id) return 'It belongs to another deal.'
  return null
}

function checkHead({ head, entries }: ProofFile): ProofCheck {
  const last = entries.at(-1)
  if (last?.hash === head.hash && entries.length === head.seq)
    return { check: 'head', result: 'pass', detail: `It ends with the signed last entry, ${head.seq}.` }
  return {
    check: 'head',
    result: 'fail',
    detail: `The device signed ${head.seq} entries with a different last entry: entries were cut off or added at the end.`,
    entry: entries.length,
  }
}

async function checkDevice(file: ProofFile, expected: string | undefined): Promise<ProofCheck[]> {
  const { device, entries } = file
  const fails = (check: ProofCheck['check'], detail: string): ProofCheck[] => [
    { check, result: 'fail', detail },
  ]
  const publicKey = fromBase64(device.public_key)
  if (publicKey === null || (await sha256(publicKey)) !== device.fingerprint)
    return fails('device', 'The fingerprint does not match the public key.')
  if (expected !== undefined && expected !== device.fingerprint)
    return fails('device', `A different device signed it: ${device.fingerprint}.`)
  // A proof is always signed by the device that wrote its last entry. A signature by any other device is therefore wrong.
  if (entries.at(-1)?.device !== device.fingerprint)
    return fails('device', 'The device that signed it is not the one that wrote its last entry.')
  const signature = fromBase64(file.signature)
  const isGenuine = signature !== null && (await isSigned(publicKey, signature, signedText(file)))
  if (!isGenuine) return fails('signature', 'The signature of the device is not valid.')
  return [
    { check: 'device', result: 'pass', detail: `The device is ${device.fingerprint}.` },
    { check: 'signature', result: 'pass', detail: 'The signature of the device is valid.' },
  ]
}

async function isSigned(publicKey: Uint8Array, signature: Uint8Array, text: string): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('spki', publicKey, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(text))
  } catch {
    return false
  }
}

type EventFact = Extract<ProofFact, { what: 'event' }>

/** Fields that are both in the event's signed body and in the proof entry. */
const FIELDS = ['event_id', 'application_id', 'message_type', 'status', 'timestamp'] as const
const NOT_COVERED = "It is not covered by the partner's signature"

/**
 * Compares the proof entry of an event with the event's body and the partner's signature. The entry passes only if the signature covers the
 * body and the body matches the entry. `ids` are the ids of the deal's own application.
 */
async function checkEvent(
  { seq, fact }: ProofEntry,
  ids: ReadonlySet<string>,
  keys: KeySource | undefined,
): Promise<ProofCheck[]> {
  if (fact.what !== 'event') return []
  const found = (result: ProofCheck['result'], detail: string): ProofCheck[] => [
    { check: 'event', result, detail, entry: seq },
  ]
  const wrong = await contradictionIn(fact, ids)
  if (wrong !== null) return found('fail', wrong)
  if (keys === undefined)
    return found('unproven', "The partner's signature was not checked, because no published keys were given.")
  const verdict = await verifyDigest({
    body_sha256: fact.body_sha256,
    event_id: fact.event_id,
    signature: fact.signature,
    keys,
    now: new Date(fact.received_at),
  })
  if (!verdict.ok) return found('fail', formatMessage(verdict.error.message))
  const { verification, kid } = verdict.value
  if (verification !== fact.verification)
    return found('fail', 'Its signature does not prove what the entry says.')
  if (verification === 'hint')
    return found(
      'unproven',
      `${NOT_COVERED}: the signature is genuine (key ${kid}), but does not name a body.`,
    )
  if (fact.body === undefined)
    return found(
      'unproven',
      `The partner signed a body with this hash (key ${kid}), but the proof does not contain the body. Not checked: ${FIELDS.join(', ')}.`,
    )
  const { event_id, application_id, status, timestamp } = fact
  return found(
    'pass',
    `The partner signed event ${event_id}: ${status}, application ${application_id}, ${timestamp} (key ${kid}).`,
  )
}

/** Returns a text that describes a contradiction within an entry, or between the entry and its deal. Returns null if there is none. */
async function contradictionIn(fact: EventFact, ids: ReadonlySet<string>): Promise<string | null> {
  if (fact.body !== undefined) {
    const bytes = fromBase64(fact.body)
    if (bytes === null || (await sha256(bytes)) !== fact.body_sha256)
      return 'The hash of its body differs from the hash in the entry.'
    const said = readBody(bytes)
    if (said === null) return 'Its body is not a notification.'
    const edited = FIELDS.filter((field) => said[field] !== fact[field])
    if (edited.length > 0) return `Its body and the entry differ in: ${edited.join(', ')}.`
  }
  if (!ids.has(fact.application_id)) return 'It is about an application of a different deal.'
  return null
}

function readBody(bytes: Uint8Array): z.infer<typeof partnerEventSchema> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const parsed = partnerEventSchema.safeParse(JSON.parse(text))
    return parsed.success ? wellFormed(parsed.data) : null
  } catch {
    return null
  }
}
