import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { call } from '../../../build/demo/connect.ts'
import { REGISTER_FILES } from '../../../src-shared/platform/ipc/wire.ts'
import type { TestEnvironment } from '../e2e/environment.ts'
import { callAll, type Call } from './calls.ts'
import type { Answer, Findings } from './findings.ts'
import { hostileDrafts } from './hostile-drafts.ts'
import { harmed } from './from-schema.ts'
import { hostilePdfs } from './hostile-pdfs.ts'

const HARMED_FILES = 30
const HARMED_PROFILES = 100

interface Sent {
  files: number
  /** Longest time in milliseconds that the app needed to attach one PDF, and the name of that PDF. */
  slowest_pdf_ms: number
  slowest_pdf: string
  slowest_import_ms: number
  slowest_import: string
}

/**
 * Sends corrupted and hostile files of each kind that the app accepts, through the IPC channel for this kind. Returns counts and the
 * slowest files.
 */
export async function sendFiles(
  environment: TestEnvironment,
  findings: Findings,
  seed: number,
): Promise<Sent> {
  const folder = join(environment.folder, 'harmed')
  await mkdir(folder, { recursive: true })
  for (const odd of [null, {}, [1], ['\0'], 'text', Array(101).fill('/x')])
    await register(environment, findings, odd)
  const odd = ['/dev/zero', '/dev/null', '/proc/self/environ', folder, join(folder, 'missing'), '']
  const harm = async (kind: string, bytes: Buffer) => {
    const many = fc.sample(harmed(bytes), { seed, numRuns: HARMED_FILES })
    const named = many.map((content, i) => [`${i}.${kind}`, content] as const)
    return register(environment, findings, [...(await write(folder, named)), ...odd])
  }

  const pdfs = await harm('pdf', await readFile(environment.pdfs[0] ?? ''))
  const hostile = Object.entries(hostilePdfs())
  const hostileIds = await register(environment, findings, await write(folder, hostile))
  const slowest = await attachEach(
    environment,
    findings,
    pdfs,
    hostileIds,
    hostile.map(([name]) => name),
  )

  await call(environment.page, 'vault.back_up', {})
  const inApp = join(environment.folder, 'app')
  const backup = (await readdir(inApp, { recursive: true })).find((path) => path.endsWith('.fdbackup'))
  if (backup === undefined) throw new Error('There is no backup to harm.')
  const csv = 'Legal name,EIN,Amount requested\n"Juniper ""B"", LLC",12-3456789,35000\n'.repeat(20)
  const json = JSON.stringify({ kind: 'funding-desk-draft', version: 1, values: { a: ['x'] } })
  const made = await register(environment, findings, await write(folder, Object.entries(hostileDrafts())))
  const drafts = [
    ...(await harm('csv', Buffer.from(csv))),
    ...(await harm('json', Buffer.from(json))),
    ...made,
  ]
  const slowestImport = await importEach(environment, findings, drafts, Object.keys(hostileDrafts()))
  const backups = await harm('fdbackup', await readFile(join(inApp, backup)))
  await callAll(
    environment,
    findings,
    backups.map((file_id) => ['vault.restore', { file_id }]),
  )
  const files = pdfs.length + hostileIds.length + drafts.length + backups.length
  return { files, ...slowest, ...slowestImport }
}

/**
 * Imports the files one after another, because opening the preview of a file closes the previous preview. Imports all rows that the app
 * could read.
 */
async function importEach(
  environment: TestEnvironment,
  findings: Findings,
  drafts: readonly string[],
  names: readonly string[],
) {
  const slowest = { slowest_import_ms: 0, slowest_import: '' }
  for (const [i, file_id] of drafts.entries()) {
    const begun = Date.now()
    const asked: Call = ['drafts.preview_import', { import_id: randomUUID(), file_id }]
    const [preview] = await callAll(environment, findings, [asked])
    const { value } = preview as { value?: { import_id: string; rows: { row: number }[] } | null }
    if (value) {
      const { import_id, rows } = value
      const chosen: Call = ['drafts.import', { import_id, rows: rows.map(({ row }) => row) }]
      await callAll(environment, findings, [chosen])
    }
    const took = Date.now() - begun
    const name = names[i - (drafts.length - names.length)] ?? `harmed ${i}`
    if (took > slowest.slowest_import_ms)
      Object.assign(slowest, { slowest_import_ms: took, slowest_import: name })
  }
  return slowest
}

/** Attaches the files to the open deal, one call after another, so that each call can be timed. Returns the slowest file. */
async function attachEach(
  environment: TestEnvironment,
  findings: Findings,
  pdfs: readonly string[],
  hostile: readonly string[],
  names: readonly string[],
) {
  const deal_id = new URL(environment.page.url()).hash.match(/[0-9a-f-]{36}/)?.[0] ?? ''
  const slowest = { slowest_pdf_ms: 0, slowest_pdf: '' }
  for (const [i, file_id] of [...pdfs, ...hostile].entries()) {
    const begun = Date.now()
    await callAll(environment, findings, [['documents.attach', { deal_id, files: [{ file_id }] }]])
    const took = Date.now() - begun
    if (took > slowest.slowest_pdf_ms)
      Object.assign(slowest, { slowest_pdf_ms: took, slowest_pdf: names[i - pdfs.length] ?? `harmed ${i}` })
  }
  return slowest
}

/**
 * Saves endpoint profiles (data files that describe the partner's operations): corrupted ones, generated ones, and valid ones with one
 * hostile operation. For a valid profile, the app asks the broker in a dialog. The test answers yes or no.
 */
export async function sendProfiles(
  environment: TestEnvironment,
  findings: Findings,
  seed: number,
): Promise<{ profiles: number; profiles_saved: number }> {
  const { endpoints: real } = await call(environment.page, 'service.settings', {})
  const unicode = fc.string({ unit: 'binary', maxLength: 200 })
  const changed = fc
    .record({
      name: fc.constantFrom(...Object.keys(real.endpoints)),
      method: fc.constantFrom('GET', 'POST', 'DELETE'),
      path: unicode.map((rest) => `/${rest}`),
      body: fc.dictionary(unicode, unicode, { maxKeys: 5 }),
    })
    .map(({ name, ...operation }) =>
      JSON.stringify({ ...real, endpoints: { ...real.endpoints, [name]: operation } }),
    )
  const text = harmed(Buffer.from(JSON.stringify(real))).map((bytes) => bytes.toString('utf8'))
  const texts = fc.sample(fc.oneof(text, fc.json({ maxDepth: 6 }), changed), {
    seed,
    numRuns: HARMED_PROFILES,
  })
  const calls = texts.map((profile_json): Call => ['service.save_endpoints', { profile_json }])
  const answers = await callAll(environment, findings, calls)
  await call(environment.page, 'service.reset_endpoints', {})
  const saved = answers.filter((answer) => typeof answer === 'object' && answer.ok)
  return { profiles: texts.length, profiles_saved: saved.length }
}

const write = (folder: string, files: readonly (readonly [string, Buffer])[]) =>
  Promise.all(
    files.map(async ([name, content]) => {
      const path = join(folder, name)
      await writeFile(path, content)
      return path
    }),
  )

/**
 * Registers file paths with main, as the preload script does for picked files, and returns the files' ids. Bypasses the checks of the
 * preload bridge, so the paths may be anything.
 */
async function register(environment: TestEnvironment, findings: Findings, paths: unknown): Promise<string[]> {
  const answer = await environment.app.application.evaluate(
    ({ ipcMain, BrowserWindow }, [channel, sent]) => {
      // `_invokeHandlers` is undocumented. It contains the handlers that main registered with `ipcMain.handle`.
      const { _invokeHandlers: kept } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (event: object, input: unknown) => Promise<unknown>>
      }
      const senderFrame = BrowserWindow.getAllWindows()[0]?.webContents.mainFrame
      return kept.get(channel)?.({ senderFrame }, sent)
    },
    [REGISTER_FILES, paths] as const,
  )
  findings.answer(REGISTER_FILES, answer as Answer)
  const { ok, value } = answer as { ok: boolean; value: { file_id: string }[] }
  return ok ? value.map(({ file_id }) => file_id) : []
}
