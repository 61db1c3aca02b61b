/** During the build, copies the language data for the recognition of text beside the built programs, so that the app never downloads it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../runtime/cache.mjs'

const DATA = 'node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'

/** @returns {import('vite').Plugin} */
export function languageData() {
  return {
    name: 'language-data',
    apply: 'build',
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'eng.traineddata.gz',
        // The list of licenses in the package contains the packages of all assets.
        originalFileName: DATA,
        source: await readFile(join(projectFolder, DATA)),
      })
    },
  }
}
