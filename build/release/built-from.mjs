/**
 * Records the source of a build (a hash of the source files) in a file next to the build. With this record, `npm run release` checks that
 * the built files belong to the release.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, succeed } from '../runtime/process.mjs'

/** Name of the file with the record. It stays in out/package/ and is not published. */
export const BUILT_FROM = 'built-from.json'

/**
 * @typedef {{ tree: string | null, system: string, runtime: 'official' | 'test-runtime', updateKeys: string[] }} BuiltFrom `system`: the
 *   operating system of the build; `updateKeys`: public keys (PEM) that the built app trusts for updates; empty if the app does not check
 *   for updates
 */

/** Name of this operating system, in the names of released files. */
export const systemName =
  { win32: 'windows', darwin: 'macos' }[/** @type {string} */ (process.platform)] ?? process.platform

/**
 * Runs Git in a folder, which contains a copy of the project, and returns its output.
 * @param {string} folder
 * @param {string[]} args
 */
export const git = async (folder, ...args) => (await succeed('git', args, { cwd: folder })).trim()

/**
 * @param {string} built folder of the packages
 * @param {BuiltFrom} from
 */
export const noteBuild = (built, from) =>
  writeFile(join(built, BUILT_FROM), `${JSON.stringify(from, null, 2)}\n`)

/**
 * @param {string} built
 * @returns {Promise<BuiltFrom | null>} null if there is no readable record
 */
export async function readBuild(built) {
  try {
    return JSON.parse(await readFile(join(built, BUILT_FROM), 'utf8'))
  } catch {
    return null
  }
}

/**
 * Returns the hash of the Git tree with all current files, committed or not. Committing the files does not change the hash. Therefore, a
 * build that was made before the release's commit still matches this commit. Returns null if the project is not in a repository.
 * @param {string} folder
 * @returns {Promise<string | null>}
 */
export async function treeOf(folder) {
  const scratch = await mkdtemp(join(tmpdir(), 'funding-desk-index-'))
  try {
    // Use a temporary Git index, so that the index with the user's staged changes does not change.
    const env = { ...process.env, GIT_INDEX_FILE: join(scratch, 'index') }
    // Start with the committed files, because Git on Windows keeps the executable bits of known files only.
    await run('git', ['read-tree', 'HEAD'], { cwd: folder, env })
    const added = await run('git', ['add', '--all', '.'], { cwd: folder, env })
    if (added.code !== 0) return null
    const { code, stdout } = await run('git', ['write-tree'], { cwd: folder, env })
    return code === 0 ? stdout.trim() : null
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
