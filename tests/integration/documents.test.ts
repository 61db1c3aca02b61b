import { resultOf } from '../../src-main/platform/base/failure.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { execFileSync } from 'node:child_process'
import { randomBytes, createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BODY_HEAD_BYTES } from '../../src-main/platform/vault/documents/document-envelope.ts'
import { CHUNK_BYTES } from '../../src-main/platform/vault/documents/encrypted-chunks.ts'
import { EncryptedDocumentStore } from '../../src-main/platform/vault/documents/encrypted-document-store.ts'
import { createPdfInspector } from '../../src-main/features/documents/pdf-inspector.ts'
import type { Result } from '../../src-shared/platform/base/errors.ts'
import { compressionBomb } from '../support/documents/compression-bomb.ts'
import { only, storedFiles } from '../support/documents/stored-files.ts'
import { formatted } from '../support/formatted-messages.ts'
import { skipped, whyNoLinks, whyOnlyLinux, whyWithout } from '../support/skipped.ts'

const CHUNK = CHUNK_BYTES
/** Length of the header of a stored document file: a magic string and an id. */
const HEAD = BODY_HEAD_BYTES
const SEALED = CHUNK + 16

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'funding-desk-documents-'))
})
afterAll(() => rmSync(home, { recursive: true }))

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${formatMessage(result.error.message)}`)
  return result.value
}

const place = (name: string) => join(home, name)
const write = (name: string, content: string | Uint8Array) => {
  writeFileSync(place(name), content)
  return place(name)
}

const DAMAGED = { ok: false, error: { code: 'FILE_DAMAGED', outcome: 'not_received' } }

describe('the document store', () => {
  const key = randomBytes(32)
  let folder: string
  let store: EncryptedDocumentStore
  beforeEach(() => {
    folder = mkdtempSync(place('store-'))
    store = new EncryptedDocumentStore(folder, key)
  })

  const files = () => storedFiles(folder).files()
  const envelopes = () => storedFiles(folder).envelopes()
  const bodies = () => storedFiles(folder).bodies()
  const add = async (content: Uint8Array) => await store.add(write('source.pdf', content))
  const read = async (sha256: string) => buffer(value(await store.open(sha256)))

  test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK - 1, 2 * CHUNK, 2 * CHUNK + 1, 10 * CHUNK + 7])(
    'returns %i bytes unchanged',
    async (size) => {
      const content = randomBytes(size)
      const added = await add(content)
      expect(added).toEqual({ size, sha256: createHash('sha256').update(content).digest('hex') })
      expect((await read(added.sha256)).equals(content)).toBe(true)
    },
  )

  test('replaces a damaged copy if the file is attached again, and finds no document if it is opened with another vault key', async () => {
    const content = randomBytes(CHUNK)
    const { sha256 } = await add(content)
    const body = only(bodies())
    writeFileSync(body, readFileSync(body).subarray(0, 100))
    expect((await add(content)).sha256).toBe(sha256)
    expect((await read(sha256)).equals(content)).toBe(true)
    expect(envelopes()).toHaveLength(1)
    const inUse = new Set([sha256])
    expect(await store.sweep(inUse, new Date(Date.now() + 60_000).toISOString())).toBe(1)
    expect(files()).not.toContain(body)
    expect((await read(sha256)).equals(content)).toBe(true)
    const other = new EncryptedDocumentStore(folder, randomBytes(32))
    expect(await other.open(sha256)).toMatchObject({ ok: false, error: { code: 'FILE_NOT_FOUND' } })
  })

  test('stores no readable text, and exposes the hash of a file neither in contents nor in file names', async () => {
    const line = 'Juniper Bakery LLC, account 000123456789\n'
    const { sha256 } = await add(Buffer.from(line.repeat(5000)))
    expect(files()).toHaveLength(2)
    for (const file of files()) {
      expect(readFileSync(file).includes(line.slice(0, 12))).toBe(false)
      expect(readFileSync(file).includes(Buffer.from(sha256, 'hex'))).toBe(false)
      expect(file).not.toContain(sha256.slice(0, 12))
    }
  })

  test('deletes unreferenced documents in a sweep, unless they were added recently', async () => {
    const kept = await add(Buffer.from('kept'))
    const left = await add(Buffer.from('left'))
    const inUse = new Set([kept.sha256])
    const soon = () => new Date(Date.now() + 60_000).toISOString()
    expect(await store.sweep(inUse, '2026-01-01T00:00:00.000Z')).toBe(0)
    expect(files()).toHaveLength(4)
    expect(await store.sweep(inUse, soon())).toBe(2)
    expect(await store.sweep(inUse, soon())).toBe(0)
    expect(files()).toHaveLength(2)
    expect((await buffer(value(await store.open(kept.sha256)))).toString()).toBe('kept')
    expect(await store.open(left.sha256)).toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_FOUND', outcome: 'not_received' },
    })
  })

  test('detects a flipped bit in a body or an envelope', async () => {
    const { sha256 } = await add(randomBytes(2 * CHUNK + 100))
    const file = only(bodies())
    const genuine = readFileSync(file)
    const places = [
      0,
      16,
      17,
      HEAD - 1,
      HEAD,
      HEAD + CHUNK,
      HEAD + SEALED - 1,
      HEAD + SEALED,
      genuine.length - 17,
      genuine.length - 1,
    ]
    for (const at of places) {
      const changed = Buffer.from(genuine)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      writeFileSync(file, changed)
      await expect(read(sha256), `byte ${at}`).rejects.toThrow()
    }
    writeFileSync(file, genuine)
    const envelope = only(envelopes())
    const sealed = readFileSync(envelope)
    for (let at = 0; at < sealed.length; at += 8) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      writeFileSync(envelope, changed)
      expect(await store.open(sha256), `byte ${at}`).toMatchObject(DAMAGED)
    }
    writeFileSync(envelope, sealed)
    await read(sha256)
  })

  const chunk = (bytes: Buffer, index: number) =>
    bytes.subarray(HEAD + index * SEALED, HEAD + (index + 1) * SEALED)
  test.each<[string, (genuine: Buffer) => Buffer]>([
    ['truncated in the middle of a chunk', (genuine) => genuine.subarray(0, HEAD + SEALED + 5)],
    ['truncated between two chunks', (genuine) => genuine.subarray(0, HEAD + SEALED)],
    ['truncated after the header', (genuine) => genuine.subarray(0, HEAD)],
    ['emptied', () => Buffer.alloc(0)],
    ['lengthened', (genuine) => Buffer.concat([genuine, Buffer.from('more')])],
    [
      'two chunks swapped',
      (genuine) =>
        Buffer.concat([genuine.subarray(0, HEAD), chunk(genuine, 1), chunk(genuine, 0), chunk(genuine, 2)]),
    ],
    [
      'a chunk removed',
      (genuine) => Buffer.concat([genuine.subarray(0, HEAD), chunk(genuine, 0), chunk(genuine, 2)]),
    ],
    [
      'a repeated chunk',
      (genuine) => Buffer.concat([genuine.subarray(0, HEAD + SEALED), genuine.subarray(HEAD)]),
    ],
  ])('detects a modified file: %s', async (_, change) => {
    const { sha256 } = await add(randomBytes(3 * CHUNK))
    const file = only(bodies())
    writeFileSync(file, change(readFileSync(file)))
    await expect(read(sha256)).rejects.toThrow()
  })

  test.each<[string, (path: string) => void]>([
    ['grows', (path) => appendFileSync(path, 'a page more')],
    ['is truncated', (path) => truncateSync(path, CHUNK)],
    ['is overwritten', (path) => writeFileSync(path, 'another page', { flag: 'r+' })],
  ])('refuses a file that %s while it is read, and stores nothing', async (_, change) => {
    const path = write('busy.pdf', randomBytes(40 * CHUNK))
    const adding = store.add(path)
    // Change the source file as soon as the app has begun to copy it.
    while (files().length === 0) await turn()
    change(path)
    expect(await resultOf(adding)).toMatchObject({
      ok: false,
      error: { code: 'FILE_CHANGED', retryable: true },
    })
    expect(files()).toEqual([])
  })

  test('refuses links, folders, and pipes, and reports a missing file', async () => {
    mkdirSync(place('store-folder.pdf'))
    const names = ['store-folder.pdf']
    if (whyNoLinks() === null) {
      symlinkSync(write('real.pdf', 'x'), place('store-link.pdf'))
      names.push('store-link.pdf')
    }
    // Windows has no pipes in folders.
    if (process.platform !== 'win32') {
      execFileSync('mkfifo', [place('store-pipe.pdf')])
      names.push('store-pipe.pdf')
    }
    for (const name of names)
      expect(await resultOf(store.add(place(name))), name).toMatchObject({
        ok: false,
        error: { code: 'FILE_NOT_REGULAR' },
      })
    expect(await resultOf(store.add(place('nowhere.pdf')))).toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_FOUND' },
    })
    expect(files()).toEqual([])
  })

  const noList = whyOnlyLinux('only Linux lists the open files of a process in /proc')
  test.skipIf(noList !== null)(
    `closes the file of a document that was not read to its end${skipped(noList)}`,
    async () => {
      const { sha256 } = await add(randomBytes(10 * CHUNK))
      const file = only(bodies())
      const isOpen = () =>
        readdirSync('/proc/self/fd').some((fd) => {
          try {
            return readFileSync(`/proc/self/fdinfo/${fd}`).includes(`ino:\t${statSync(file).ino}\n`)
          } catch {
            return false
          }
        })
      // If the app forgets to close a file, Node closes the file's handle during garbage collection and emits a warning. Collect these
      // warnings.
      const warnings: Error[] = []
      process.on('warning', (warning) => warnings.push(warning))
      const untouched = value(await store.open(sha256))
      expect(isOpen()).toBe(true)
      untouched.destroy()
      while (isOpen()) await turn()

      const begun = value(await store.open(sha256))
      await begun[Symbol.asyncIterator]().next()
      begun.destroy()
      while (isOpen()) await turn()
      expect(warnings).toEqual([])
    },
  )
})

const noTools = whyWithout('gs', 'ghostscript') ?? whyWithout('qpdf')
describe.skipIf(noTools !== null)(`the PDF inspector${skipped(noTools)}`, () => {
  const worker = new URL('../../src-main/features/documents/pdf-worker.ts', import.meta.url)
  const limits = {
    maxBytes: 100_000,
    timeoutMs: 20_000,
    readingTimeoutMs: 8_000,
    maxHeapMb: 512,
    maxGrowthBytes: 768 * 1024 * 1024,
  }
  const choice = { kinds: ['bank_statement', 'invoice'], usual: 'bank_statement' }
  const inspector = createPdfInspector(worker, limits)
  const PASSWORD = 'pä ss€'
  const PROTECTIONS: [name: string, options: string[]][] = [
    ['40-bit RC4', ['40']],
    ['128-bit RC4', ['128', '--use-aes=n']],
    ['128-bit AES', ['128', '--use-aes=y']],
    ['256-bit AES', ['256']],
    ['256-bit AES of Acrobat 9', ['256', '--force-R5']],
    ['256-bit AES with readable metadata', ['256', '--cleartext-metadata']],
  ]
  let good: Buffer

  beforeAll(() => {
    execFileSync('gs', [
      ...['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', `-sOutputFile=${place('good.pdf')}`, '-c'],
      '/Helvetica findfont 12 scalefont setfont 72 720 moveto (April) show showpage 72 720 moveto (INVOICE # 7) show showpage',
    ])
    good = readFileSync(place('good.pdf'))
    const qpdf = (...args: string[]) => execFileSync('qpdf', args)
    for (const [name, options] of PROTECTIONS)
      for (const user of ['', PASSWORD])
        qpdf(
          ...[
            '--allow-weak-crypto',
            '--object-streams=generate',
            '--encrypt',
            user,
            'owner',
            ...options,
            '--',
          ],
          ...[place('good.pdf'), place(`${user === '' ? 'owner' : 'user'} ${name}.pdf`)],
        )
    qpdf('--object-streams=generate', place('good.pdf'), place('object-streams.pdf'))
    qpdf('--linearize', place('good.pdf'), place('linearized.pdf'))
    write('with-bytes-before.pdf', Buffer.concat([Buffer.from('\r\n\r\nscanned by device\n'), good]))
    write('torn.pdf', good.subarray(0, Math.floor(good.length / 4)))
    write('only-head.pdf', '%PDF-1.7\n')
    write('noise.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(50_000)]))
    write('text.pdf', 'Dear Sir or Madam, %PDF is what this should be.')
    write('late-head.pdf', Buffer.concat([Buffer.alloc(2000, ' '), good]))
    write('empty.pdf', '')
    write('large.pdf', Buffer.alloc(100_001, '%PDF-1.7 '))
    mkdirSync(place('folder.pdf'))
    symlinkSync(place('good.pdf'), place('link.pdf'))
    execFileSync('mkfifo', [place('pipe.pdf')])
  })

  test.each(['good.pdf', 'object-streams.pdf', 'linearized.pdf', 'with-bytes-before.pdf'])(
    'accepts %s and counts its pages',
    async (name) => {
      const { size } = statSync(place(name))
      expect(await resultOf(inspector.inspect(place(name), choice))).toMatchObject({
        ok: true,
        value: {
          pages: 2,
          size,
          kind: 'invoice',
          reading: { text: 'read', kind_by: 'text', kind_says: { words: 'INVOICE # 7', page: 2 } },
        },
      })
    },
  )

  test.each(PROTECTIONS)('accepts a PDF that only an owner password protects with %s', async (name) => {
    const inspected = await inspector.inspect(place(`owner ${name}.pdf`), choice)
    expect(inspected).toMatchObject({ pages: 2, kind: 'invoice', reading: { losses: ['protection'] } })
    expect(inspected).not.toHaveProperty('converted')
  })

  test.each(PROTECTIONS)(
    'opens a PDF with its user or owner password, and with no other one, if it is protected with %s',
    async (name) => {
      const path = place(`user ${name}.pdf`)
      const codes = []
      for (const password of [undefined, '', 'PASSWORD', `${PASSWORD} `]) {
        const refused = await resultOf(inspector.inspect(path, choice, password))
        codes.push(refused.ok ? 'opened' : refused.error.code)
      }
      expect(codes).toEqual(['FILE_ENCRYPTED', ...Array(3).fill('FILE_PASSWORD_WRONG')])
      // Programs convert a password to bytes in several ways. Up to 128 bits, only Latin letters are the same everywhere.
      for (const password of name.startsWith('256') ? [PASSWORD, 'owner'] : ['owner']) {
        const { converted, ...found } = await inspector.inspect(path, choice, password)
        expect(found).toMatchObject({ pages: 2, kind: 'invoice', reading: { text: 'read' } })
        const original = createHash('sha256').update(readFileSync(path)).digest('hex')
        expect(converted).toMatchObject({ format: 'pdf', sha256: original })
        const unlocked = write('unlocked.pdf', converted?.pdf ?? '')
        expect(execFileSync('qpdf', ['--show-encryption', unlocked]).toString()).toContain('not encrypted')
      }
    },
  )

  test.each([
    ['user 256-bit AES.pdf', 'FILE_ENCRYPTED'],
    ['torn.pdf', 'FILE_DAMAGED'],
    ['only-head.pdf', 'FILE_DAMAGED'],
    ['noise.pdf', 'FILE_DAMAGED'],
    ['text.pdf', 'FILE_NOT_PDF'],
    ['late-head.pdf', 'FILE_NOT_PDF'],
    ['empty.pdf', 'FILE_EMPTY'],
    ['large.pdf', 'FILE_TOO_LARGE'],
    ['folder.pdf', 'FILE_NOT_REGULAR'],
    ['link.pdf', 'FILE_NOT_REGULAR'],
    ['pipe.pdf', 'FILE_NOT_REGULAR'],
    ['vanished.pdf', 'FILE_NOT_FOUND'],
  ])('refuses %s with %s and an explanation', async (name, code) => {
    const inspected = await resultOf(inspector.inspect(place(name), choice))
    expect(formatted(inspected)).toMatchObject({
      ok: false,
      error: { code, outcome: 'none', advice: expect.stringMatching(/\S/) },
    })
    expect(JSON.stringify(inspected)).not.toContain(home)
  })

  test('reports a damaged file if its worker does not finish', async () => {
    const endless = write('endless.mjs', 'for (;;);')
    const impatient = createPdfInspector(endless, { ...limits, timeoutMs: 100 })
    expect(await resultOf(impatient.inspect(place('good.pdf'), choice))).toMatchObject({
      ok: false,
      error: { code: 'FILE_DAMAGED' },
    })
  })

  test('refuses a small file that unpacks to gigabytes as damaged', async () => {
    const bomb = write('bomb.pdf', compressionBomb(2000))
    // The time limit is so long that the memory limit ends the inspection first.
    const watchful = createPdfInspector(worker, {
      maxBytes: 10_000_000,
      timeoutMs: 600_000,
      readingTimeoutMs: 8_000,
      maxHeapMb: 512,
      maxGrowthBytes: 200 * 1024 * 1024,
    })
    expect(await resultOf(watchful.inspect(bomb, choice))).toMatchObject({
      ok: false,
      error: { code: 'FILE_DAMAGED' },
    })
  })

  test('reports a damaged file if its worker exhausts its memory', async () => {
    const greedy = write('greedy.mjs', 'const all = []; for (;;) all.push(new Array(1e5).fill(1.5))')
    expect(
      await resultOf(createPdfInspector(greedy, limits).inspect(place('good.pdf'), choice)),
    ).toMatchObject({
      ok: false,
      error: { code: 'FILE_DAMAGED' },
    })
  })
})
