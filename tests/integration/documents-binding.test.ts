import { must, resultOf } from '../../src-main/platform/base/failure.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BODY_HEAD_BYTES, ENVELOPE_BYTES } from '../../src-main/platform/vault/documents/document-envelope.ts'
import { CHUNK_BYTES, SEALED_BYTES } from '../../src-main/platform/vault/documents/encrypted-chunks.ts'
import { EncryptedDocumentStore } from '../../src-main/platform/vault/documents/encrypted-document-store.ts'
import { writeZip } from '../../src-main/platform/files/zip-file.ts'
import { value } from '../support/core/composed-app.ts'
import { only, storedFiles } from '../support/documents/stored-files.ts'
import { connectTo, upload } from '../support/partner/client.ts'
import { DOCUMENT, startPartner } from '../support/partner/scripted-partner.ts'
import { Cleanup } from '../support/cleanup.ts'

// Each stored file is bound to one document: no change to the files makes another document's content readable.

const CHUNK = CHUNK_BYTES
const DAMAGED = { ok: false, error: { code: 'FILE_DAMAGED', outcome: 'not_received' } }
const key = randomBytes(32)
let folder: string
let store: EncryptedDocumentStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-binding-'))
  store = new EncryptedDocumentStore(folder, key)
})
afterEach(() => rmSync(folder, { recursive: true }))

const files = () => storedFiles(folder).files()
const envelopes = () => storedFiles(folder).envelopes()
const bodies = () => storedFiles(folder).bodies()
const add = async (content: Uint8Array) => value(await store.addBytes(content))
const read = async (sha256: string) => buffer(value(await store.open(sha256)))

/** Swaps the content of two files. */
function swap(one: string, other: string): void {
  const content = readFileSync(one)
  writeFileSync(one, readFileSync(other))
  writeFileSync(other, content)
}

describe('a stored document', () => {
  test.each<[string, () => string[]]>([
    ['envelopes', envelopes],
    ['bodies', bodies],
    ['envelopes and bodies', files],
  ])(
    'is refused as damaged after the %s of two documents of equal size were swapped on disk',
    async (_, swapped) => {
      const first = await add(Buffer.alloc(2 * CHUNK, 1))
      const ofFirst = swapped()
      const second = await add(Buffer.alloc(2 * CHUNK, 2))
      const ofSecond = swapped().filter((path) => !ofFirst.includes(path))
      for (const path of ofFirst) {
        const other = ofSecond.find((one) => statSync(one).size === statSync(path).size) as string
        swap(path, other)
      }
      for (const { sha256 } of [first, second]) {
        expect(await resultOf(store.read(sha256, 0, 10)), 'a part, as the viewer reads').toMatchObject(
          DAMAGED,
        )
        expect(await store.open(sha256), 'all of it, as an upload reads').toMatchObject(DAMAGED)
      }
    },
  )

  test('is neither uploaded nor added to a package if it was swapped with another document', async () => {
    const cleanup = new Cleanup()
    try {
      const first = await add(Buffer.alloc(CHUNK, 1))
      const [ofFirst] = bodies()
      await add(Buffer.alloc(CHUNK, 2))
      swap(ofFirst as string, bodies().find((path) => path !== ofFirst) as string)
      const open = () => store.open(first.sha256)

      const partner = await startPartner(cleanup)
      const client = connectTo(cleanup, { base_url: partner.base_url })
      const file = { name: 'statement.pdf', ...first, opened: [], open }
      expect(await upload(client, file)).toMatchObject(DAMAGED)
      expect(partner.count(DOCUMENT)).toBe(0)

      const zip = join(cleanup.folder(), 'package.zip')
      const packed = (async function* () {
        yield { name: 'statement.pdf', at: '2026-05-04T10:00:00.000Z', open: () => must(open()) }
      })()
      expect(await resultOf(writeZip(zip, packed))).toMatchObject({
        ok: false,
        error: { code: 'FILE_DAMAGED' },
      })
      expect(existsSync(zip)).toBe(false)
    } finally {
      await cleanup.run()
    }
  })

  test('cannot be decrypted if it contains chunks of another document, even with the same vault key', async () => {
    const { sha256 } = await add(Buffer.alloc(CHUNK, 1))
    const first = only(bodies())
    await add(Buffer.alloc(CHUNK, 2))
    const second = bodies().find((file) => file !== first) as string
    writeFileSync(
      first,
      Buffer.concat([
        readFileSync(first).subarray(0, BODY_HEAD_BYTES),
        readFileSync(second).subarray(BODY_HEAD_BYTES),
      ]),
    )
    await expect(read(sha256)).rejects.toThrow()
    expect(await resultOf(store.read(sha256, 0, 10))).toMatchObject(DAMAGED)
  })

  test.each<[string, (genuine: Buffer) => Buffer]>([
    ['truncated', (genuine) => genuine.subarray(0, BODY_HEAD_BYTES + 2 * SEALED_BYTES)],
    ['extended', (genuine) => Buffer.concat([genuine, randomBytes(SEALED_BYTES)])],
  ])('is refused as damaged if the file was %s after the requested part', async (_, change) => {
    const { sha256 } = await add(randomBytes(3 * CHUNK))
    const file = only(bodies())
    writeFileSync(file, change(readFileSync(file)))
    expect(await resultOf(store.read(sha256, 0, 10))).toMatchObject(DAMAGED)
  })

  test('keeps its body on the disk when the sweep runs while its envelope is damaged or missing', async () => {
    const { sha256 } = await add(Buffer.alloc(1000, 1))
    const envelope = only(envelopes())
    const sealed = readFileSync(envelope)
    writeFileSync(envelope, Buffer.alloc(sealed.length))
    const inUse = new Set([sha256])
    const soon = new Date(Date.now() + 60_000).toISOString()
    expect(value(await store.sweep(inUse, soon))).toBe(0)
    rmSync(envelope)
    expect(value(await store.sweep(inUse, soon))).toBe(0)
    writeFileSync(envelope, sealed)
    expect(await read(sha256)).toHaveLength(1000)
  })

  test('is deleted by the sweep after its removal, even while the envelope of another document is damaged', async () => {
    const { sha256 } = await add(Buffer.alloc(1000, 1))
    const damaged = only(envelopes())
    const kept = only(bodies())
    await add(Buffer.alloc(1000, 2))
    writeFileSync(damaged, Buffer.alloc(ENVELOPE_BYTES))
    const soon = new Date(Date.now() + 60_000).toISOString()
    expect(value(await store.sweep(new Set([sha256]), soon))).toBe(2)
    expect(existsSync(kept)).toBe(true)
    expect(bodies()).toContain(kept)
  })
})
