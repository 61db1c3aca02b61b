import { resultOf } from '../../src-main/platform/base/failure.ts'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkerLimits } from '../../src-main/platform/processes/bounded-worker.ts'
import { createImportReader } from '../../src-main/features/import/import-reader.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import { DraftImport } from '../../src-main/features/import/import-drafts.ts'
import { viewDeal } from '../../src-main/features/deal-screen/deal-view.ts'
import type { OpenContext } from '../../src-main/app/rooms.ts'
import { LONGEST_STALL_MS, startStallClock, type StallClock } from '../support/e2e/stall-watch.ts'
import { composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'

// Tests the limits for the resources that one imported file may use, and the process that parses the file.

const WORKER = new URL('../../src-main/features/import/import-worker.ts', import.meta.url)
const LIMITS: WorkerLimits = { timeoutMs: 60_000, maxHeapMb: 384, maxGrowthBytes: 2 ** 31 }

const cleanup = new Cleanup()
const folder = cleanup.folder()
let app: App
const registry = new FileRegistry()
const draftImport = new DraftImport(registry, createImportReader(WORKER, LIMITS))
beforeAll(async () => {
  app = await composeApp(cleanup)
  startStallClock(null, 20)
})
afterAll(() => cleanup.run())

function fileOf(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
/** Returns the request that the page sends for a picked file. */
const picked = (path: string) => ({
  import_id: randomUUID(),
  file_id: registry.register([path])[0]?.file_id ?? '',
})
const preview = (path: string) => resultOf(draftImport.preview(app.context, picked(path)))
const stored = async () => value(await app.vault.listDeals(dealQuerySchema.parse({}))).total

/**
 * Returns the longest time that this thread computes without a pause during `work`. In the app, the main process would be blocked for that
 * time.
 */
async function longestStall(work: () => Promise<void>): Promise<number> {
  const { stallWatch } = globalThis as unknown as StallClock
  stallWatch.reset()
  await work()
  return stallWatch.longest().ms
}

const UNKNOWN_VALUES = `[${Array(480)
  .fill(`{"a":[${Array(1_999).fill('1').join(',')}]}`)
  .join(',')}]`
const LONG_KEY = `{"${'k'.repeat(2_000_000)}":[${Array(1_999).fill('1').join(',')}]}`

describe('importing a hostile file', () => {
  test('refuses 2 MB of empty drafts with only 64 MB of memory', async () => {
    const small = new DraftImport(registry, createImportReader(WORKER, { ...LIMITS, maxHeapMb: 64 }))
    const path = fileOf('empty-drafts.json', `[${'{},'.repeat(690_000)}{}]`)
    expect(await resultOf(small.preview(app.context, picked(path)))).toMatchObject({
      ok: false,
      error: {
        code: 'IMPORT_NOT_READABLE',
        message: 'The file has more than 1,000 drafts, the maximum for one import.',
      },
    })
  })

  test('refuses 480 drafts of 1,999 unknown values without stalling the main process', async () => {
    const path = fileOf('unknown-values.json', UNKNOWN_VALUES)
    const stall = await longestStall(async () => {
      expect(await preview(path)).toMatchObject({ ok: false, error: { code: 'IMPORT_NOT_READABLE' } })
    })
    expect(stall).toBeLessThanOrEqual(LONGEST_STALL_MS)
  })

  test('truncates a key of 2 MB, retains its 1,999 values, and does not stall the main process', async () => {
    const before = await stored()
    const path = fileOf('long-key.json', LONG_KEY)
    let deal_id = ''
    const stall = await longestStall(async () => {
      const { import_id, rows } = value(await preview(path))
      expect(rows).toMatchObject([{ row: 1, fitted: 0, left_out_count: 1_999 }])
      ;[deal_id = ''] = value(await draftImport.create(app.context, { import_id, rows: [1] })).deal_ids
    })
    const kept = value(await app.vault.listOrphans(deal_id))
    expect(kept).toHaveLength(1_999)
    expect(new Set(kept.map(({ path: at }) => at)).size).toBe(1_999)
    expect(Math.max(...kept.map(({ path: at }) => at.length))).toBeLessThan(220)
    expect(await stored()).toBe(before + 1)
    expect(stall).toBeLessThanOrEqual(LONGEST_STALL_MS)
  })

  test.each([
    [
      'more than 20,000 values without a form field',
      `Business name\n${`${'x,'.repeat(1_900)}\n`.repeat(12)}`,
    ],
    ['more than 50,000 lines', `Business name${'\n'.repeat(60_000)}`],
    ['more than 1,000 drafts', `Business name\n${'a\n'.repeat(1_001)}`],
    ['more values than any form', `Business name\n${','.repeat(2_001)}`],
    ['more than 200,000 values', `{"a":[${'[],'.repeat(200_000)}1]}`],
  ])('refuses %s with a message that names the limit', async (what, content) => {
    expect(formatted(await preview(fileOf(`${what.replaceAll(/\W/g, '-')}.txt`, content)))).toMatchObject({
      ok: false,
      error: { code: 'IMPORT_NOT_READABLE', message: expect.stringContaining(what) },
    })
  })

  test.each([
    ['time', 'for (;;);', { ...LIMITS, timeoutMs: 100 }],
    ['memory', 'const all = []; for (;;) all.push(new Array(1e5).fill(1.5))', { ...LIMITS, maxHeapMb: 32 }],
  ])('reports an error if a worker exceeds its %s limit', async (name, program, limits) => {
    const worker = pathToFileURL(fileOf(`${name}.mjs`, program))
    const watched = new DraftImport(registry, createImportReader(worker, limits))
    expect(
      await resultOf(watched.preview(app.context, picked(fileOf('good.csv', 'Business name\nA\n')))),
    ).toMatchObject({ ok: false, error: { code: 'IMPORT_NOT_READABLE', outcome: 'none' } })
  })
})

describe('importing many drafts', () => {
  const HEADINGS = ['Business name', 'EIN', ...Array.from({ length: 20 }, (_, i) => `Other ${i}`)]
  const book = (rows: number) =>
    [
      HEADINGS,
      ...Array.from({ length: rows }, (_, i) => [`Alder ${i}`, '12-3456789', ...Array(20).fill('x')]),
    ]
      .map((cells) => cells.join(','))
      .join('\n')
  const path = () => fileOf('book.csv', book(1_000))

  test('creates 1,000 drafts with 20,000 orphaned values without stalling the main process', async () => {
    const before = await stored()
    app.emitted.length = 0
    const stall = await longestStall(async () => {
      const { import_id, rows } = value(await preview(path()))
      expect(rows[999]).toMatchObject({ row: 1_001, legal_name: 'Alder 999', left_out_count: 20 })
      expect(rows[999]?.left_out).toHaveLength(5)
      const chosen = { import_id, rows: rows.map(({ row }) => row) }
      expect(value(await draftImport.create(app.context, chosen)).deal_ids).toHaveLength(1_000)
    })
    expect(await stored()).toBe(before + 1_000)
    expect(app.emitted.some(({ event }) => event === 'import.progress')).toBe(true)
    expect(stall).toBeLessThanOrEqual(LONGEST_STALL_MS)
  })

  test('creates one draft from 1,000 rows of one business without stalling the main process', async () => {
    const before = await stored()
    const lines = Array.from({ length: 1_000 }, (_, i) => `Elm Bar,12-7654321,Owner${'abcdefghij'[i % 10]}`)
    const one = fileOf('elm.csv', ['Business name,EIN,Owner First name', ...lines].join('\n'))
    const stall = await longestStall(async () => {
      const { import_id, rows } = value(await preview(one))
      expect(rows.filter(({ same_as_row }) => same_as_row === 2)).toHaveLength(999)
      const chosen = { import_id, rows: rows.map(({ row }) => row), duplicates: 'update' as const }
      expect(value(await draftImport.create(app.context, chosen)).deal_ids).toHaveLength(1)
    })
    expect(await stored()).toBe(before + 1)
    expect(stall).toBeLessThanOrEqual(LONGEST_STALL_MS)
  })

  test('stores nothing if it is canceled, and can be started again', async () => {
    const before = await stored()
    const { import_id, rows } = value(await preview(path()))
    const chosen = { import_id, rows: rows.map(({ row }) => row) }
    const first = resultOf(
      draftImport.create(
        atFirstProgress(() => draftImport.cancel(import_id)),
        chosen,
      ),
    )
    expect(await first).toMatchObject({ ok: false, error: { code: 'IMPORT_CANCELLED' } })
    expect(await stored()).toBe(before)
    expect(value(await draftImport.create(app.context, chosen)).deal_ids).toHaveLength(1_000)
  })

  test('creates its drafts only once, even if it is requested twice at the same time', async () => {
    const before = await stored()
    const { import_id } = value(await preview(path()))
    const chosen = { import_id, rows: [2] }
    const [first, second] = await Promise.all([
      resultOf(draftImport.create(app.context, chosen)),
      resultOf(draftImport.create(app.context, chosen)),
    ])
    expect([first, second]).toMatchObject([{ ok: true }, { ok: false, error: { code: 'FILE_NOT_FOUND' } }])
    expect(await stored()).toBe(before + 1)
  })

  test('cancels its preview when the broker picks another file', async () => {
    const other = fileOf('other.csv', 'Business name\nBirch\n')
    let second = preview('')
    const begun = atFirstProgress(() => (second = preview(other)))
    expect(await resultOf(draftImport.preview(begun, picked(path())))).toMatchObject({
      ok: false,
      error: { code: 'IMPORT_CANCELLED' },
    })
    expect(value(await second).rows).toMatchObject([{ legal_name: 'Birch' }])
  })

  /** Returns a context that calls `act` at the first progress event, while the worker is still running. */
  function atFirstProgress(act: () => void): OpenContext {
    let isBegun = false
    return Object.create(app.context, {
      emit: {
        value: (event: string) => {
          if (event === 'import.progress' && !isBegun) {
            isBegun = true
            act()
          }
        },
      },
    }) as OpenContext
  }
})

test('an import adds the notes of a list to the timeline of the deal, also if a row fills the draft of an earlier row', async () => {
  const lines = [
    'Legal name,EIN,Notes,Owner First name',
    'Zinnia Bar,70-1111111,Call Bo,Ada',
    'Zinnia Bar,70-1111111,Open late,Bo',
  ]
  const { import_id } = value(await preview(fileOf('notes.csv', lines.join('\n'))))
  const chosen = { import_id, rows: [2, 3], duplicates: 'update' as const }
  const { deal_ids } = value(await draftImport.create(app.context, chosen))
  const { timeline, orphaned_values, values } = value(await viewDeal(app.context, deal_ids[0] as string))
  const notes = timeline.filter(({ kind }) => kind === 'note').map(({ detail }) => formatted(detail))
  expect(new Set(notes)).toEqual(new Set(['Call Bo', 'Open late']))
  expect(orphaned_values).toEqual([])
  expect(JSON.stringify(values)).not.toContain('Call Bo')
})
