/**
 * At build time, compiles the main-process code that runs at every start to V8 bytecode, so that the app starts faster.
 * src-main/platform/processes/compiled-code.ts loads the bytecode.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronFlags, findElectron } from '../runtime/electron.mjs'
import { run } from '../runtime/process.mjs'

/** @typedef {{ fileName: string, facadeModuleId: string | null, imports: readonly string[] }} Chunk */

const LONGEST_MS = 60_000
const program = fileURLToPath(new URL('compile.cjs', import.meta.url))

/**
 * Vite plugin. Compiles the code in the main process of the same Electron that will run it, because V8 rejects bytecode of another V8
 * version or with other flags. If the app is packaged for another platform than this one, it therefore compiles its code at each start.
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
      // Remove these variables, because they can change the options of V8. The packaged app would reject bytecode that was compiled with
      // other options.
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
  // The loop also visits the chunks that it adds to the Set. The result therefore includes imports of imports.
  for (const { imports } of read) for (const one of chunks) if (imports.includes(one.fileName)) read.add(one)
  return [...read]
}
