/** During the build, records in files which npm packages each bundle contains. Most shipped packages are inside the bundles. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'

/** Folder of the records, one file per bundle. */
export const recordsFolder = join(projectFolder, 'out', 'packages')

/**
 * @param {'main' | 'preload' | 'renderer'} bundle
 * @returns {import('vite').Plugin}
 */
export function recordPackages(bundle) {
  return {
    name: 'record-packages',
    apply: 'build',
    // List all modules that the bundler loaded, even those that it removed from the bundle in the end. Listing too many packages is better
    // than listing too few.
    async generateBundle(_, files) {
      // A font is no module, because only a style refers to it.
      const assets = Object.values(files).flatMap((file) =>
        file.type === 'asset' ? file.originalFileNames : [],
      )
      const paths = new Set([...this.getModuleIds(), ...assets].flatMap((id) => packagePath(id) ?? []))
      await mkdir(recordsFolder, { recursive: true })
      await writeFile(join(recordsFolder, `${bundle}.json`), JSON.stringify([...paths].toSorted(), null, 2))
    },
  }
}

/**
 * @param {string} id module id of the bundler
 * @returns {string | undefined} package path of the lockfile
 */
export function packagePath(id) {
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+/.exec(id.replaceAll('\\', '/'))?.[0]
}
