import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns where a program that runs from the source finds the recognition of text. The built app has copies of these files. */
export function sourceRecognition(): { program: string; data: string } {
  const require = createRequire(import.meta.url)
  const packageFile = require.resolve('@tesseract.js-data/eng/package.json')
  return {
    program: fileURLToPath(new URL('../../src-main/recognize-worker.ts', import.meta.url)),
    data: join(dirname(packageFile), '4.0.0_best_int'),
  }
}
