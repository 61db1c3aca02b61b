// Vite plugins that build the app (electron.vite.config.ts).
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { projectFolder } from '../runtime/cache.mjs'
import { electronFlags, findElectron } from '../runtime/electron.mjs'
import { run } from '../runtime/process.mjs'
import { recordsFolder } from './components.ts'

type Chunk = { fileName: string; facadeModuleId: string | null; imports: readonly string[] }

const LONGEST_MS = 60_000
const program = fileURLToPath(new URL('compile.cjs', import.meta.url))

/**
 * Compiles the main-process code that runs at every start to V8 bytecode, so that the app starts faster. Uses the Electron that will run
 * it, because V8 rejects bytecode of another V8 version or with other flags. If the app is packaged for another platform than this one, it
 * therefore compiles its code at each start. src-main/platform/processes/compiled-code.ts loads the bytecode. `beginnings` are the entry
 * modules of the code.
 */
export function compileMain(beginnings: readonly string[]): Plugin {
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

function chunkOf(chunks: readonly Chunk[], module: string) {
  const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(module))
  if (chunk === undefined) throw new Error(`No chunk of ${module} found to compile.`)
  return chunk
}

function withImports(chunks: readonly Chunk[], some: readonly Chunk[]) {
  const read = new Set(some)
  // The loop also visits the chunks that it adds to the Set. The result therefore includes imports of imports.
  for (const { imports } of read) for (const one of chunks) if (imports.includes(one.fileName)) read.add(one)
  return [...read]
}

const DATA = 'node_modules/@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'

const PDFJS = 'node_modules/pdfjs-dist'
/** What pdfjs loads when a PDF needs it. The JavaScript interpreter of pdfjs is not included. */
const PARTS = /^(?:standard_fonts\/|cmaps\/.*\.bcmap$|wasm\/(?:jbig2|openjpeg)\.wasm$)/

/** Copies the language data for the recognition of text, and the parts of pdfjs, beside the built programs. */
export function readerData(): Plugin {
  return {
    name: 'reader-data',
    apply: 'build',
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'eng.traineddata.gz',
        // The list of licenses in the package contains the packages of all assets.
        originalFileName: DATA,
        source: await readFile(join(projectFolder, DATA)),
      })
      for (const name of await readdir(join(projectFolder, PDFJS), { recursive: true })) {
        const part = name.replaceAll(sep, '/')
        if (!PARTS.test(part)) continue
        this.emitFile({
          type: 'asset',
          fileName: `pdfjs/${part}`,
          originalFileName: `${PDFJS}/${part}`,
          source: await readFile(join(projectFolder, PDFJS, name)),
        })
      }
    },
  }
}

const BEYOND_LATIN_1 = /(\\*)([\u0100-\uffff])/g

/**
 * Writes each character beyond Latin-1, such as "…", as an escape (`\u2026`). A single such character would make V8 store the
 * whole program with two bytes per character. Such a program takes longer to load, and caused a garbage collection during the start of the
 * app (docs/performance.md).
 */
export function oneByteText(): Plugin {
  return {
    name: 'one-byte-text',
    apply: 'build',
    // Run after all other plugins, because they would write the characters unescaped again.
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') chunk.code = inLatin1(chunk.code)
      },
    },
  }
}

/** Returns an equivalent program without characters beyond Latin-1. */
export function inLatin1(code: string): string {
  // In `String.raw`, an escape does not mean the same as its character. Such code cannot be converted.
  const raw = /\braw`[^`]*[\u0100-\uffff][^`]*`/.exec(code)
  if (raw !== null) throw new Error(`In ${raw[0].slice(0, 80)} letters cannot be escaped.`)
  return code.replace(BEYOND_LATIN_1, (_, backslashes, unit) => {
    // A backslash without effect may precede the character, for example in a regular expression. Remove this backslash, because together
    // with the backslash of the new escape it would mean a literal backslash.
    const kept = backslashes.slice(backslashes.length % 2)
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

/** Records in a file which npm packages a bundle contains. Most shipped packages are inside the bundles. */
export function recordPackages(bundle: 'main' | 'preload' | 'renderer'): Plugin {
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

/** Returns the path in the lockfile of the package to which a module id of the bundler belongs. */
export function packagePath(id: string): string | undefined {
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/?]+/.exec(id.replaceAll('\\', '/'))?.[0]
}
