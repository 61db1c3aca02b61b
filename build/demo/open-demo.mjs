/**
 * Stores the ports of the demo, and detects whether the demo is running. This module is plain JavaScript, because it runs before any
 * installation or build.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'
import { acquireLock } from '../runtime/lock.mjs'

/** Folder that keeps the demo's data between starts. */
export const demoFolder = join(projectFolder, '.funding-desk', 'demo')

export const demoIsOpen =
  'The demo is already open. Use its window, or stop it (Ctrl-C in its terminal) and start again.'

/** @typedef {{ sandbox: number, relay: number }} Ports A value of 0 means that the port is not known */

const portsFile = (/** @type {string} */ folder) => join(folder, 'ports.json')

/**
 * Reads the ports of the previous start. If the file is missing or unreadable, returns zeros, and the demo uses any free ports.
 * @param {string} folder
 * @returns {Promise<Ports>}
 */
export async function readPorts(folder) {
  const noted = await readFile(portsFile(folder), 'utf8')
    .then((text) => /** @type {unknown} */ (JSON.parse(text)))
    .catch(() => undefined)
  const { sandbox, relay } = /** @type {Record<string, unknown>} */ (noted ?? {})
  return { sandbox: isPort(sandbox) ? sandbox : 0, relay: isPort(relay) ? relay : 0 }
}

/**
 * @param {unknown} value
 * @returns {value is number}
 */
const isPort = (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536

/**
 * Writes the ports to a new file and renames it, so that an aborted start leaves the old file intact.
 * @param {string} folder
 * @param {Ports} ports
 */
export async function writePorts(folder, ports) {
  const file = portsFile(folder)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify(ports))
  await rename(`${file}.new`, file)
}

/**
 * Rejects if another start of the demo is installing, building, or running the app.
 * @param {string} folder of the demo
 * @returns {Promise<() => Promise<void>>} a function to call when this start has ended; other starts are then permitted
 */
export async function startExclusively(folder) {
  if (await isDemoOpen(folder)) throw new Error(demoIsOpen)
  return acquireLock(folder, () => {
    throw new Error(
      'Another start is running in this folder. Wait until the demo is open or the start has ended.',
    )
  })
}

/**
 * True if the relay of a previous start still responds on its recorded port. Examines the response, because another program may use the
 * port now.
 * @param {string} folder
 */
export async function isDemoOpen(folder) {
  const { relay } = await readPorts(folder)
  if (relay === 0) return false
  return fetch(`http://127.0.0.1:${relay}/healthz`, { signal: AbortSignal.timeout(2000) })
    .then(async (answer) => {
      const reported = /** @type {{ status?: unknown }} */ (await answer.json())
      return answer.ok && reported.status === 'ok'
    })
    .catch(() => false)
}
