import { readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import { compileFunction, constants } from 'node:vm'

/** What a program finds as its own: the same, in this order, as when it was compiled (build/packaging/compile.cjs). */
const PARTS = ['exports', 'require', 'module', '__filename', '__dirname']

type Read = (module: NodeJS.Module, file: string) => void

/** Node's own, by which packages have read other kinds of files for ten years; its types leave it out. */
const { _extensions: readers } = Module as unknown as { _extensions: Record<string, Read> & { '.js': Read } }

/**
 * From now on programs in this folder are read with the code that V8 made of them when the app was built, where it lies beside
 * them (`desk.cjs.v8`; build/packaging/compile-main.mjs): to make it takes longer than to run it. It comes in the app's archive and
 * is covered by its integrity, unlike any that were kept on this computer. V8 refuses what another version of it made; then, and
 * where there is none, the program is compiled as ever.
 */
export function readCompiledCode(folder: string): void {
  readers['.cjs'] = (module, file) => {
    const cachedData = file.startsWith(folder + sep) ? compiledOf(file) : null
    if (cachedData === null) return readers['.js'](module, file)
    const program = compileFunction(readFileSync(file, 'utf8'), PARTS, {
      filename: file,
      cachedData,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    program.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
  }
}

function compiledOf(file: string): Buffer | null {
  try {
    return readFileSync(`${file}.v8`)
  } catch {
    return null
  }
}
