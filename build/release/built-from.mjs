/** What a build was made from: a note beside it, by which a release tells its own files from those of another day. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../runtime/process.mjs'

/** Lies in out/package/, and is for nobody else. */
export const BUILT_FROM = 'built-from.json'

/** @typedef {{ tree: string | null, runtime: 'official' | 'test-runtime', updateKeys: string[] }} BuiltFrom `updateKeys`: the public keys, as PEM, whose
 * signatures the built app believes; none where it asks for no updates */

/**
 * @param {string} built folder of the packages
 * @param {BuiltFrom} from
 */
export const noteBuild = (built, from) =>
  writeFile(join(built, BUILT_FROM), `${JSON.stringify(from, null, 2)}\n`)

/**
 * @param {string} built
 * @returns {Promise<BuiltFrom | null>} null where there is no note, or none that can be read
 */
export async function readBuild(built) {
  try {
    return JSON.parse(await readFile(join(built, BUILT_FROM), 'utf8'))
  } catch {
    return null
  }
}

/**
 * All that the project's files hold now, committed or not, as the name of Git's tree: the release's own commit will have the same.
 * Null where the project lies in no repository.
 * @param {string} folder
 * @returns {Promise<string | null>}
 */
export async function treeOf(folder) {
  const scratch = await mkdtemp(join(tmpdir(), 'funding-desk-index-'))
  try {
    // An index of its own: what the user has staged stays staged.
    const env = { ...process.env, GIT_INDEX_FILE: join(scratch, 'index') }
    const added = await run('git', ['add', '--all', '.'], { cwd: folder, env })
    if (added.code !== 0) return null
    const { code, stdout } = await run('git', ['write-tree'], { cwd: folder, env })
    return code === 0 ? stdout.trim() : null
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
