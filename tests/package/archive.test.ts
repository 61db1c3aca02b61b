import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackageWithOptions } from '@electron/asar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { electronFlags, findElectron } from '../../build/runtime/electron.mjs'
import { unpackStatement } from '../../src-main/features/statement-reader/stored-statement.ts'
import { box, draw, onePage, words } from '../support/statements/drawn-page.ts'
import { generateStatement } from '../support/statements/generator.ts'
import { Dice } from '../support/statements/ledger.ts'
import { scannedPdf } from '../support/statements/scanned-pdf.ts'

// The shipped product stores the programs of its processes in an asar archive (build/packaging/config.ts). The test runtime (a substitute
// for the official Electron) cannot use this archive: it runs these programs under a separate Node, which cannot read asar archives (ADR
// 1). This test shows with a small program that Electron's own processes can read them.

const MAIN = `
const { app, utilityProcess } = require('electron')
const { join } = require('node:path')
void app.whenReady().then(() => {
  const child = utilityProcess.fork(join(__dirname, 'out/main/program.cjs'), [], { env: {} })
  child.on('message', (told) => { console.log('told ' + JSON.stringify(told)); app.exit(0) })
  child.on('exit', (code) => app.exit(code || 1))
})`

const PROGRAM = `
const { part } = require('./chunks/part.cjs')
process.parentPort.postMessage({ file: __filename, part, driver: typeof require('keytar').getPassword })`

/** Sends a scanned statement to the process that reads statements, and tells its verdict. */
const READER = `
const { app, utilityProcess } = require('electron')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
void app.whenReady().then(() => {
  const programs = join(__dirname, 'out/main')
  const child = utilityProcess.fork(join(programs, 'statement-host.cjs'), [], { env: {}, stdio: 'ignore' })
  child.on('message', ({ reading }) => {
    if (reading === undefined) return
    console.log('told ' + JSON.stringify(reading))
    app.exit(0)
  })
  child.on('exit', () => app.exit(1))
  child.postMessage({ piece: readFileSync(process.env.STATEMENT).toString('base64') })
  const recognition = { program: join(programs, 'recognize-worker.cjs'), data: programs }
  child.postMessage({ read: { worker: join(programs, 'statement-worker.cjs'), recognition, parts: join(programs, 'pdfjs'), isBackground: true } })
})`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'funding-desk-archive-'))
  const app = join(folder, 'app')
  await mkdir(join(app, 'out/main/chunks'), { recursive: true })
  await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'archived', main: 'main.cjs' }))
  await writeFile(join(app, 'main.cjs'), MAIN)
  await writeFile(join(app, 'out/main/program.cjs'), PROGRAM)
  await writeFile(join(app, 'out/main/chunks/part.cjs'), "exports.part = 'a part'")
  // Native modules have two parts. The binary is next to the archive, because the system must load it from a file. The JavaScript is inside
  // the archive.
  await cp(join(projectFolder, 'node_modules/keytar'), join(app, 'node_modules/keytar'), {
    recursive: true,
    dereference: true,
  })
  await createPackageWithOptions(app, join(folder, 'app.asar'), { unpack: '*.node' })
  await rm(app, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

it('an Electron utility process runs a program from the archive together with its imported part and a native module', async () => {
  const { executable } = await findElectron()
  const archive = join(folder, 'app.asar')
  const { stdout, stderr } = spawnSync(
    executable,
    [...electronFlags(executable), `--user-data-dir=${join(folder, 'data')}`, archive],
    { encoding: 'utf8', timeout: 60_000 },
  )
  const reported = /^told (.*)$/m.exec(stdout)?.[1]
  expect(reported, stderr).toBeDefined()
  expect(JSON.parse(reported ?? '')).toEqual({
    file: join(archive, 'out/main/program.cjs'),
    part: 'a part',
    driver: 'function',
  })
})

/** Reads a statement in an Electron utility process whose programs and data are in an archive. */
async function readFromArchive(bytes: Uint8Array) {
  const { executable } = await findElectron()
  const app = join(folder, 'reader')
  const programs = join(app, 'out/main')
  await mkdir(programs, { recursive: true })
  for (const part of [
    'statement-host.cjs',
    'statement-worker.cjs',
    'recognize-worker.cjs',
    'eng.traineddata.gz',
    'pdfjs',
    'chunks',
  ])
    await cp(join(projectFolder, 'out/main', part), join(programs, part), { recursive: true })
  await cp(join(projectFolder, 'node_modules/@napi-rs'), join(app, 'node_modules/@napi-rs'), {
    recursive: true,
    dereference: true,
  })
  await writeFile(join(app, 'package.json'), JSON.stringify({ name: 'reader', main: 'main.cjs' }))
  await writeFile(join(app, 'main.cjs'), READER)
  const archive = join(folder, 'reader.asar')
  await createPackageWithOptions(app, archive, { unpack: '*.node' })
  await rm(app, { recursive: true })
  const file = join(folder, 'statement.pdf')
  await writeFile(file, bytes)
  const { stdout, stderr } = spawnSync(
    executable,
    [...electronFlags(executable), `--user-data-dir=${join(folder, 'data')}`, archive],
    { encoding: 'utf8', timeout: 240_000, env: { ...process.env, STATEMENT: file } },
  )
  const told = /^told "(.*)"$/m.exec(stdout)?.[1]
  return { stored: await unpackStatement(told ?? ''), stderr }
}

it('an Electron utility process reads a scanned statement with programs and language data from the archive only', async () => {
  const { stored, stderr } = await readFromArchive(
    await scannedPdf(generateStatement(5).file.pages, new Dice(5)),
  )
  expect(stored?.is_recognized, stderr).toBe(true)
  expect(stored?.reading.accounts[0]?.months).toHaveLength(1)
})

it('an Electron utility process draws a page of a statement with a canvas and fonts from the archive only', async () => {
  const mixed = onePage(`${draw(words)}\n/S gs 1 1 0 rg ${box()} re f`, '/ExtGState<</S<</BM/Multiply>>>>')
  const { stored, stderr } = await readFromArchive(mixed)
  expect(stored?.reading.verdict, stderr).toBe('verified')
})
