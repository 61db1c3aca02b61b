/** Has V8 compile, while building, what main reads in every start: src-main/adapters/compiled-code.ts reads it. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronFlags, findElectron } from '../runtime/electron.mjs'
import { run } from '../runtime/process.mjs'

const LONGEST_MS = 60_000

/**
 * Code is made by the Electron that is to run it, as its main process: V8 takes none that was made by another version or with
 * other flags. Whoever packages for another kind of computer gets an app that compiles it at each start.
 *
 * @param {string} first the module with which that begins
 * @returns {import('vite').Plugin}
 */
export function compileMain(first) {
  let isWatching = false
  return {
    name: 'compile-main',
    apply: 'build',
    configResolved: ({ build }) => void (isWatching = build.watch !== null),
    async writeBundle({ dir = '' }, bundle) {
      if (isWatching) return
      const chunks = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one : []))
      const begin = chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(first))
      if (begin === undefined) throw new Error(`There is no chunk of ${first} to compile.`)
      // What the program itself begins with is read before it can see to that.
      const opener = chunks.find(({ dynamicImports }) => dynamicImports.includes(begin.fileName))
      const tooEarly = new Set([opener?.fileName, ...(opener?.imports ?? [])])
      const read = new Set([begin.fileName])
      // A set goes on with what is added to it meanwhile.
      for (const name of read)
        for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
          if (!tooEarly.has(imported) && chunks.some(({ fileName }) => fileName === imported))
            read.add(imported)
      const electron = await findElectron()
      const program = fileURLToPath(new URL('compile.cjs', import.meta.url))
      const { code, output } = await run(electron.executable, [...electronFlags(), program], {
        env: {
          ...process.env,
          FUNDING_DESK_COMPILE: JSON.stringify([...read].map((name) => join(dir, name))),
        },
        timeoutMs: LONGEST_MS,
      })
      if (code !== 0)
        throw new Error(`Main could not be compiled by Electron ${electron.version}:\n${output}`)
    },
  }
}
