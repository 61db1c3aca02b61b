import { resultOf } from '../../src-main/platform/base/failure.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { createPdfInspector } from '../../src-main/features/documents/pdf-inspector.ts'
import { renameFile } from '../../src-main/platform/files/disk.ts'
import { readImportBytes } from '../../src-main/platform/files/import-files.ts'
import { replaceFile, writeAtomically } from '../../src-main/platform/files/write-atomically.ts'
import { FileLog } from '../../src-main/platform/base/file-log.ts'
import { attachDocuments } from '../../src-main/features/documents/attach-documents.ts'
import { FileRegistry } from '../../src-main/platform/ipc/file-registry.ts'
import { addDeal, composeApp, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'
import { skipped } from '../support/skipped.ts'

// On Windows, a program can lock a file that it has open. Then no other program can open, replace, or delete the file. Spreadsheet programs
// do this as long as the file is open, and virus scanners for a moment.

const noLocks = process.platform === 'win32' ? null : 'only Windows lets a program lock an open file'
const cleanup = new Cleanup()
afterEach(() => cleanup.run())

/** Flag of Node's `open` for Windows: no other program may open the file. Node does not export it (UV_FS_O_EXLOCK of libuv). */
const LOCK = 0x1000_0000

/** Locks a file in another process, and unlocks it after `ms`, or when the returned function is called. */
async function lock(path: string, ms = 60_000): Promise<() => Promise<void>> {
  const program = `require('node:fs').openSync(process.argv[1], ${LOCK} | 2)
    console.log('locked')
    setTimeout(() => {}, ${ms})`
  const child = spawn(process.execPath, ['-e', program, path])
  const ended = once(child, 'exit')
  const unlock = async () => {
    child.kill()
    await ended
  }
  cleanup.add(unlock)
  await once(child.stdout, 'data')
  return unlock
}

function fileOf(name: string, content: string): string {
  const path = join(cleanup.folder(), name)
  writeFileSync(path, content)
  return path
}

const save = (path: string) => resultOf(writeAtomically(path, (write) => write('new')))

describe.skipIf(noLocks !== null)(`a file that another program locks${skipped(noLocks)}`, () => {
  test('for a moment is replaced after that moment', async () => {
    const path = fileOf('settings.json', 'old')
    await lock(path, 300)
    expect(() => readFileSync(path)).toThrow(/EBUSY|EACCES|EPERM/)
    await replaceFile(path, 'new')
    expect(readFileSync(path, 'utf8')).toBe('new')
  })

  test('remains unchanged if the broker saves over it, and no partial file remains', async () => {
    const path = fileOf('pipeline.csv', 'old')
    const unlock = await lock(path)
    expect(await save(path)).toMatchObject({ ok: false, error: { code: 'FILE_NOT_WRITTEN' } })
    expect(existsSync(`${path}.part`)).toBe(false)
    await unlock()
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(await save(path)).toMatchObject({ ok: true })
    expect(readFileSync(path, 'utf8')).toBe('new')
  })

  test('is renamed after a moment, and a lasting lock is an error', async () => {
    const path = fileOf('vault.db', 'x')
    await lock(path, 300)
    await renameFile(path, `${path}.moved`)
    await lock(`${path}.moved`)
    await expect(renameFile(`${path}.moved`, path)).rejects.toThrow(/EBUSY|EACCES|EPERM/)
  })

  test('as an older log does not stop the log', async () => {
    const path = fileOf('app.log', '{"message":"begun"}\n')
    writeFileSync(`${path}.1`, 'older')
    const unlock = await lock(`${path}.1`)
    const log = new FileLog(
      path,
      (_at, _level, message) => ({ message }),
      () => '',
      10,
    )
    log.info('written while locked')
    await unlock()
    log.info('written later')
    expect(await log.lastLines(9)).toEqual([
      '{"message":"begun"}',
      expect.stringContaining('written while locked'),
      expect.stringContaining('written later'),
    ])
  })

  test('is not attached or imported, and the error says that another program may use it', async () => {
    const app = await composeApp(cleanup)
    const worker = new URL('../../src-main/features/documents/pdf-worker.ts', import.meta.url)
    const registry = new FileRegistry()
    const advice = expect.stringContaining('no other program is using it')
    const pdf = fileOf('open.pdf', '%PDF-1.7 open')
    const csv = fileOf('open.csv', 'Legal name\nA\n')
    await lock(pdf)
    await lock(csv)
    const deal_id = await addDeal(app)
    // The store opens the file itself, because a program may lock it after its inspection.
    for (const inspector of [createPdfInspector(worker), app.context.inspector]) {
      app.context.inspector = inspector
      const [open] = formatted(
        value(await attachDocuments(app.context, registry, deal_id, registry.register([pdf]))),
      )
      expect(open).toMatchObject({ attached: false, error: { advice } })
    }
    expect(formatted(await resultOf(readImportBytes(csv)))).toMatchObject({ ok: false, error: { advice } })
  })
})

test('a path of more than 260 characters is saved, and replaced', async () => {
  const folder = join(cleanup.folder(), 'x'.repeat(120), 'y'.repeat(120))
  const path = join(folder, `${'z'.repeat(80)}.json`)
  expect(path.length).toBeGreaterThan(260)
  await replaceFile(path, 'first')
  await replaceFile(path, 'second')
  expect(await save(path)).toMatchObject({ ok: true })
  expect(readFileSync(path, 'utf8')).toBe('new')
  expect(readdirSync(folder)).toEqual([`${'z'.repeat(80)}.json`])
})
