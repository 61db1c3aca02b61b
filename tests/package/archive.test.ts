import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackageWithOptions } from '@electron/asar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectFolder } from '../../build/runtime/cache.mjs'
import { electronFlags, findElectron } from '../../build/runtime/electron.mjs'

// The shipped product stores the programs of its processes in an asar archive (build/packaging/config.mjs). The test runtime (a substitute
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
