// @module-tag all

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inDesktopSession } from '../../build/runtime/desktop-session.mjs'
import { skipped, whyOnlyLinux } from '../support/skipped.ts'

const noSession = whyOnlyLinux('only Linux needs a desktop session of its own')

const root = fileURLToPath(new URL('../..', import.meta.url))
const session = { cwd: root }

/**
 * A script that starts a daemon, prints the daemon's process id and the home folder, and ends. The daemon keeps running and ignores
 * SIGTERM.
 */
const leavesDaemon = `bash -c 'trap "" TERM; echo "daemon $$" "home $HOME"; while :; do sleep 1; done' & sleep 0.5`

async function runInSession(script: string): Promise<{ code: number; output: string }> {
  let output = ''
  const code = await inDesktopSession(
    { ...session, onOutput: (text) => void (output += text) },
    'bash',
    ['-c', script],
    process.env,
  )
  return { code, output }
}

function readDaemon(output: string): { pid: number; home: string } {
  const [, pid, home] = /daemon (\d+) home (\S+)/.exec(output) ?? []
  if (!pid || !home) throw new Error(`nothing was said: ${output}`)
  return { pid: Number(pid), home }
}

/** Returns true if the process runs. A zombie does not count: it has ended, but its parent has not yet collected its exit code. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tX')
  return !/^State:\t[XZ]/m.test(status)
}

test.skipIf(noSession !== null)(
  `a desktop session has its own display and keyring, and returns the exit code of its command${skipped(noSession)}`,
  async () => {
    const keyring = `require('keytar').setPassword('s', 'a', 'kept').then(() => require('keytar').getPassword('s', 'a')).then(console.log)`
    const { code, output } = await runInSession(
      `echo "display=$DISPLAY home=$HOME"; "${process.execPath}" -e "${keyring}"; exit 7`,
    )
    expect(output).toMatch(/display=:\d+ home=\S*funding-desk-session-/)
    expect(output).toContain('kept')
    expect(code).toBe(7)
  },
)

test.skipIf(noSession !== null)(
  `a desktop session leaves no process and no file behind${skipped(noSession)}`,
  async () => {
    const { code, output } = await runInSession(`${leavesDaemon}; setsid sleep 300 & exit 0`)
    const { pid, home } = readDaemon(output)
    expect(code).toBe(0)
    expect(await isRunning(pid)).toBe(false)
    expect(existsSync(home)).toBe(false)
  },
)

test.skipIf(noSession !== null)(
  `an interrupted desktop session also ends every process and deletes its files${skipped(noSession)}`,
  async () => {
    const program = `
    import { inDesktopSession } from './build/runtime/desktop-session.mjs'
    await inDesktopSession(${JSON.stringify(session)}, 'bash', ['-c', ${JSON.stringify(`${leavesDaemon}; sleep 300`)}])`
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { cwd: root })
    let output = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += text
      if (output.includes('home')) break
    }
    const { pid, home } = readDaemon(output)
    expect(await isRunning(pid)).toBe(true)

    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(128 + 15)
    expect(await isRunning(pid)).toBe(false)
    expect(existsSync(home)).toBe(false)
  },
)
