import { readFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import { compileFunction, constants } from 'node:vm'

/** Names of the variables that Node passes to a module. The order must be the same as in build/packaging/compile.cjs. */
const PARTS = ['exports', 'require', 'module', '__filename', '__dirname']

type Read = (module: NodeJS.Module, file: string) => void

/** Node's module loaders by file extension. Many packages add their own loaders to this object, but Node's type definitions omit it. */
const { _extensions: readers } = Module as unknown as { _extensions: Record<string, Read> & { '.js': Read } }

/**
 * Loads programs in this folder from the V8 code cache next to them (`main.cjs.v8`), because compiling a program takes longer
 * than running it. build/packaging/vite-plugins.ts creates the cache at build time. The cache is part of the app's archive, so the
 * archive's integrity check covers it. That check would not cover a cache that the app creates on the user's computer. Without a cache, or
 * if V8 rejects a cache from another version, the program is compiled from source.
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
    // Without compiled code, the program is compiled again, only more slowly.
    return null
  }
}
