import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findElectron } from '../../build/runtime/electron.mjs'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'funding-desk-host-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

/**
 * Message lengths in bytes. A read from the channel between the processes returns up to 64 KB. With any message format, some of these
 * lengths make a read end one to three bytes after the start of the next message. Main must still receive the next message.
 */
const LONG = Array.from({ length: 64 }, (_, less) => 65_536 - less)

const program = `
  process.on('message', (length) => {
    process.send('x'.repeat(length))
    process.send(length + 1)
  })`

const parent = `
  import { fileURLToPath } from 'node:url'
  import { forkUnderNode } from './host-process.mjs'
  const host = forkUnderNode(fileURLToPath(new URL('program.cjs', import.meta.url)), process.argv[2])()
  const said = []
  host.onMessage((message) => said.push(message.length ?? message))
  for (const length of ${JSON.stringify(LONG)}) {
    host.post(length)
    // Block this thread until both messages have arrived, so that one read gets them.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, said.length === 0 ? 300 : 20)
    for (let turns = 0; turns < 200 && said.at(-1) !== length + 1; turns++) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    if (said.at(-1) !== length + 1) break
  }
  console.log(JSON.stringify(said))
  host.kill()
  process.exit(0)`

it('main receives every message of a forked program under another Node version, even if a read ends within a message', async () => {
  const source = new URL('../../src-main/platform/vault/host-process.ts', import.meta.url)
  await writeFile(join(folder, 'host-process.mjs'), stripTypeScriptTypes(await readFile(source, 'utf8')))
  await writeFile(join(folder, 'program.cjs'), program)
  await writeFile(join(folder, 'parent.mjs'), parent)
  const { executable } = await findElectron()
  const { stdout } = await promisify(execFile)(executable, [join(folder, 'parent.mjs'), process.execPath], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  })
  expect(JSON.parse(stdout)).toEqual(LONG.flatMap((length) => [length, length + 1]))
})
