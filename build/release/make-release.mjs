/** The steps of a release, on the project in `folder`. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readSigningKey, signChannelFile } from '../packaging/channel-file.mjs'
import { onInterrupt, run } from '../runtime/process.mjs'
import { readBuild, treeOf } from './built-from.mjs'
import { draftNotes, withSection } from './changelog.mjs'
import { nextVersion, readVersion, VERSIONED, writeVersion } from './versions.mjs'

const CHANNEL_FILE = /^latest.*\.yml$/
/** What lies beside the installers and is for nobody. */
const INTERNAL = /^(?:builder-.*\.ya?ml|built-from\.json|SHA256SUMS-.*)$/
/** One a system: each is built on a machine of its own. */
const SUMS = `SHA256SUMS-${{ win32: 'windows', darwin: 'macos' }[/** @type {string} */ (process.platform)] ?? process.platform}`

/**
 * What a release would be.
 * @param {string} folder
 * @param {{ wish: string, notes?: string, day: string }} options `notes`: what users read of it, instead of the draft
 */
export async function planRelease(folder, { wish, notes, day }) {
  const current = await readVersion(folder)
  const version = nextVersion(current, wish)
  const branch = await git(folder, 'branch', '--show-current')
  if (branch !== 'main') throw new Error(`Releases are made on main; this is ${branch || 'no branch'}.`)
  if ((await git(folder, 'status', '--porcelain')) !== '')
    throw new Error('Something is not committed. Commit it, or put it away.')
  const tags = (await git(folder, 'tag', '--list', 'v*', '--sort=-creatordate')).split('\n').filter(Boolean)
  if (tags.includes(`v${version}`)) throw new Error(`The tag v${version} exists already.`)
  const since =
    (await git(folder, 'describe', '--tags', '--abbrev=0', '--match', 'v*').catch(() => '')) || null
  const range = since === null ? 'HEAD' : `${since}..HEAD`
  const subjects = (await git(folder, 'log', '--no-merges', '--format=%s', range)).split('\n').filter(Boolean)
  if (subjects.length === 0) throw new Error(`Nothing was committed since ${since}.`)
  return { current, version, since, day, notes: notes ?? draftNotes(subjects) }
}

/**
 * Sets the version, writes the changelog, builds, commits and tags. Where any of it fails or is interrupted, nothing is left changed.
 * @param {string} folder
 * @param {Awaited<ReturnType<typeof planRelease>>} plan
 * @param {() => Promise<void>} build makes the installers; throws where it can not
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
 * The files that a release writes, as they were; whatever else was changed meanwhile stays.
 * @param {string} folder
 * @param {string} start the commit before it
 * @param {boolean} hadChangelog
 */
async function putBack(folder, start, hadChangelog) {
  const written = [...VERSIONED, ...(hadChangelog ? ['CHANGELOG.md'] : [])]
  // By execFileSync: nothing that is awaited begins any more while this process is interrupted.
  const put = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  put('reset', '--soft', start)
  put('reset', '--quiet', '--', ...VERSIONED, 'CHANGELOG.md')
  put('checkout', '--', ...written)
  if (!hadChangelog) await rm(join(folder, 'CHANGELOG.md'), { force: true })
}

/**
 * Throws where what lies in `built` was not made from the project's files as they are, or would not be offered to anybody.
 * @param {string} folder the project
 * @param {string} built folder of the installers
 */
export async function checkBuilt(folder, built) {
  const from = await readBuild(built)
  const anew = 'Build it anew: npm run package -- --installers.'
  if (from === null || from.tree === null || from.tree !== (await treeOf(folder)))
    throw new Error(`What lies in out/package/ was not built from these files. ${anew}`)
  if (from.runtime !== 'official')
    throw new Error(`What lies in out/package/ was built on the test runtime, which nobody gets. ${anew}`)
  const names = await namesOf(built)
  if (from.asksForUpdates && !names.some((name) => CHANNEL_FILE.test(name)))
    throw new Error('The build made no latest*.yml, so no installed app would learn of this version.')
}

/**
 * Signs the channel files among the built files, where there is a key, and writes their checksums.
 * @param {string} built folder of the installers
 * @param {number} staging of a hundred installations
 * @returns {Promise<{ files: string[], channels: string[], isSigned: boolean }>} in the order in which they are uploaded
 */
export async function seal(built, staging) {
  const names = await namesOf(built)
  const channels = names.filter((name) => CHANNEL_FILE.test(name)).toSorted()
  const files = names.filter((name) => !CHANNEL_FILE.test(name)).toSorted()
  const key = readSigningKey()
  if (key !== null)
    for (const name of channels) {
      const path = join(built, name)
      await writeFile(path, signChannelFile(await readFile(path, 'utf8'), name, key, staging))
    }
  const sums = []
  for (const name of [...files, ...channels]) sums.push(`${await sha256(join(built, name))}  ${name}\n`)
  await writeFile(join(built, SUMS), sums.join(''))
  return { files: [...files, SUMS], channels, isSigned: key !== null }
}

/**
 * Seals what was built from the release's tag on another machine, or what was sealed before for another share of the
 * installations. Throws where anything else lies there: a build of a later day must not get the release's signature.
 * @param {string} folder the project
 * @param {string} built folder of the installers
 * @param {number} staging of a hundred installations
 */
export async function sealReleased(folder, built, staging) {
  const sums = await readFile(join(built, SUMS), 'utf8').catch(() => null)
  if (sums === null) {
    await needTag(folder)
    await checkBuilt(folder, built)
  } else await needSums(built, sums)
  return seal(built, staging)
}

/** @param {string} folder */
async function needTag(folder) {
  const tag = await git(folder, 'describe', '--tags', '--exact-match').catch(() => '')
  const isClean = (await git(folder, 'status', '--porcelain')) === ''
  if (tag !== `v${await readVersion(folder)}` || !isClean)
    throw new Error(
      'What lies in out/package/ is sealed on the tag of its release only. Check that out, and build there.',
    )
}

/**
 * @param {string} built
 * @param {string} sums
 */
async function needSums(built, sums) {
  const lines = sums.split('\n').filter(Boolean)
  const released = new Map(
    lines.map((line) => /** @type {[string, string]} */ ([line.slice(66), line.slice(0, 64)])),
  )
  const names = new Set([...released.keys(), ...(await namesOf(built))])
  for (const name of names)
    if ((await sha256(join(built, name)).catch(() => null)) !== released.get(name))
      throw new Error(`${name} in out/package/ is not what was released. Put the released files back there.`)
}

/**
 * @param {string} built
 * @returns {Promise<string[]>} the files that are for others
 */
async function namesOf(built) {
  const entries = await readdir(built, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !INTERNAL.test(entry.name)).map(({ name }) => name)
}

/** @param {string} path */
async function sha256(path) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * @param {string} folder
 * @param {string[]} args
 * @returns {Promise<string>} what it said
 */
async function git(folder, ...args) {
  const { code, stdout, output } = await run('git', args, { cwd: folder })
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output.trim()}`)
  return stdout.trim()
}
