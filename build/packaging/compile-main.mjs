/**
 * At build time, creates V8 bytecode of the main-process code that runs at every start. src-main/adapters/compiled-code.ts loads the
 * bytecode.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronFlags, findElectron } from '../runtime/electron.mjs'
import { run } from '../runtime/process.mjs'

/** @typedef {{ fileName: string, facadeModuleId: string | null, imports: readonly string[] }} Chunk */

const LONGEST_MS = 60_000
const program = fileURLToPath(new URL('compile.cjs', import.meta.url))

/**
 * Vite plugin. The same Electron that will run the code also compiles it, in its main process. V8 rejects bytecode that was compiled by
 * another version of V8 or with other flags. An app packaged for another platform compiles its code at each start.
 *
 * @param {readonly string[]} beginnings entry modules of the code that is loaded at each start
 * @returns {import('vite').Plugin}
 */
export function compileMain(beginnings) {
  let isWatching = false
  return {
    name: 'compile-main',
    apply: 'build',
    configResolved: ({ build }) => void (isWatching = build.watch !== null),
    async writeBundle({ dir = '' }, bundle) {
      if (isWatching) return
      const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one : []))
      const read = withImports(
        chunks,
        beginnings.map((module) => chunkOf(chunks, module)),
      )
      const electron = await findElectron()
      // Remove these variables. With options that differ from the product's, V8 would produce code that the product rejects.
      const { NODE_OPTIONS: _, ELECTRON_RUN_AS_NODE: __, ...env } = process.env
      const { code, output } = await run(
        electron.executable,
        [...electronFlags(electron.executable), program],
        {
          env: {
            ...env,
            FUNDING_DESK_COMPILE: JSON.stringify(read.map(({ fileName }) => join(dir, fileName))),
          },
          timeoutMs: LONGEST_MS,
        },
      )
      if (code !== 0) throw new Error(`Electron ${electron.version} could not compile main:\n${output}`)
    },
  }
}

/**
 * @param {readonly Chunk[]} chunks
 * @param {string} module
 */
function chunkOf(chunks, module) {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(module))
  if (chunk === undefined) throw new Error(`No chunk of ${module} found to compile.`)
  return chunk
}

/**
 * @param {readonly Chunk[]} chunks
 * @param {readonly Chunk[]} some
 */
function withImports(chunks, some) {
  const read = new Set(some)
  // A loop over a Set also visits elements that are added during the loop.
  for (const { imports } of read) for (const one of chunks) if (imports.includes(one.fileName)) read.add(one)
  return [...read]
}
