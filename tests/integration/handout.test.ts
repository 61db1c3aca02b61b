import { resultOf } from '../../src-main/platform/base/failure.ts'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { propertyList, uriList } from '../../src-main/features/handout/file-lists.ts'
import {
  PrivateCopies,
  UNUSED_LIFETIME_MS,
  USED_LIFETIME_MS,
} from '../../src-main/features/handout/temporary-copies.ts'
import { HandOut, saveDocumentCopy } from '../../src-main/features/handout/hand-out.ts'
import { savePackage } from '../../src-main/features/package/save-package.ts'
import type { SaveZip } from '../../src-main/platform/files/ports.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { Cleanup } from '../support/cleanup.ts'
import { blankPrinter } from '../support/core/blank-printer.ts'
import { UNREAD, type DealDocument } from '../../src-shared/features/documents/document.ts'
import { writeNewFiles } from '../../src-main/platform/files/write-atomically.ts'
import {
  addDeal,
  addDocument,
  composeApp,
  ManualTimers,
  value,
  type App,
} from '../support/core/composed-app.ts'

const cleanup = new Cleanup()
let app: App
let folder: string
let saved: string
beforeAll(async () => {
  app = await composeApp(cleanup)
})
afterAll(() => cleanup.run())

let timers: ManualTimers
let copies: PrivateCopies
let handOut: HandOut
let dragged: string[][]
let copied: string[][]
let canDrag: boolean
let canCopy: boolean
let deal_id: string
let documents: DealDocument[]
beforeEach(async () => {
  const place = cleanup.folder()
  folder = join(place, 'handed-out')
  saved = join(place, 'saved')
  mkdirSync(saved)
  timers = new ManualTimers()
  copies = new PrivateCopies({ folder, timers })
  ;[dragged, copied, canDrag, canCopy] = [[], [], true, true]
  handOut = new HandOut({
    copies,
    startDrag: (paths) => canDrag && dragged.push([...paths]) > 0,
    fileClipboard: { isOffered: true, write: async (paths) => canCopy && copied.push([...paths]) > 0 },
    saveToFolder: (nameIn) => writeNewFiles(saved, nameIn),
  })
  deal_id = await addDeal(app)
  const reading = { period: { from: '2026-03-01', to: '2026-03-31' }, period_by: 'text' } as const
  documents = [
    await addDocument(app, cleanup, deal_id, { name: 'eStmt.pdf', reading: { ...UNREAD, ...reading } }),
    await addDocument(app, cleanup, deal_id, { name: 'eStmt.pdf', reading: { ...UNREAD, ...reading } }),
    await addDocument(app, cleanup, deal_id, { name: 'scan.pdf', kind: 'voided_check' }),
  ]
})

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
const ids = () => documents.map(({ document_id }) => document_id)
const lastEntry = async () => {
  const entry = value(await app.vault.listTimeline(deal_id)).at(-1)
  return entry === undefined
    ? null
    : { kind: entry.kind, title: formatMessage(entry.title), detail: formatMessage(entry.detail) }
}
const modeOf = (path: string) => statSync(path).mode & 0o777
const prepare = async (document_ids = ids()) =>
  value(await handOut.prepare(app.context, deal_id, { document_ids }))

/** Fires the timers that end within this time. */
function pass(ms: number): void {
  for (const [work, delay] of timers.waiting) if (delay <= ms && timers.waiting.delete(work)) work()
}

const NAMES = [
  'Juniper Bakery LLC - Bank statement 2026-03.pdf',
  'Juniper Bakery LLC - Bank statement 2026-03 (2).pdf',
  'Juniper Bakery LLC - Voided check.pdf',
]

describe('a drag out of the window', () => {
  test('hands out decrypted copies that only this user can read, and the timeline records it', async () => {
    const { handout_id, names } = await prepare()
    expect(names).toEqual(NAMES)
    expect(dragged).toEqual([])
    await handOut.startDrag(app.context, handout_id)
    const [paths = []] = dragged
    expect(paths.map((path) => basename(path))).toEqual(NAMES)
    expect(paths.map(hashOf)).toEqual(documents.map(({ sha256 }) => sha256))
    if (process.platform !== 'win32') {
      expect(paths.map(modeOf)).toEqual([0o600, 0o600, 0o600])
      expect([folder, dirname(paths[0] ?? '')].map(modeOf)).toEqual([0o700, 0o700])
    }
    expect(await lastEntry()).toEqual({
      kind: 'document_handed_out',
      title: '3 files handed out by dragging',
      detail: `${NAMES[0]} (eStmt.pdf), ${NAMES[1]} (eStmt.pdf), ${NAMES[2]} (scan.pdf) · The app cannot see where they went.`,
    })
  })

  test('of one document in another order hands out only this document', async () => {
    const { names } = await prepare([documents[2]?.document_id ?? ''])
    expect(names).toEqual([NAMES[2]])
    const reversed = await prepare(ids().toReversed())
    expect(reversed.names).toEqual(NAMES)
  })

  test('of the package hands out one zip file', async () => {
    const what = { with_sensitive: false, with_notes: false }
    const { handout_id, names } = value(await handOut.prepare(app.context, deal_id, what))
    value(await handOut.startDrag(app.context, handout_id))
    const [[path = ''] = []] = dragged
    expect(names).toEqual([basename(path)])
    expect(names[0]).toMatch(/^Package Juniper Bakery LLC 2026-05-0\d\.zip$/)
    expect(Object.keys(unzipSync(readFileSync(path)))).toContain('Application.json')
    if (process.platform !== 'win32') expect(modeOf(path)).toBe(0o600)
    expect(await lastEntry()).toMatchObject({ title: 'Package handed out by dragging' })
    const withNumbers = value(
      await handOut.prepare(app.context, deal_id, { with_sensitive: true, with_notes: false }),
    )
    value(await handOut.startDrag(app.context, withNumbers.handout_id))
    expect((await lastEntry())?.detail).toContain('With SSN and EIN.')
  })

  test('deletes copies that were never dragged after two minutes, and dragged ones after half an hour', async () => {
    const first = await prepare()
    const second = await prepare([ids()[0] ?? ''])
    value(await handOut.startDrag(app.context, second.handout_id))
    pass(UNUSED_LIFETIME_MS)
    await expect.poll(() => readdirSync(folder).length).toBe(1)
    expect(await resultOf(handOut.startDrag(app.context, first.handout_id))).toMatchObject({
      error: { code: 'HANDED_OUT_GONE' },
    })
    expect(existsSync(dragged[0]?.[0] ?? '')).toBe(true)
    pass(USED_LIFETIME_MS)
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })

  test('leaves no copy after the app ended, or at the next start after a crash', async () => {
    await prepare()
    await copies.clear()
    expect(existsSync(folder)).toBe(false)
    await prepare()
    // A crash runs nothing. The next start begins with `clear`.
    await new PrivateCopies({ folder, timers: new ManualTimers() }).clear()
    expect(existsSync(folder)).toBe(false)
  })

  test('keeps the copies together below a limit', async () => {
    const size = documents[0]?.size ?? 0
    copies = new PrivateCopies({ folder, timers, most_bytes: size * 2 })
    const file = {
      name: 'a.pdf',
      open: async () => value(await app.context.documents.open(documents[0]?.sha256 ?? '')),
    }
    const [first, second, third] = [
      value(await copies.write([file])),
      value(await copies.write([file])),
      value(await copies.write([file])),
    ]
    expect([first, second, third].map(({ paths }) => existsSync(paths[0] ?? ''))).toEqual([false, true, true])
  })

  test('is refused if a copy disappeared, and starts nothing', async () => {
    const { handout_id } = await prepare()
    rmSync(folder, { recursive: true })
    expect(await resultOf(handOut.startDrag(app.context, handout_id))).toMatchObject({
      error: { code: 'HANDED_OUT_GONE' },
    })
    expect(dragged).toEqual([])
    expect((await lastEntry())?.kind).not.toBe('document_handed_out')
  })

  test('reports that no drag could start', async () => {
    canDrag = false
    const { handout_id } = await prepare()
    expect(await resultOf(handOut.startDrag(app.context, handout_id))).toMatchObject({ ok: false })
  })
})

test.each(['drag', 'copy', 'save'] as const)(
  'a missing or damaged document makes a %s fail with a clear error, and leaves nothing on the disk',
  async (way) => {
    const broken = await addDocument(app, cleanup, deal_id, { name: 'gone.pdf', sha256: 'f'.repeat(64) })
    const document_ids = [...ids(), broken.document_id]
    const done = await {
      drag: () => resultOf(handOut.prepare(app.context, deal_id, { document_ids })),
      copy: () => resultOf(handOut.copy(app.context, deal_id, document_ids)),
      save: () => resultOf(handOut.save(app.context, deal_id, document_ids)),
    }[way]()
    expect(done).toMatchObject({ ok: false, error: { code: 'FILE_NOT_FOUND' } })
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
    expect(readdirSync(saved)).toEqual([])
    expect((await lastEntry())?.kind).not.toBe('document_handed_out')
  },
)

test('a document of another deal cannot be handed out', async () => {
  const other = await addDeal(app)
  expect(await resultOf(handOut.prepare(app.context, other, { document_ids: ids() }))).toMatchObject({
    ok: false,
  })
  await addDocument(app, cleanup, other)
  expect(await resultOf(handOut.prepare(app.context, other, { document_ids: ids() }))).toMatchObject({
    error: { code: 'FILE_NOT_FOUND' },
  })
})

test('files that are too large together are refused before anything is written', async () => {
  const huge = await addDocument(app, cleanup, deal_id, { size: 400 * 1024 * 1024 })
  expect(
    await resultOf(handOut.prepare(app.context, deal_id, { document_ids: [huge.document_id] })),
  ).toMatchObject({
    error: { code: 'FILE_TOO_LARGE' },
  })
  expect(existsSync(folder)).toBe(false)
})

describe('copying files', () => {
  test('puts the copies on the clipboard, and the timeline records it', async () => {
    expect(value(await handOut.copy(app.context, deal_id, ids()))).toEqual({ names: NAMES })
    expect(copied[0]?.map(hashOf)).toEqual(documents.map(({ sha256 }) => sha256))
    expect((await lastEntry())?.title).toBe('3 files handed out by copying')
    pass(UNUSED_LIFETIME_MS)
    expect(existsSync(copied[0]?.[0] ?? '')).toBe(true)
  })

  test('fails if the system refuses, and deletes the copies', async () => {
    canCopy = false
    expect(await resultOf(handOut.copy(app.context, deal_id, ids()))).toMatchObject({
      error: { code: 'CLIPBOARD_UNAVAILABLE' },
    })
    expect(readdirSync(folder)).toEqual([])
    expect((await lastEntry())?.kind).not.toBe('document_handed_out')
  })

  test('lists paths so that no name changes the list', () => {
    const paths = ['/a b/100 %.pdf', '/x/<&>.pdf', '/y/é\n.pdf']
    // On Windows, where the app does not use this list, the addresses have a drive.
    expect(uriList(paths).replaceAll(/file:\/\/\/[A-Z]:/g, 'file://')).toBe(
      'file:///a%20b/100%20%25.pdf\r\nfile:///x/%3C&%3E.pdf\r\nfile:///y/%C3%A9%0A.pdf\r\n',
    )
    expect(propertyList(paths)).toContain('<string>/x/&lt;&amp;&gt;.pdf</string>')
  })
})

describe('saving to a folder', () => {
  test('writes new files and replaces none', async () => {
    writeFileSync(join(saved, NAMES[2]?.toUpperCase() ?? ''), 'older')
    const done = value(await handOut.save(app.context, deal_id, ids()))
    expect(done).toEqual({
      folder: 'saved',
      names: [NAMES[0], NAMES[1], 'Juniper Bakery LLC - Voided check (2).pdf'],
    })
    expect(done.names.map((name) => hashOf(join(saved, name)))).toEqual(documents.map(({ sha256 }) => sha256))
    expect(readFileSync(join(saved, NAMES[2]?.toUpperCase() ?? ''), 'utf8')).toBe('older')
    expect(await lastEntry()).toMatchObject({ title: '3 files saved to a folder' })
    expect(existsSync(folder)).toBe(false)
  })

  test('records nothing if the broker cancels', async () => {
    handOut = new HandOut({
      copies,
      startDrag: () => false,
      fileClipboard: { isOffered: false, write: async () => false },
      saveToFolder: async () => ({ folder: null, names: [] }),
    })
    expect(value(await handOut.save(app.context, deal_id, ids()))).toEqual({ folder: null, names: [] })
    expect((await lastEntry())?.kind).not.toBe('document_handed_out')
    expect(await resultOf(handOut.copy(app.context, deal_id, ids()))).toMatchObject({
      error: { code: 'CLIPBOARD_UNAVAILABLE' },
    })
    expect(value(await handOut.settings(app.context)).can_copy).toBe(false)
  })
})

test('the pattern for names is stored in the vault, also names the documents of the package, and an invalid one is refused', async () => {
  expect(value(await handOut.savePattern(app.context, '{n} {reference} {name}')).pattern).toBe(
    '{n} {reference} {name}',
  )
  const { names } = await prepare()
  expect(names[0]).toMatch(/^1 .*eStmt\.pdf/)
  const inPackage: string[] = []
  const saveZip: SaveZip = async (name, files) => {
    for await (const file of files) inPackage.push(file.name)
    return { saved_as: name }
  }
  const options = { deal_id, with_sensitive: false, with_notes: false }
  value(await savePackage(app.context, { ...blankPrinter, saveZip }, options))
  expect(inPackage.filter((name) => name.startsWith('Documents/'))).toEqual([
    `Documents/01 ${names[0]}`,
    `Documents/02 ${names[1]}`,
    `Documents/03 ${names[2]}`,
  ])
  for (const pattern of ['', '{ssn}', 'a/b {n}', 'all the same'])
    expect(await resultOf(handOut.savePattern(app.context, pattern))).toMatchObject({
      error: { code: 'INVALID_INPUT' },
    })
  expect(value(await handOut.settings(app.context)).pattern).toBe('{n} {reference} {name}')
  value(await handOut.savePattern(app.context, '{merchant} - {kind} {month}'))
})

test('a saved copy of a document and a saved package are recorded too', async () => {
  const save = async () => ({ saved_as: 'mine.pdf' })
  value(await saveDocumentCopy(app.context, save, ids()[0] ?? ''))
  expect(await lastEntry()).toMatchObject({
    title: '1 file saved to a folder',
    detail: 'mine.pdf (eStmt.pdf)',
  })
  const saveZip = async () => ({ saved_as: 'mine.zip' })
  const options = { deal_id, with_sensitive: true, with_notes: false }
  value(await savePackage(app.context, { ...blankPrinter, saveZip }, options))
  expect(await lastEntry()).toMatchObject({ title: 'Package saved', detail: 'mine.zip · With SSN and EIN.' })
})
