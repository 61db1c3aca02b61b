import { resultOf } from '../../src-main/platform/base/failure.ts'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPdfComposer } from '../../src-main/features/documents/pdf-composer.ts'
import { createPdfInspector } from '../../src-main/features/documents/pdf-inspector.ts'
import { attachDocuments } from '../../src-main/features/documents/attach-documents.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import { addDeal, composeApp, value, type App } from '../support/core/composed-app.ts'
import { compressionBomb } from '../support/documents/compression-bomb.ts'
import { Cleanup, until } from '../support/cleanup.ts'

const worker = (name: string) => new URL(`../../src-main/features/documents/${name}.ts`, import.meta.url)
const MEGABYTE = 1024 * 1024
const LIMITS = {
  maxBytes: 10 * MEGABYTE,
  timeoutMs: 60_000,
  readingTimeoutMs: 8_000,
  maxHeapMb: 512,
  maxGrowthBytes: 768 * MEGABYTE,
}
const CHOICE = { kinds: ['bank_statement', 'invoice'], usual: 'bank_statement' }

const cleanup = new Cleanup()
let home: string
let app: App
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'funding-desk-pdf-workers-'))
  app = await composeApp(cleanup)
})
afterAll(async () => {
  await cleanup.run()
  rmSync(home, { recursive: true })
})

function write(name: string, content: string | Uint8Array): string {
  writeFileSync(join(home, name), content)
  return join(home, name)
}
async function pdf(name: string, text: string): Promise<string> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  document.addPage([612, 792]).drawText(text, { x: 50, y: 750, size: 10, lineHeight: 12, font })
  return write(name, await document.save())
}

/** Runs `work`. Returns the longest time that it computed in main without a pause, and the maximum memory growth of this process. */
async function watched<T>(work: () => Promise<T>) {
  const before = process.memoryUsage.rss()
  const most = { stalledMs: 0, grownBytes: 0 }
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let last = cpuMs()
  const look = () => {
    const now = cpuMs()
    most.stalledMs = Math.max(most.stalledMs, now - last)
    most.grownBytes = Math.max(most.grownBytes, process.memoryUsage.rss() - before)
    last = now
  }
  const timer = setInterval(look, 10)
  const result = await work()
  clearInterval(timer)
  look()
  return { result, ...most }
}

test('thousands of separators between two dates in a PDF neither block the main process nor prevent the attachment of the PDF', async () => {
  const { context } = app
  context.inspector = createPdfInspector(worker('pdf-worker'))
  const deal_id = await addDeal(app)
  const registry = new FileRegistry()
  const text = `Bank statement\n01/01/2026\n${`${','.repeat(100)}\n`.repeat(40)} x 01/31/2026`
  const files = registry.register([await pdf('separators.pdf', text)])
  const { result, stalledMs } = await watched(() =>
    resultOf(attachDocuments(context, registry, deal_id, files)),
  )
  expect(value(result)).toMatchObject([
    { attached: true, document: { kind: 'bank_statement', reading: { text: 'read', period: null } } },
  ])
  // In an earlier version, the regular expression that searches the text for the statement's period ran in main for minutes.
  expect(stalledMs).toBeLessThan(2_000)
})

test('a valid PDF is attached even if reading its text takes too long, and its text counts as unread', async () => {
  const stuck = write(
    'stuck.mjs',
    `import { parentPort } from 'node:worker_threads'
    parentPort.postMessage({ said: 'result', result: { verdict: 'ok', pages: 3, losses: [] } })
    for (;;);`,
  )
  const inspector = createPdfInspector(stuck, { ...LIMITS, readingTimeoutMs: 100 })
  expect(await resultOf(inspector.inspect(await pdf('plain.pdf', 'Invoice'), CHOICE))).toMatchObject({
    ok: true,
    value: { pages: 3, kind: 'bank_statement', reading: { text: 'unread', period: null } },
  })
})

test('composed documents are stored even if reading their text takes too long, and their text counts as unread', async () => {
  const stuck = write(
    'stuck-composer.mjs',
    `import { parentPort } from 'node:worker_threads'
    parentPort.postMessage({ said: 'result', result: [{ bytes: new Uint8Array(3), pages: 1 }] })
    for (;;);`,
  )
  const composer = createPdfComposer(stuck, { ...LIMITS, readingTimeoutMs: 100 })
  const one = { pages: [{ source: 0, page: 0, turn: 0 as const }], usual: 'invoice' }
  expect(await resultOf(composer.compose([], [one], CHOICE.kinds))).toMatchObject({
    ok: true,
    value: [{ pages: 1, kind: 'invoice', reading: { text: 'unread' } }],
  })
})

test('composing PDFs stops at a PDF that expands to gigabytes, long before memory is full', async () => {
  const composer = createPdfComposer(worker('pdf-compose-worker'), {
    ...LIMITS,
    // The time limit is so long that the memory limit stops the worker first.
    timeoutMs: 600_000,
    maxGrowthBytes: 200 * MEGABYTE,
  })
  const bomb = compressionBomb(2000)
  const one = { pages: [{ source: 0, page: 0, turn: 0 as const }], usual: 'invoice' }
  const { result, grownBytes } = await watched(() => resultOf(composer.compose([bomb], [one], CHOICE.kinds)))
  expect(result).toMatchObject({ ok: false, error: { code: 'FILE_DAMAGED' } })
  expect(grownBytes).toBeLessThan(1200 * MEGABYTE)
})

test('composing PDFs stops at the time limit', async () => {
  const endless = write('endless.mjs', 'for (;;);')
  const composer = createPdfComposer(endless, { ...LIMITS, timeoutMs: 100 })
  expect(await resultOf(composer.compose([], [], []))).toMatchObject({
    ok: false,
    error: { code: 'FILE_DAMAGED' },
  })
})

test('a worker inspects several files, unless one of them exceeds a limit', async () => {
  const counting = write(
    'counting.mjs',
    `import { parentPort, workerData } from 'node:worker_threads'
    let pages = 0
    const inspect = ({ password }) => {
      parentPort.postMessage({ said: 'result', result: { verdict: 'ok', pages: ++pages, losses: [] } })
      while (password === 'endless');
      parentPort.postMessage({ said: 'read', read: null })
    }
    parentPort.on('message', inspect)
    inspect(workerData)`,
  )
  const inspector = createPdfInspector(counting, { ...LIMITS, readingTimeoutMs: 2_000 })
  const path = await pdf('counted.pdf', 'Invoice')
  const counted: number[] = []
  for (const password of ['one', 'two', 'endless', 'four'])
    counted.push(value(await inspector.inspect(path, CHOICE, password)).pages)
  expect(counted).toEqual([1, 2, 3, 1])
})

test('PDF workers run one at a time', async () => {
  const begun = join(home, 'begun')
  const program = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(begun)}, ''); for (;;);`
  const endless = createPdfInspector(write('endless-too.mjs', program), { ...LIMITS, timeoutMs: 2_000 })
  const good = createPdfInspector(worker('pdf-worker'), LIMITS)
  const path = await pdf('good.pdf', 'Invoice')
  const ended: string[] = []
  const first = resultOf(endless.inspect(path, CHOICE)).then(() => ended.push('endless'))
  await until(() => existsSync(begun) || undefined)
  await Promise.all([first, good.inspect(path, CHOICE).then(() => ended.push('good'))])
  expect(ended).toEqual(['endless', 'good'])
})
