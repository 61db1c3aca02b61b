/** Functions for the steps of a release. Each function takes the `folder` of the project that is released. */
import { execFileSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onInterrupt } from '../runtime/process.mjs'
import { git } from './built-from.mjs'
import { draftNotes, withSection } from './changelog.mjs'
import { nextVersion, readVersion, VERSIONED, writeVersion } from './versions.mjs'

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
