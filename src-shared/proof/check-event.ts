import { formatMessage } from '../messages/msg.ts'
import type { z } from 'zod'
import { partnerEventSchema } from '../domain/event-schema.ts'
import type { KeySource } from '../webhook/key-source.ts'
import { verifyDigest } from '../webhook/verify-signature.ts'
import { fromBase64, fromHex, sha256 } from './digests.ts'
import { wellFormed, type ProofEntry, type ProofFact } from './proof-entry.ts'
import type { ProofCheck } from './verify-proof.ts'

// This project knows no platform; this stands in Node since 11 and in every browser.
declare class TextDecoder {
  constructor(label: 'utf-8', options: { fatal: true; ignoreBOM: true })
  decode(bytes: Uint8Array): string
}

type EventFact = Extract<ProofFact, { what: 'event' }>

/** What an entry repeats of the body that the partner signed. */
const FIELDS = ['event_id', 'application_id', 'message_type', 'status', 'timestamp'] as const
const NOT_COVERED = "It is not covered by the partner's signature"

/**
 * Compares an event with the body and the signature of the partner. An entry passes only when the signature covers the body and
 * the body says the same as the entry. `ids` are those of the deal's own application.
 */
export async function checkEvent(
  { seq, fact }: ProofEntry,
  ids: ReadonlySet<string>,
  keys: KeySource | undefined,
): Promise<ProofCheck[]> {
  if (fact.what !== 'event') return []
  const found = (result: ProofCheck['result'], detail: string): ProofCheck[] => [
    { check: 'event', result, detail, entry: seq },
  ]
  const wrong = await whatIsWrong(fact, ids)
  if (wrong !== null) return found('fail', wrong)
  if (keys === undefined)
    return found(
      'unproven',
      "It was not checked against the partner's signature: no published keys were given.",
    )
  const judged = await verifyDigest({
    digest: async () => fromHex(fact.body_sha256),
    event_id: fact.event_id,
    signature: fact.signature,
    keys,
    now: new Date(fact.received_at),
  })
  if (!judged.ok) return found('fail', formatMessage(judged.error.message))
  const { verification, kid } = judged.value
  if (verification !== fact.verification)
    return found('fail', 'Its signature proves another thing than the entry says.')
  if (verification === 'hint')
    return found(
      'unproven',
      `${NOT_COVERED}: that is genuine (key ${kid}), but it does not say for which body.`,
    )
  if (fact.body === undefined)
    return found(
      'unproven',
      `The partner signed a body with this hash (key ${kid}), but the proof does not hold the body. Not checked: ${FIELDS.join(', ')}.`,
    )
  const { event_id, application_id, status, timestamp } = fact
  return found(
    'pass',
    `The partner signed event ${event_id}: ${status}, application ${application_id}, ${timestamp} (key ${kid}).`,
  )
}

/** How the entry contradicts itself or its deal; null where it does not. */
async function whatIsWrong(fact: EventFact, ids: ReadonlySet<string>): Promise<string | null> {
  if (fact.body !== undefined) {
    const bytes = fromBase64(fact.body)
    if (bytes === null || (await sha256(bytes)) !== fact.body_sha256)
      return 'The hash of its body is another one than the entry says.'
    const said = readBody(bytes)
    if (said === null) return 'Its body is not a notification.'
    const edited = FIELDS.filter((field) => said[field] !== fact[field])
    if (edited.length > 0) return `Its body says something else than the entry: ${edited.join(', ')}.`
  }
  if (!ids.has(fact.application_id)) return 'It is about another application than this deal.'
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
