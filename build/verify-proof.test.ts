import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { proofText, type ProofFile } from '../src-shared/features/proof/proof-schema.ts'
import { skipped } from '../tests/support/skipped.ts'
import { checkFile, readProof, verifyProof } from './verify-proof.ts'

const DOCUMENT = 'd'.repeat(64)
const PAYLOAD = 'b'.repeat(64)
const OTHER = 'c'.repeat(64)
const AT = '2026-05-04T10:00:00.000Z'
const document = { document_id: 'd-1', name: 'Kontoauszug März.pdf', kind: 'bank_statement', size: 9 }
const PROOF: ProofFile = {
  format: 'funding-desk-proof',
  version: 1,
  environment: 'sandbox',
  deal: { deal_id: 'deal-1', legal_name: 'Juniper Bakery LLC', reference: '', application_id: 'app-1' },
  exported_at: AT,
  entries: [
    { at: AT, fact: { what: 'application_sent', payload_sha256: PAYLOAD } },
    { at: AT, fact: { what: 'document_sent', file: { ...document, sha256: DOCUMENT } } },
  ],
}

test('a written proof is read back without changes', () => {
  expect(readProof(proofText(PROOF))).toEqual(PROOF)
})

describe('a file that is compared with the proof', () => {
  const check = (sha256: string, proof = PROOF) =>
    verifyProof(proof, { files: [{ name: 'received.pdf', sha256 }] })

  test('passes with the entry that says that a document with its hash was sent', async () => {
    expect(await check(DOCUMENT)).toEqual([
      {
        check: 'file',
        result: 'pass',
        entry: 2,
        detail: 'received.pdf has the recorded hash of the document "Kontoauszug März.pdf".',
      },
    ])
  })

  test('passes if it is the data of the application', async () => {
    expect(await check(PAYLOAD)).toMatchObject([{ result: 'pass', entry: 1 }])
  })

  test('fails if it was changed, or if the hash in the proof was changed', async () => {
    expect(await check(OTHER)).toMatchObject([{ check: 'file', result: 'fail' }])
    const altered = JSON.parse(proofText(PROOF).replaceAll(DOCUMENT, OTHER)) as ProofFile
    expect(await check(DOCUMENT, altered)).toMatchObject([{ check: 'file', result: 'fail' }])
  })
})

const opening = '{"format":"funding-desk-proof","version":1,"entries":'
test.each([
  ['is truncated', proofText(PROOF).slice(0, 500), 'incomplete'],
  ['has another format', '{"format":"other","version":1}', 'not a proof'],
  ['is not an object', '[]', 'not a proof'],
  ['is null', 'null', 'not a proof'],
  ['is of another version', proofText({ ...PROOF, version: 2 as 1 }), 'invalid format at "version"'],
  ['has no entry', proofText({ ...PROOF, entries: [] }), 'invalid format at "entries"'],
  [
    'has an invalid entry',
    proofText(PROOF).replace(DOCUMENT, 'x'),
    'invalid format at "entries.1.fact.file.sha256"',
  ],
  ['has an unknown field', proofText(PROOF).replace('{', '{"more":1,'), 'invalid format'],
  [
    'is nested deeper than a proof',
    `${opening}${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    'nested too deeply',
  ],
  ['contains too many entries', `${opening}[${'{},'.repeat(60_000)}{}]}`, 'more than 50000 entries'],
  ['contains too many values', `${opening}[${'0,'.repeat(3_000_000)}0]}`, 'more than 50000 entries'],
])('a file that %s is refused with the reason', (_, text, said) => {
  expect(() => readProof(text)).toThrow(said)
})

const folder = mkdtempSync(join(tmpdir(), 'check-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a file to verify as a proof', () => {
  test('is refused if it is larger than 64 MB, without being read completely', async () => {
    const path = join(folder, 'large.json')
    writeFileSync(path, '')
    // Create a sparse file. It uses no disk space, but its content is too large for a string.
    truncateSync(path, 4 * 1024 ** 3)
    await expect(checkFile([path])).rejects.toThrow('larger than 64 MB')
  })

  const noZero = existsSync('/dev/zero') ? null : 'Windows has no file without an end'
  test.skipIf(noZero !== null)(`is refused if its content never ends${skipped(noZero)}`, async () => {
    await expect(checkFile(['/dev/zero'])).rejects.toThrow('larger than 64 MB')
  })
})
