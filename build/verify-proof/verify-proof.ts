import { createHash } from 'node:crypto'
import { TextDecoder } from 'node:util'
import type { z } from 'zod'
import { partnerEventSchema } from '../../src-shared/platform/webhook/event-schema.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import type { ProofFact, ProofFile } from '../../src-shared/features/proof/proof-schema.ts'
import type { KeySource } from '../../src-shared/platform/webhook/key-source.ts'
import { verifyDigest } from '../../src-shared/platform/webhook/verify-signature.ts'
import { fromBase64 } from '../../src-shared/platform/base/digests.ts'

/**
 * One result of checking a proof. `entry` is the number of the checked entry, from 1. `unproven`: the check found no problem, but no
 * signature of the partner confirms the event.
 */
export interface ProofCheck {
  check: 'event' | 'file'
  result: 'pass' | 'fail' | 'unproven'
  detail: string
  entry?: number
}

export interface ProofExpectations {
  /** The partner's published keys. Without them, no event can be checked against the partner's signature. */
  keys?: KeySource
  /** Files that the sender of the proof claims to have sent, with the SHA-256 of their content in hex. */
  files?: readonly { name: string; sha256: string }[]
}

/**
 * Checks what a third party can check in a proof: that each event matches what the partner signed, and that each given file has the hash of
 * something that was sent according to the proof. The hashes, times, and answers in the proof are not signed by anyone.
 */
export async function verifyProof(
  proof: ProofFile,
  { keys, files = [] }: ProofExpectations = {},
): Promise<ProofCheck[]> {
  const checks: ProofCheck[] = []
  const ids = applicationIds(proof)
  for (const [index, { fact }] of proof.entries.entries())
    if (fact.what === 'event')
      checks.push({ check: 'event', entry: index + 1, ...(await checkEvent(fact, ids, keys)) })
  for (const file of files) checks.push({ check: 'file', ...checkFile(file, proof) })
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

function checkFile(
  { name, sha256: sum }: { name: string; sha256: string },
  { entries }: ProofFile,
): Omit<ProofCheck, 'check'> {
  const index = entries.findIndex(
    ({ fact }) =>
      (fact.what === 'document_sent' && fact.file.sha256 === sum) ||
      (fact.what === 'application_sent' && fact.payload_sha256 === sum),
  )
  const sent = entries[index]?.fact
  if (sent === undefined)
    return {
      result: 'fail',
      detail: `No entry says that a file with the content of ${name} was sent (SHA-256 ${sum}).`,
    }
  const what =
    sent.what === 'document_sent' ? `the document "${sent.file.name}"` : 'the data of the application'
  return { result: 'pass', entry: index + 1, detail: `${name} has the recorded hash of ${what}.` }
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
  fact: EventFact,
  ids: ReadonlySet<string>,
  keys: KeySource | undefined,
): Promise<Pick<ProofCheck, 'result' | 'detail'>> {
  const found = (result: ProofCheck['result'], detail: string) => ({ result, detail })
  const wrong = contradictionIn(fact, ids)
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
function contradictionIn(fact: EventFact, ids: ReadonlySet<string>): string | null {
  if (fact.body !== undefined) {
    const bytes = fromBase64(fact.body)
    if (bytes === null || createHash('sha256').update(bytes).digest('hex') !== fact.body_sha256)
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
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
