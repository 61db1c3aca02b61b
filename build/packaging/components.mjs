/**
 * Lists the npm packages that the product contains: packages inside the bundles (built code), and packages in node_modules next to the
 * bundles.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'
import { recordsFolder } from './record-packages.mjs'

/**
 * @typedef {{ name?: string, version: string, license?: string, integrity?: string, resolved?: string, dev?: boolean, link?: boolean,
 *   dependencies?: Record<string, string> }} Locked
 * @typedef {{ path: string, name: string, version: string, license?: string, integrity?: string, bundled: boolean }} Component
 */

/** @returns {Promise<Record<string, Locked>>} third-party packages by folder */
export async function readLockfile() {
  const { packages } = JSON.parse(await readFile(join(projectFolder, 'package-lock.json'), 'utf8'))
  return Object.fromEntries(
    Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link),
  )
}

/** @param {string} path */
export const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * Lists the shipped packages. Run a build first, because this function reads files that the build wrote.
 * @returns {Promise<Component[]>}
 */
export async function shippedComponents() {
  const lock = await readLockfile()
  const bundled = new Set(await bundledPaths())
  const paths = new Set([...bundled, ...(await besideTheBundles(lock))])
  return [...paths].toSorted().map((path) => {
    const locked = lock[path]
    if (locked === undefined) throw new Error(`${path} was bundled, but is missing in package-lock.json.`)
    const { version, license, integrity } = locked
    return {
      path,
      name: locked.name ?? nameOf(path),
      version,
      ...(license === undefined ? {} : { license }),
      ...(integrity === undefined ? {} : { integrity }),
      bundled: bundled.has(path),
    }
  })
}

async function bundledPaths() {
  const files = await readdir(recordsFolder)
  const lists = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(join(recordsFolder, file), 'utf8'))),
  )
  return /** @type {string[]} */ (lists.flat())
}

/**
 * Returns the `dependencies` of package.json and all packages on which they depend. electron-builder copies these packages unchanged into
 * the product.
 * @param {Record<string, Locked>} lock
 */
async function besideTheBundles(lock) {
  const { dependencies } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'))
  /** @type {Set<string>} */
  const reached = new Set()
  const reach = (/** @type {string} */ from, /** @type {Record<string, string>} */ wanted) => {
    for (const name of Object.keys(wanted)) {
      const path = find(lock, from, name)
      if (path === undefined || reached.has(path)) continue
      reached.add(path)
      reach(path, lock[path]?.dependencies ?? {})
    }
  }
  reach('', dependencies)
  return reached
}

/**
 * Resolves a package as Node does: first in the nearest node_modules, then in parent folders.
 * @param {Record<string, Locked>} lock
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function find(lock, from, name) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (path in lock) return path
  if (from === '') return undefined
  const outer = from.lastIndexOf('/node_modules/')
  return find(lock, outer < 0 ? '' : from.slice(0, outer), name)
}
