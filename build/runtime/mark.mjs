/**
 * A lock file (“mark”) that contains the id of the process that does some work, so that no second process does the same work at the same
 * time.
 */
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {{ pid: number, hasBegun: boolean, isAlive: boolean }} Mark `hasBegun`: an abort would leave incomplete work */

/**
 * A mark (lock file) that is older than this is stale (no process owns it), even if a process with the recorded id is running. That process
 * may be another program.
 */
const longestMs = 20 * 60_000
const writtenWithinMs = 2000
/**
 * Several processes may find the same stale mark and overwrite it with their ids. After this delay, all of them have written, and the last
 * one owns the mark.
 */
const settledAfterMs = 200
const lookAgainMs = 500

/**
 * Acquires the mark as soon as no running process owns it.
 * @param {string} mark
 * @param {() => Promise<void> | void} onOther called repeatedly while another process owns the mark; must wait or throw
 * @returns {Promise<boolean>} true if the previous owner was aborted during its work
 */
export async function acquireMark(mark, onOther) {
  for (;;) {
    const isFirst = await writeFile(mark, `${process.pid}`, { flag: 'wx' }).then(
      () => true,
      (/** @type {NodeJS.ErrnoException} */ error) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    if (isFirst) return false
    const other = await readMark(mark)
    if (other?.isAlive) await onOther()
    else if (other) {
      // Overwrite the stale mark instead of deleting it, so that no other process can create a new mark meanwhile. If several processes
      // overwrite it, the last one owns it.
      await writeMark(mark, other)
      await sleep(settledAfterMs)
      if ((await readMark(mark))?.pid === process.pid) return other.hasBegun
    }
  }
}

/**
 * Returns an `onOther` callback for `acquireMark`. Each call waits a moment; the first call also prints `line`.
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
 * @param {string} mark
 * @param {Pick<Mark, 'hasBegun'>} state
 */
export async function writeMark(mark, { hasBegun }) {
  const next = `${mark}-${process.pid}`
  await writeFile(next, `${process.pid}${hasBegun ? ' begun' : ''}`)
  await rename(next, mark)
}

/**
 * @param {string} mark
 * @returns {Promise<Mark | undefined>} undefined if there is none
 */
async function readMark(mark) {
  const [text, found] = await Promise.all([
    readFile(mark, 'utf8').catch(() => undefined),
    stat(mark).catch(() => undefined),
  ])
  if (text === undefined || !found) return undefined
  const [id = '', begun] = text.split(' ')
  const pid = Number(id)
  const age = Date.now() - found.mtimeMs
  // An empty mark was created by a process that has not written its id yet, or by an old version of this code. Assume that the owner has
  // begun its work.
  if (id === '') return { pid, hasBegun: true, isAlive: age < writtenWithinMs }
  return { pid, hasBegun: begun === 'begun', isAlive: age < longestMs && isOther(pid) }
}

/** @param {number} pid */
function isOther(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
