/** A lock that one process holds, so that no second process does the same work at the same time. It ends with the process. */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const lookAgainMs = 500

/**
 * Acquires a lock as soon as no other process holds it. A lock is a socket that its holder listens on, because the operating system closes
 * it however the holder ends. Connect to no such socket for any other purpose.
 * @param {string} name for example the path of the file that the work creates
 * @param {() => Promise<void> | void} onOther called repeatedly while another process holds the lock; must wait or throw
 * @returns {Promise<() => Promise<void>>} releases the lock
 */
export async function acquireLock(name, onOther) {
  const path = socketOf(name)
  for (;;) {
    const server = createServer((client) => client.destroy()).unref()
    const isFirst = await new Promise((resolve, reject) => {
      server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
        error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
      )
      server.listen(path, () => resolve(true))
    })
    if (isFirst) return () => new Promise((resolve) => server.close(() => resolve()))
    // On macOS, the file of a socket stays if its holder was killed.
    if (process.platform === 'darwin' && !(await isAnswered(path))) await rm(path, { force: true })
    else await onOther()
  }
}

/**
 * Returns an `onOther` callback for `acquireLock`. Each call waits a moment; the first call also prints `line`.
 * @param {(line: string) => void} say
 * @param {string} line
 */
export function waitAndReport(say, line) {
  let isReported = false
  return async () => {
    if (!isReported) say(line)
    isReported = true
    await sleep(lookAgainMs)
  }
}

/**
 * Returns the address of a socket: a named pipe on Windows, an abstract socket on Linux, and otherwise a file.
 * @param {string} name
 */
function socketOf(name) {
  const id = `funding-desk-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`
  return process.platform === 'linux' ? `\0${id}` : join(tmpdir(), id)
}

/** @param {string} path */
const isAnswered = (path) =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.unref()
  })
