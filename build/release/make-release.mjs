/**
 * Functions for the steps of a release: the version, the changelog, the commit, and the tag. Each function takes the `folder` of the project
 * that is released.
 */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onInterrupt, run, succeed } from '../runtime/process.mjs'

/**
 * Determines the version and the notes of a release, and checks that the release is possible.
 * @param {string} folder
 * @param {{ wish: string, notes?: string, day: string }} options `notes` replaces the draft of the release notes
 */
export async function planRelease(folder, { wish, notes, day }) {
  const current = await readVersion(folder)
  const version = nextVersion(current, wish)
  const branch = await git(folder, 'branch', '--show-current')
  if (branch !== 'main')
    throw new Error(`Make releases on the branch main. The current branch is ${branch || 'none'}.`)
  if ((await git(folder, 'status', '--porcelain')) !== '')
    throw new Error('There are uncommitted changes. Commit or stash them.')
  const tags = (await git(folder, 'tag', '--list', 'v*', '--sort=-creatordate')).split('\n').filter(Boolean)
  if (tags.includes(`v${version}`)) throw new Error(`The tag v${version} already exists.`)
  const since =
    (await git(folder, 'describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => '')) || null
  const range = since === null ? 'HEAD' : `${since}..HEAD`
  const subjects = (await git(folder, 'log', '--no-merges', '--format=%s', range)).split('\n').filter(Boolean)
  if (subjects.length === 0) throw new Error(`There are no commits since ${since}.`)
  return { current, version, since, day, notes: notes ?? draftNotes(subjects) }
}

/**
 * Sets the version, writes the changelog, builds, commits, and tags. Undoes all changes if a step fails or is interrupted.
 * @param {string} folder
 * @param {Awaited<ReturnType<typeof planRelease>>} plan
 * @param {() => Promise<void>} build builds the installers; throws if the build fails
 */
export async function makeRelease(folder, { version, day, notes }, build) {
  const changelog = join(folder, 'CHANGELOG.md')
  const before = await readFile(changelog, 'utf8').catch(() => null)
  const start = await git(folder, 'rev-parse', 'HEAD')
  const undo = () => putBack(folder, start, before !== null)
  const forget = onInterrupt(undo)
  try {
    await writeVersion(folder, version)
    await writeFile(changelog, withSection(before ?? '', { version, day, notes }))
    await build()
    await git(folder, 'add', '--', ...VERSIONED, 'CHANGELOG.md')
    await git(folder, 'commit', '--message', `Release ${version}`)
    await git(folder, 'tag', '--annotate', `v${version}`, '--message', `Funding Desk ${version}\n\n${notes}`)
  } catch (failure) {
    await undo()
    throw failure
  } finally {
    forget()
  }
}

/**
 * Restores the files that a release changes. Keeps all other changes of the user.
 * @param {string} folder
 * @param {string} start the commit before the release
 * @param {boolean} hadChangelog
 */
async function putBack(folder, start, hadChangelog) {
  const written = [...VERSIONED, ...(hadChangelog ? ['CHANGELOG.md'] : [])]
  // Run Git synchronously: after an interrupt, this process starts no new asynchronous programs.
  const put = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  put('reset', '--soft', start)
  put('reset', '--quiet', '--', ...VERSIONED, 'CHANGELOG.md')
  put('checkout', '--', ...written)
  if (!hadChangelog) await rm(join(folder, 'CHANGELOG.md'), { force: true })
}

/**
 * Matches versions without a suffix. electron-builder would offer a version such as 1.2.0-beta in another channel file, which no installed
 * app reads.
 */
const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

/** Files that contain the version. */
const VERSIONED = [
  'package.json',
  'services/relay/package.json',
  'services/sandbox/package.json',
  'package-lock.json',
]

/**
 * @param {string} current
 * @param {string} wish a version such as 1.2.3, or the part of `current` to increase: major, minor, or patch
 */
export function nextVersion(current, wish) {
  const numbersOf = (/** @type {string} */ version) => (VERSION.exec(version) ?? []).slice(1).map(Number)
  const [major = 0, minor = 0, patch = 0] = numbersOf(current)
  /** @type {Record<string, string>} */
  const raised = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  }
  const version = raised[wish] ?? wish
  if (!VERSION.test(version))
    throw new Error(`${wish} is not a version. Use the form 1.2.3, or major, minor, patch.`)
  if (version === current) throw new Error(`The version is already ${version}.`)
  const [x = 0, y = 0, z = 0] = numbersOf(version)
  if ((x - major || y - minor || z - patch) < 0)
    throw new Error(`${version} is older than ${current}, so installed apps would not update to it.`)
  return version
}

/**
 * @param {string} folder of the project
 * @returns {Promise<string>}
 */
export async function readVersion(folder) {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')).version
}

/**
 * @param {string} folder
 * @param {string} version
 */
async function writeVersion(folder, version) {
  for (const file of VERSIONED) {
    const described = JSON.parse(await readFile(join(folder, file), 'utf8'))
    described.version = version
    // npm's lockfile repeats the versions of our own packages.
    for (const own of ['', 'services/relay', 'services/sandbox'])
      if (described.packages?.[own]) described.packages[own].version = version
    await writeFile(join(folder, file), `${JSON.stringify(described, null, 2)}\n`)
  }
}

/**
 * First line of CHANGELOG.md. The file has one section per version, newest first. Users read the section of a new version before they
 * install this version.
 */
const HEAD = '# Changelog\n'

/**
 * Adds the section of a new version at the top.
 * @param {string} changelog empty if there is none yet
 * @param {{ version: string, day: string, notes: string }} release
 */
export function withSection(changelog, { version, day, notes }) {
  const before = withLines(changelog)
  const older = before.startsWith(HEAD) ? before.slice(HEAD.length).trim() : before.trim()
  // Change headings of level 1 or 2 in the notes to level 3, because a heading of level 1 or 2 would end the section.
  const under = withLines(notes).trim().replaceAll(/^##? /gm, '### ')
  const section = `## ${version} – ${day}\n\n${under}\n`
  return `${HEAD}\n${section}${older === '' ? '' : `\n${older}\n`}`
}

/**
 * Returns the section of a version, or an empty string if the changelog has no such section.
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const section =
    withLines(changelog)
      .split(/^## /m)
      .find((part) => part.startsWith(`${version} `)) ?? ''
  return section.slice(section.indexOf('\n') + 1).trim()
}

/**
 * Normalizes line endings, because Windows editors may have written the file.
 * @param {string} text
 */
const withLines = (text) => text.replaceAll('\r\n', '\n')

/**
 * Drafts release notes from the commit subjects. The person who makes the release shortens them.
 * @param {readonly string[]} subjects newest first
 */
const draftNotes = (subjects) => subjects.map((subject) => `- ${subject}`).join('\n')

/**
 * Name of the file that records the source of a build (a hash of the source files). With this record, `npm run release` checks that the
 * built files belong to the release. It stays in out/package/ and is not published.
 */
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
