/** Cache under `node_modules`: runtimes from the npm registry, checked against a pinned hash and unpacked once. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
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
 * Fetches a pinned package from the npm registry, checks it, and keeps the result of `prepare`.
 *
 * One rename puts the folder in place, so it is either complete or missing. If two processes fetch one package in parallel, the first
 * rename wins.
 * @param {{
 *   spec: string,
 *   integrity: string,
 *   name: string,
 *   prepare?: (packageFolder: string) => Promise<string>,
 *   onFetch?: () => void, }} pinned `spec` is name@version; `integrity` is the registry's "sha512-…"; `name` is the folder in the cache;
 *   `prepare` gets the unpacked package
 *   and returns the folder to keep (default: the package itself); `onFetch` is called before a download, which takes a while
 * @returns {Promise<string>} the folder
 */
export async function fromRegistry({ spec, integrity, name, prepare = async (folder) => folder, onFetch }) {
  const target = join(cacheFolder, name)
  if (await exists(target)) return target

  onFetch?.()
  await mkdir(cacheFolder, { recursive: true })
  const work = await mkdtemp(join(cacheFolder, 'unpacking-'))
  const remove = () => rm(work, { recursive: true, force: true })
  const forget = onInterrupt(remove)
  try {
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
    const kept = await prepare(join(work, 'package'))
    await rename(kept, target).catch(async (error) => {
      if (!(await exists(target))) throw error
    })
    return target
  } finally {
    forget()
    await remove()
  }
}

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
