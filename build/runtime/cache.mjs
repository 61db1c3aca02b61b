/** The cache under `node_modules`: runtimes from the registry, unpacked once and checked against a pinned hash. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { npm, onInterrupt, run } from './process.mjs'

/** The project's folder. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url))
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
 * Fetches one pinned package of the npm registry, checks it and keeps what `prepare` makes of it.
 *
 * The folder appears by one rename, so that it is either whole or not there; where two processes do it at the same time,
 * the first one wins.
 * @param {{
 *   spec: string,
 *   integrity: string,
 *   name: string,
 *   prepare?: (packageFolder: string) => Promise<string>,
 *   onFetch?: () => void,
 * }} pinned `spec` is name@version, `integrity` the registry's "sha512-…", `name` the folder in the cache; `prepare` gets
 *   the unpacked package and answers the folder to keep (default: the package itself); `onFetch` is called when it is not there yet, which takes a while
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
      throw new Error(`${spec} could not be had from the npm registry:\n${packed.stderr.trim()}`)
    }
    const tarball = packedFilename(packed.stdout)
    const seen = await sha512(join(work, tarball))
    if (seen !== integrity) {
      throw new Error(`${spec} from the npm registry is not what we pinned (${seen}); it was not unpacked.`)
    }
    // By its bare name: the tar of Git for Windows takes what stands before a colon for another computer.
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

/** @param {string} stdout what `npm pack --json` printed: an array of packages, or (newer npm) an object by name */
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
