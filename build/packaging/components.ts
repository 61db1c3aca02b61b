/**
 * Lists the npm packages that the product contains: packages inside the bundles (built code), and packages in node_modules next to the
 * bundles.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'

/** Folder of the lists of packages in the bundles, one file per bundle. */
export const recordsFolder = join(projectFolder, 'out', 'packages')

export interface Locked {
  name?: string
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  link?: boolean
  dependencies?: Record<string, string>
}

export interface Component {
  path: string
  name: string
  version: string
  license?: string
  integrity?: string
  bundled: boolean
}

/** Returns the third-party packages of the lockfile, by folder. */
export async function readLockfile(): Promise<Record<string, Locked>> {
  const text = await readFile(join(projectFolder, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> }
  return Object.fromEntries(
    Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link),
  )
}

export const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Lists the shipped packages. Run a build first, because this function reads files that the build wrote. */
export async function shippedComponents(): Promise<Component[]> {
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
  return lists.flat() as string[]
}

/**
 * Returns the `dependencies` of package.json and all packages on which they depend. electron-builder copies these packages unchanged into
 * the product.
 */
async function besideTheBundles(lock: Record<string, Locked>) {
  const { dependencies } = JSON.parse(await readFile(join(projectFolder, 'package.json'), 'utf8'))
  const reached: Set<string> = new Set()
  const reach = (from: string, wanted: Record<string, string>) => {
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

/** Resolves a package as Node does: first in the nearest node_modules, then in parent folders. */
function find(lock: Record<string, Locked>, from: string, name: string): string | undefined {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (path in lock) return path
  if (from === '') return undefined
  const outer = from.lastIndexOf('/node_modules/')
  return find(lock, outer < 0 ? '' : from.slice(0, outer), name)
}

/** Licenses that a closed-source product may ship if it includes the license text. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Python-2.0',
])

/** The license of fonts. It permits shipping a font with any program, but applies to fonts only (docs/adr/0018-font.md). */
const FONT_LICENSE = 'OFL-1.1'
const FONTS = /^@fontsource-variable\//

/** Packages with other licenses that may be used to build or test the product, but must not be shipped with it. */
const TOOLS = [
  { name: /^axe-core$/, why: 'MPL-2.0; checks our screens in tests' },
  { name: /^lightningcss(-.+)?$/, why: 'MPL-2.0; minifies styles when building' },
  { name: /^caniuse-lite$/, why: 'CC-BY-4.0; a table that the build reads' },
  { name: /^truncate-utf8-bytes$/, why: 'WTFPL; part of electron-builder' },
]

/** Returns the problem with the license of a package, or null. */
export function objection({
  name,
  version,
  license,
  shipped,
}: Omit<Locked, 'name'> & { name: string; shipped: boolean }): string | null {
  const expression = licenseOf({ license })
  const reported = `${name} ${version} (${expression})`
  if (TOOLS.some((tool) => tool.name.test(name)))
    return shipped ? `${reported} is allowed as a tool, but is shipped` : null
  if (expression === FONT_LICENSE && FONTS.test(name)) return null
  return isAllowed(expression) ? null : `${reported} has a license that is not on the list`
}

/** Returns the license as an SPDX expression. */
export const licenseOf = ({ license }: { license?: string | undefined }): string => license ?? 'NONE'

/** The expression must not contain both AND and OR, which no package of this project combines. */
function isAllowed(expression: string) {
  const plain = expression.replaceAll(/[()]/g, '')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => ALLOWED.has(part.trim()))
  return plain.split(' AND ').every((part) => ALLOWED.has(part.trim()))
}
