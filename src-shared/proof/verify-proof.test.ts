import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, hashedText, NO_ENTRY, type ProofEntry, type ProofFact } from './proof-entry.ts'
import { proofText, readProof, signedText, type ProofFile } from './proof-file.ts'
import { verifyProof, type ProofExpectations } from './verify-proof.ts'
import { formatted } from '../../tests/support/formatted-messages.ts'

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')

function deviceOf(key: KeyObject): ProofFile['device'] {
  const bytes = key.export({ format: 'der', type: 'spki' })
  return { algorithm: 'Ed25519', public_key: bytes.toString('base64'), fingerprint: sha256(bytes) }
}

const file = {
  document_id: '5a0f2b8e-0000-4000-8000-000000000001',
  name: 'Kontoauszug März.pdf',
  kind: 'bank_statement',
  size: 4711,
  sha256: sha256('file'),
}
const BODY = JSON.stringify({
  message_type: 'offer_event',
  callback_path: 'https://partner.example/iso/api/v1/applications/app-1',
  status: 'offer_available',
  application_id: 'app-1',
  timestamp: '2026-05-04T10:00:00+00:00',
  event_id: 'e-1',
})
const FACTS: ProofFact[] = [
  { what: 'application_sent', payload_sha256: sha256('payload') },
  { what: 'application_answered', outcome: 'received', code: null, application_id: 'app-1' },
  { what: 'document_sent', file },
  {
    what: 'document_answered',
    file,
    outcome: 'unknown',
    code: 'PARTNER_TIMED_OUT',
    partner_document_id: null,
  },
  { what: 'document_resolved', file, arrived: true },
  {
    what: 'event',
    event_id: 'e-1',
    application_id: 'app-1',
    message_type: 'offer_event',
    status: 'offer_available',
    timestamp: '2026-05-04T10:00:00+00:00',
    received_at: '2026-05-04T10:00:01.000Z',
    body_sha256: sha256(BODY),
    body: Buffer.from(BODY).toString('base64'),
    verification: 'body',
    signature: 'a.b.c',
  },
]

function chain(facts: ProofFact[], device: string | null): ProofEntry[] {
  const entries: ProofEntry[] = []
  for (const [index, fact] of facts.entries()) {
    const entry = {
      seq: index + 1,
      deal_id: 'deal-1',
      at: `2026-05-04T10:00:0${index}.000Z`,
      device,
      fact,
      previous: entries.at(-1)?.hash ?? NO_ENTRY,
    }
    entries.push({ ...entry, hash: sha256(hashedText(entry)) })
  }
  return entries
}

function makeProof(facts = FACTS, { key = privateKey, device = deviceOf(publicKey) } = {}): ProofFile {
  const entries = chain(facts, device.fingerprint)
  const statement = {
    format: 'funding-desk-proof',
    version: 2,
    environment: 'sandbox',
    deal: { deal_id: 'deal-1', legal_name: 'Juniper Bakery LLC', reference: '', application_id: 'app-1' },
    exported_at: '2026-05-04T11:00:00.000Z',
    device,
    head: { seq: entries.length, hash: entries.at(-1)?.hash ?? '' },
  } as const
  return { ...statement, entries, signature: signed(statement, key) }
}

const signed = (proof: Parameters<typeof signedText>[0], key = privateKey) =>
  sign(null, Buffer.from(signedText(proof)), key).toString('base64')

/** Writes a proof to the text of a file, reads it back, and returns its problems. */
async function wrongs(proof: object, expectations?: ProofExpectations): Promise<string[]> {
  const read = readProof(JSON.stringify(proof))
  if (!read.ok) return [read.error.code]
  const checks = await verifyProof(read.value, expectations)
  return checks.flatMap(({ result, check, entry }) =>
    result !== 'fail' ? [] : [entry === undefined ? check : `${check} ${entry}`],
  )
}

type Path = (string | number)[]

/** Returns the paths of all single values, which are not lists or objects. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function edit(proof: ProofFile, path: Path, change: (before: unknown) => unknown): ProofFile {
  const copy = structuredClone(proof)
  let at = copy as unknown as Record<string | number, unknown>
  for (const step of path.slice(0, -1)) at = at[step] as Record<string | number, unknown>
  const last = path.at(-1) ?? ''
  const after = change(at[last])
  if (after === undefined) delete at[last]
  else at[last] = after
  return copy
}

/** Returns a different value of the same type. The schema accepts it, so only the proof's own checks can detect the change. */
const other = (before: unknown, salt: string): unknown => {
  if (typeof before === 'number') return before + 1
  if (typeof before === 'boolean') return !before
  if (before === null) return 'something'
  if (typeof before !== 'string') throw new Error('no leaf')
  const text = before
  if (/^[0-9a-f]{64}$/.test(text)) return sha256(text + salt)
  const at = salt.length % text.length || 0
  return text === '' ? salt || 'x' : text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
}

describe('an unchanged proof', () => {
  test('is valid and comes from the expected device', async () => {
    const proof = makeProof()
    expect(await wrongs(proof, { fingerprint: proof.device.fingerprint })).toEqual([])
    expect(readProof(proofText(proof)).ok).toBe(true)
  })

  test('is valid with its JSON keys in any order', async () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([key, inner]) => [key, turned(inner)]),
      )
    }
    expect(await wrongs(turned(makeProof()) as object)).toEqual([])
  })
})

describe('tampering with a proof', () => {
  const proof = makeProof()
  const places = leaves(proof)

  test('is detected for any edit of any field', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        fc.string({ minLength: 1, maxLength: 12 }),
        async (path, salt) => {
          const edited = edit(proof, path, (before) => other(before, salt))
          expect(canonicalJson(edited)).not.toBe(canonicalJson(proof))
          expect(await wrongs(edited)).not.toEqual([])
        },
      ),
    )
  })

  test('is detected for each field that is edited or removed', async () => {
    const found = await Promise.all(
      places.map(async (path) => ({
        path: path.join('.'),
        edited: await wrongs(edit(proof, path, (before) => other(before, ''))),
        without: await wrongs(edit(proof, path, () => undefined)),
      })),
    )
    expect(found).toHaveLength(places.length)
    expect(found.filter(({ edited, without }) => edited.length === 0 || without.length === 0)).toEqual([])
  })

  test('is detected at the edited entry, or at the next one if the hash of the edited entry was recalculated', async () => {
    const edited = edit(proof, ['entries', 1, 'fact', 'application_id'], () => 'app-2')
    expect(await wrongs(edited)).toEqual(['chain 2'])
    const [, second] = edited.entries
    if (second !== undefined) second.hash = sha256(hashedText(second))
    expect(await wrongs(edited)).toEqual(['chain 3'])
  })

  test('is detected if the complete chain was recalculated after an edit, but not signed again', async () => {
    const facts = FACTS.with(1, { ...FACTS[1], application_id: 'app-2' } as ProofFact)
    const entries = chain(facts, proof.device.fingerprint)
    expect(await wrongs({ ...proof, entries })).toEqual(['head 6'])
    const head = { seq: entries.length, hash: entries.at(-1)?.hash }
    expect(await wrongs({ ...proof, entries, head })).toEqual(['signature'])
  })

  test('is detected if entries are dropped, swapped, duplicated, or cut off', async () => {
    const indexes = fc.nat(FACTS.length - 1)
    await fc.assert(
      fc.asyncProperty(indexes, indexes, async (one, two) => {
        const { entries } = proof
        const dropped = entries.filter((_, index) => index !== one)
        const doubled = entries.toSpliced(two, 0, entries[one] as ProofEntry)
        const swapped = entries.with(one, entries[two] as ProofEntry).with(two, entries[one] as ProofEntry)
        for (const list of [dropped, doubled, ...(one === two ? [] : [swapped]), entries.slice(0, one)])
          expect(await wrongs({ ...proof, entries: list })).not.toEqual([])
      }),
      { numRuns: 60 },
    )
    expect(await wrongs({ ...proof, entries: proof.entries.slice(0, 4) })).toEqual(['head 4'])
    expect(await wrongs({ ...proof, entries: proof.entries.toSpliced(2, 1) })).toContain('chain 3')
  })

  test('is detected if another key signed the proof, and a completely forged proof is detected by its key fingerprint', async () => {
    const { signature: _, entries, ...statement } = proof
    const by = deviceOf(stranger.publicKey)
    const resigned = { ...statement, device: by }
    expect(await wrongs({ ...proof, signature: signed(statement, stranger.privateKey) })).toEqual([
      'signature',
    ])
    expect(await wrongs({ ...resigned, entries, signature: signed(resigned, stranger.privateKey) })).toEqual([
      'device',
    ])
    // This proof names the expected fingerprint, but contains a key with another fingerprint.
    const dressed = { ...statement, device: { ...by, fingerprint: proof.device.fingerprint } }
    expect(await wrongs({ ...dressed, entries, signature: signed(dressed, stranger.privateKey) })).toEqual([
      'device',
    ])
    const forged = makeProof(FACTS, { key: stranger.privateKey, device: by })
    expect(await wrongs(forged, { fingerprint: proof.device.fingerprint })).toEqual(['device'])
  })

  test('is detected if the signature is another Base64 encoding of the same bytes', async () => {
    const { signature } = proof
    // Create another text for the same bytes: replace the last letter before the padding with the next one of the Base64 alphabet. The two
    // letters differ only in bits that decoding ignores.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
    const same = `${signature.slice(0, 85)}${alphabet[alphabet.indexOf(signature[85] ?? '') + 1]}==`
    expect(Buffer.from(same, 'base64')).toEqual(Buffer.from(signature, 'base64'))
    expect(await wrongs({ ...proof, signature: same })).toEqual(['signature'])
  })

  test('is detected if the proof contains entries of another deal', async () => {
    const { signature: _, entries: __, ...statement } = proof
    const moved = { ...statement, deal: { ...statement.deal, deal_id: 'deal-2' } }
    expect(await wrongs({ ...moved, entries: proof.entries, signature: signed(moved) })).toContain('chain 1')
  })
})

test.each([
  ['is truncated', proofText(makeProof()).slice(0, 500), 'incomplete'],
  ['has another format', '{"format":"other","version":1}', 'not a proof'],
  ['is not an object', '[]', 'not a proof'],
  ['is of a newer version', '{"format":"funding-desk-proof","version":3}', 'version 3'],
  ['has no version', '{"format":"funding-desk-proof"}', 'not a proof'],
])('a file that %s is refused with a message', (_, text, words) => {
  const read = readProof(text)
  expect(formatted(read.ok ? '' : read.error.message)).toContain(words)
})

describe('a file that is read as a proof', () => {
  const opening = '{"format":"funding-desk-proof","version":2,"entries":'
  test.each([
    ['is larger than 64 MB', `${opening}"${'x'.repeat(64 * 1024 * 1024)}"}`, 'larger than 64 MB'],
    [
      'is nested deeper than a proof',
      `${opening}${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
      'nested too deeply',
    ],
    ['contains too many entries', `${opening}[${'{},'.repeat(60_000)}{}]}`, 'more than 50000 entries'],
    ['contains too many values', `${opening}[${'0,'.repeat(3_000_000)}0]}`, 'more than 50000 entries'],
  ])('is refused with the reason if it %s', (_, text, said) => {
    const read = readProof(text)
    expect(read).toMatchObject({ ok: false, error: { code: 'PROOF_UNREADABLE' } })
    expect(formatted(read.ok ? '' : read.error.message)).toContain(said)
  })
})
