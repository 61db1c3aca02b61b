/** Lock file that names the process at work, so that no second one starts. */
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {{ pid: number, hasBegun: boolean, isAlive: boolean }} Mark `hasBegun`: an abort would leave incomplete work */

/** An older mark is stale, even if another program has the process id now. */
const longestMs = 20 * 60_000
const writtenWithinMs = 2000
/** Maximum time that another process needs to overwrite our mark. */
const settledAfterMs = 200
const lookAgainMs = 500

/**
 * Takes the mark as soon as no live process has it.
 * @param {string} mark
 * @param {() => Promise<void> | void} onOther called while another process has it; waits or throws
 * @returns {Promise<boolean>} true if a previous process had begun and was aborted
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
      // Overwrite instead of delete, so that there is always a mark. If several processes do this, the last one wins.
      await writeMark(mark, other)
      await sleep(settledAfterMs)
      if ((await readMark(mark))?.pid === process.pid) return other.hasBegun
    }
  }
}

/**
 * Returns an `onOther` for `takeMark` that waits and prints the line once.
 * @param {(line: string) => void} say
 * @param {string} line
 */
export function waitSaying(say, line) {
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
  // An empty mark is being written right now, or comes from an old version. Assume the worst: work had begun.
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
    // The process belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
