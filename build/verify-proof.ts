import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs, TextDecoder } from 'node:util'
import type { z } from 'zod'
import {
  PROOF_FORMAT,
  proofFileSchema,
  type ProofFact,
  type ProofFile,
} from '../src-shared/features/proof/proof-schema.ts'
import { fromBase64 } from '../src-shared/platform/base/digests.ts'
import { outlineJson } from '../src-shared/platform/base/outline-json.ts'
import { printable } from '../src-shared/platform/base/text.ts'
import { formatMessage } from '../src-shared/platform/texts/msg.ts'
import { partnerEventSchema } from '../src-shared/platform/webhook/event-schema.ts'
import { createKeySource, SIGNING_KEYS, type KeySource } from '../src-shared/platform/webhook/key-source.ts'
import { verifyDigest } from '../src-shared/platform/webhook/verify-signature.ts'

/** Maximum size of a file with public keys. A real file of this kind is many times smaller. */
const MAX_KEYS_MB = 1
/** Maximum size of a file to compare. It is far above the size of any document that a funding partner accepts. */
const MAX_SENT_MB = 1024

/**
 * Checks the proof named in the arguments, and the files named after it. Prints the findings. Returns 1 if a check failed.
 * @throws if a file cannot be read
 */
export async function checkFile(args: string[]): Promise<0 | 1> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      jwks: { type: 'string' },
      'signing-keys': { type: 'string', default: SIGNING_KEYS },
      json: { type: 'boolean', default: false },
    },
  })
  const [path, ...sent] = positionals
  if (path === undefined) throw new Error('Give the file of a proof. See --help.')
  try {
    const proof = readProof(await readText(path, MAX_PROOF_MB))
    const files = []
    for (const one of sent) files.push({ name: basename(one), sha256: await hashOf(one) })
    const keys =
      values.jwks === undefined ? undefined : keysOf(await readJson(values.jwks), values['signing-keys'])
    const checks = await verifyProof(proof, { files, ...(keys !== undefined && { keys }) })
    const lines = values.json
      ? checks.map((check) => JSON.stringify(check))
      : [...checks.map(formatCheck), ...summary(checks, proof.entries.length)]
    for (const line of lines) console.log(printable(line))
    return checks.some(({ result }) => result === 'fail') ? 1 : 0
  } catch (error) {
    throw new Error(printable((error as Error).message), { cause: error })
  }
}

/** Returns what the checks prove and do not prove, in words. */
function summary(checks: readonly ProofCheck[], entries: number): string[] {
  const events = checks.filter(({ check }) => check === 'event')
  const signed = events.filter(({ result }) => result === 'pass').length
  return [
    checks.some(({ result }) => result === 'fail')
      ? 'The proof is broken: it contradicts itself, the partner’s signatures, or a given file.'
      : 'No check failed.',
    `Proven: ${signed} of ${events.length} events, by the funding partner’s signature, if you got the keys from the partner itself.`,
    `Not proven: the other ${entries - signed} of ${entries} entries. What was sent, when, and how the partner answered is the record of the broker’s computer. Its owner can change, add, or omit entries.`,
    ...(checks.length > events.length
      ? [
          'A matching file is the one that the record names. This does not prove that the partner received it.',
        ]
      : []),
  ]
}

function keysOf(jwks: unknown, signingKeys: string): KeySource {
  return createKeySource({
    fetchKeySet: () => Promise.resolve(jwks),
    now: Date.now,
    signingKeys: () => signingKeys,
  })
}

async function readJson(path: string): Promise<unknown> {
  const text = await readText(path, MAX_KEYS_MB)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} is not JSON.`)
  }
}

async function readText(path: string, max_mb: number): Promise<string> {
  const chunks: Buffer[] = []
  await read(path, max_mb, (chunk) => chunks.push(chunk))
  return Buffer.concat(chunks).toString('utf8')
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await read(path, MAX_SENT_MB, (chunk) => hash.update(chunk))
  return hash.digest('hex')
}

/** Reads a file in pieces. Checks its size while reading, because devices and pipes do not report their size in advance. */
async function read(path: string, max_mb: number, take: (chunk: Buffer) => void): Promise<void> {
  let size = 0
  try {
    for await (const chunk of createReadStream(path)) {
      size += (chunk as Buffer).length
      if (size > max_mb * 1024 * 1024) break
      take(chunk as Buffer)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `The file ${path} does not exist.` : `${path} cannot be read (${code}).`
    throw new Error(why, { cause: error })
  }
  if (size > max_mb * 1024 * 1024) throw new Error(`${path} is larger than ${max_mb} MB.`)
}

const MARKS = { pass: 'ok      ', fail: 'BROKEN  ', unproven: 'UNPROVEN' } as const

function formatCheck({ check, result, detail, entry }: ProofCheck): string {
  return `${MARKS[result]} ${check}${entry === undefined ? '' : `, entry ${entry}`}: ${detail}`
}

/**
 * Limits of a file that is read as a proof. They are far above the size of any real proof, and limit the time and memory for reading.
 */
const MAX_PROOF_MB = 64
const MAX_PROOF_ENTRIES = 50_000
const MAX_DEPTH = 8
/** Maximum number of values and containers in a file. 30 per entry is more than any real entry needs. */
const MAX_VALUES = MAX_PROOF_ENTRIES * 30

/**
 * Parses the text of a proof, which has at most `MAX_PROOF_MB`.
 * @throws if the text is not a proof. The message may contain characters of the text that must be escaped before they are printed.
 */
export function readProof(text: string): ProofFile {
  // Check the limits before building any values.
  const { depth, values } = outlineJson(text)
  if (depth > MAX_DEPTH) throw new Error('This file is nested too deeply for a proof of submission.')
  if (values > MAX_VALUES) throw tooManyEntries()
  let json: { format?: unknown; version?: unknown; entries?: unknown } | null
  try {
    json = JSON.parse(text)
  } catch {
    throw new Error('This file is not JSON, or it is incomplete.')
  }
  if (json?.format !== PROOF_FORMAT) throw new Error('This file is not a proof of submission.')
  if (Array.isArray(json.entries) && json.entries.length > MAX_PROOF_ENTRIES) throw tooManyEntries()
  const parsed = proofFileSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`This proof has an invalid format at "${issue?.path.join('.')}": ${issue?.message}`)
}

function tooManyEntries(): Error {
  return new Error(
    `This file has more than ${MAX_PROOF_ENTRIES} entries, the maximum for a proof of submission.`,
  )
}

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
  for (const file of files) checks.push({ check: 'file', ...checkSentFile(file, proof) })
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

function checkSentFile(
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
