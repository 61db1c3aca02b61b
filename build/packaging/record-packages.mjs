/** Notes while building which packages went into the programs: most of what is shipped lies inside the bundles. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'

/** Where the notes lie, one file a bundle. */
export const recordsFolder = join(projectFolder, 'out', 'packages')

/**
 * @param {'main' | 'preload' | 'renderer'} bundle
 * @returns {import('vite').Plugin}
 */
export function recordPackages(bundle) {
  return {
    name: 'record-packages',
    apply: 'build',
    // Every module that was read, also where the bundler left it out in the end: rather one too many than one too few.
    async generateBundle() {
      const paths = new Set([...this.getModuleIds()].flatMap((id) => packagePath(id) ?? []))
      await mkdir(recordsFolder, { recursive: true })
      await writeFile(join(recordsFolder, `${bundle}.json`), JSON.stringify([...paths].toSorted(), null, 2))
    },
  }
}

/**
 * @param {string} id of a module, as the bundler calls it
 * @returns {string | undefined} its package, as the lockfile calls it
 */
export function packagePath(id) {
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+/.exec(id.replaceAll('\\', '/'))?.[0]
}
