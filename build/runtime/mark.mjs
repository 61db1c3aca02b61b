/** A file that says which process is at something, so that no second one begins it beside. */
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {{ pid: number, hasBegun: boolean, isAlive: boolean }} Mark `hasBegun`: what it breaks off is left by half */

/** An older mark is nobody's, even if another program has got that process id since. */
const longestMs = 20 * 60_000
const writtenWithinMs = 2000
/** So long does another process need at most to put its name over ours. */
const settledAfterMs = 200
const lookAgainMs = 500

/**
 * Puts our name on it, once nobody else's is there.
 * @param {string} mark
 * @param {() => Promise<void> | void} onOther while another process has it: waits, or throws
 * @returns {Promise<boolean>} whether somebody had begun and was broken off
 */
export async function takeMark(mark, onOther) {
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
      // Never without a mark meanwhile. Of several that do this at once, the last one has it.
      await writeMark(mark, other)
      await sleep(settledAfterMs)
      if ((await readMark(mark))?.pid === process.pid) return other.hasBegun
    }
  }
}

/**
 * For `takeMark`: waits for the other process, and says so once.
 * @param {(line: string) => void} say
 * @param {string} line
 */
export function waitSaying(say, line) {
  let isTold = false
  return async () => {
    if (!isTold) say(line)
    isTold = true
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
 * @returns {Promise<Mark | undefined>} undefined where there is none
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
  // Empty: it is just being written, or is of before marks had names and then to be taken for the worst.
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
    // Somebody else's.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
