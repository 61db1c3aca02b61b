import { resultOf } from '../../src-main/platform/base/failure.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeZip } from '../../src-main/platform/files/zip-file.ts'
import { addNote, pageOfTimeline } from '../../src-main/features/deals/deal-timeline.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import { savePackage } from '../../src-main/features/package/save-package.ts'
import type { SaveZip } from '../../src-main/platform/files/ports.ts'
import { TIMELINE_PAGE, type TimelineEntry } from '../../src-shared/features/deals/deal.ts'
import { readProof } from '../../build/verify-proof.ts'
import { blankPrinter } from '../support/core/blank-printer.ts'
import { addDeal, addDocument, type App, composeApp, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

interface Page {
  entries: TimelineEntry[]
  more: boolean
}

const cleanup = new Cleanup()
let folder: string
let app: App
beforeAll(async () => {
  folder = join(cleanup.folder(), 'saved')
  mkdirSync(folder)
  app = await composeApp(cleanup)
})
afterAll(() => cleanup.run())

const path = () => join(folder, 'package.zip')
const saveZip: SaveZip = async (_, files) => {
  await writeZip(path(), files)
  return { saved_as: 'package.zip' }
}
const deps = { ...blankPrinter, saveZip }
function unzipped(): Record<string, Buffer> {
  const files = unzipSync(readFileSync(path()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]))
}
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('the package of a deal', () => {
  let deal_id: string
  let documents: string[]
  beforeAll(async () => {
    deal_id = await addDeal(app)
    const first = await addDocument(app, cleanup, deal_id, {
      name: '../../March: "a".pdf',
      state: 'received',
    })
    const second = await addDocument(app, cleanup, deal_id, { name: '../../March: "a".pdf' })
    documents = [first.sha256, second.sha256]
    value(await addNote(app.context, deal_id, 'The owner is nervous.'))
  })
  const save = (options = {}) =>
    resultOf(
      savePackage(app.context, deps, { deal_id, with_sensitive: false, with_notes: false, ...options }),
    )

  test('contains each document byte for byte, and lists each file with its hash', async () => {
    expect(value(await save())).toEqual({ saved_as: 'package.zip' })
    const files = unzipped()
    expect(Object.keys(files)).toEqual([
      'Documents/01 Juniper Bakery LLC - Bank statement.pdf',
      'Documents/02 Juniper Bakery LLC - Bank statement (2).pdf',
      'Application.json',
      'Application.csv',
      'Timeline.csv',
      'Contents.csv',
    ])
    const lines = (files['Contents.csv']?.toString() ?? '').trim().split('\r\n').slice(1)
    const listed = lines.map((line) => line.split(',').slice(0, 3))
    const { 'Contents.csv': _, ...rest } = files
    expect(listed).toEqual(
      Object.entries(rest).map(([name, bytes]) => [name, String(bytes.length), hash(bytes)]),
    )
    expect(listed.slice(0, 2).map(([, , sha256]) => sha256)).toEqual(documents)
    expect(readdirSync(folder)).toEqual(['package.zip'])
  })

  test('hides SSN, EIN, and notes unless the broker includes them', async () => {
    value(await save())
    const without = Buffer.concat(Object.values(unzipped())).toString()
    expect(without).toContain('•••-••-')
    expect(without).not.toMatch(/900-?12-?3456|12-?3456789/)
    expect(without).not.toContain('nervous')
    value(await save({ with_sensitive: true, with_notes: true }))
    const whole = Buffer.concat(Object.values(unzipped())).toString()
    expect(whole).toMatch(/900-?12-?3456/)
    expect(whole).toContain('nervous')
  })

  test('contains the proof after the application was sent', async () => {
    const at = app.context.clock.now()
    const fact = { what: 'application_sent', payload_sha256: hash(Buffer.from('x')) } as const
    value(await app.vault.commit([{ write: 'append_proof', deal_id, at, fact }]))
    value(await save())
    const files = unzipped()
    expect(files['Proof of submission.pdf']?.subarray(0, 5).toString()).toBe('%PDF-')
    expect(readProof(files['Proof of submission.json']?.toString() ?? '')).toMatchObject({
      deal: { deal_id },
    })
  })

  test('that cannot be completed leaves no partial file and does not change the earlier package file', async () => {
    const broken = await addDeal(app)
    await addDocument(app, cleanup, broken, { sha256: 'f'.repeat(64) })
    writeFileSync(path(), 'an older one')
    expect(await save({ deal_id: broken })).toMatchObject({ ok: false, error: { code: 'FILE_NOT_FOUND' } })
    expect(readdirSync(folder)).toEqual(['package.zip'])
    expect(readFileSync(path(), 'utf8')).toBe('an older one')
    const nowhere: SaveZip = async (_, files) => {
      await writeZip(join(folder, 'no', 'such.zip'), files)
      return { saved_as: '' }
    }
    expect(
      await resultOf(
        savePackage(
          app.context,
          { ...deps, saveZip: nowhere },
          { deal_id, with_sensitive: false, with_notes: false },
        ),
      ),
    ).toMatchObject({ ok: false, error: { code: 'FILE_NOT_WRITTEN' } })
  })
})

test('a long timeline is returned in pages, with each entry once, and can be filtered', async () => {
  const deal_id = await addDeal(app)
  const kinds = ['note', 'event', 'document_sent'] as const
  const lines = TIMELINE_PAGE * 2 + 30
  value(
    await app.vault.commit(
      Array.from({ length: lines }, (_, line) => ({
        write: 'append_timeline' as const,
        entry: {
          deal_id,
          at: '2026-05-04T10:00:00.000Z',
          kind: kinds[line % 3] ?? 'note',
          title: String(line),
          detail: 'x',
          verification: null,
        },
      })),
    ),
  )
  const titles: string[] = []
  let before: number | null = null
  for (let more = true; more;) {
    const page: Page = value(await pageOfTimeline(app.context, deal_id, { filter: 'all', before }))
    titles.push(...page.entries.map(({ title }) => formatMessage(title)))
    before = page.entries.at(-1)?.entry_id ?? null
    more = page.more
  }
  expect(titles).toEqual(Array.from({ length: lines }, (_, line) => String(lines - 1 - line)))
  const mine = value(await pageOfTimeline(app.context, deal_id, { filter: 'mine', before: null }))
  expect(new Set(mine.entries.map(({ kind }) => kind))).toEqual(new Set(['note']))
  const deal = value(await viewDeal(app.context, deal_id))
  expect(deal.timeline_more).toBe(true)
  expect(deal.timeline.map(({ title }) => formatMessage(title))).toEqual(
    titles.slice(0, TIMELINE_PAGE).toReversed(),
  )
})
