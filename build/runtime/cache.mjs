/** Cache under `node_modules`: runtimes from the npm registry, checked against a pinned hash and unpacked once. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { acquireLock, waitAndReport } from './lock.mjs'
import { npm, onInterrupt, run } from './process.mjs'

export const projectFolder = fileURLToPath(new URL('../../', import.meta.url))
/** Folder of the built packages. */
export const packageFolder = join(projectFolder, 'out', 'package')
export const cacheFolder = join(projectFolder, 'node_modules', '.cache', 'funding-desk')

/**
 * @param {string} path
 * @returns {Promise<boolean>}
 */
export const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Returns a folder in the cache. If it is missing, `make` creates it under another name, and one rename puts it in place. An interrupted
 * creation therefore leaves no incomplete folder. Waits while another process creates the same folder.
 * @param {string} name
 * @param {(line: string) => void} say
 * @param {(made: string) => Promise<string | void>} make gets the path of a folder to create; may return the part of it to keep
 * @returns {Promise<string>}
 */
export async function makeOnce(name, say, make) {
  const target = join(cacheFolder, name)
  if (await exists(target)) return target
  await mkdir(cacheFolder, { recursive: true })
  const wait = waitAndReport(say, `Another command is making ${name} here; waiting for it …`)
  const release = await acquireLock(target, wait)
  const made = `${target}.new`
  const remove = () => rm(made, { recursive: true, force: true, maxRetries: 5 })
  const forget = onInterrupt(remove)
  try {
    if (await exists(target)) return target
    // An earlier process may have been killed while it created the folder.
    await remove()
    const kept = await make(made)
    await rename(kept ?? made, target)
    return target
  } finally {
    forget()
    await remove()
    await release()
  }
}

/**
 * Fetches a pinned package from the npm registry, checks it, and keeps the result of `prepare`.
 * @param {{
 *   spec: string,
 *   integrity: string,
 *   name: string,
 *   prepare?: (packageFolder: string) => Promise<string>,
 *   say?: ((line: string) => void) | undefined,
 *   notice?: string, }} pinned `spec` is name@version; `integrity` is the registry's "sha512-…"; `name` is the folder in the cache;
 *   `prepare` gets the unpacked package
 *   and returns the folder to keep (default: the package itself); `say` gets the `notice` before a download, which takes a while
 * @returns {Promise<string>} the folder
 */
export const fromRegistry = ({ spec, integrity, name, prepare, say = () => {}, notice = '' }) =>
  makeOnce(name, say, async (work) => {
    say(notice)
    await mkdir(work)
    const packed = await npm(['pack', spec, '--json', '--loglevel=error', '--pack-destination', work], {
      cwd: work,
      timeoutMs: 10 * 60_000,
    })
    if (packed.code !== 0) {
      throw new Error(`${spec} could not be downloaded from the npm registry:\n${packed.stderr.trim()}`)
    }
    const tarball = packedFilename(packed.stdout)
    const seen = await sha512(join(work, tarball))
    if (seen !== integrity) {
      throw new Error(
        `${spec} from the npm registry does not match the pinned hash (${seen}). It was not unpacked.`,
      )
    }
    // Pass only the file name, without its path: the tar program of Git for Windows would treat the drive letter before the colon (`C:`) as
    // a host name.
    const unpacked = await run('tar', ['-xzf', tarball], { cwd: work })
    if (unpacked.code !== 0) throw new Error(`${spec} could not be unpacked: ${unpacked.stderr.trim()}`)
    const folder = join(work, 'package')
    return prepare ? prepare(folder) : folder
  })

/** @param {string} stdout output of `npm pack --json`: an array of packages, or (newer npm) an object by name */
function packedFilename(stdout) {
  const [first] = Object.values(JSON.parse(stdout))
  return /** @type {{ filename: string }} */ (first).filename
}

/** @param {string} file */
async function sha512(file) {
  const hash = createHash('sha512')
  await pipeline(createReadStream(file), hash)
  return `sha512-${hash.digest('base64')}`
}
