/** Signs built files and writes their checksums. This module only reads finished files and runs no third-party package. */
import { createHash, createPublicKey, sign } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { git, readBuild, readVersion, systemName, treeOf } from './make-release.mjs'
import { SIGNING_KEY } from './update-keys.mjs'

/** @typedef {import('node:crypto').KeyObject} KeyObject */

const CHANNEL_FILE = /^latest.*\.yml$/
/** Matches names of internal files next to the installers. These files are not published. */
const INTERNAL = /^(?:builder-.*\.ya?ml|built-from\.json|SHA256SUMS-.*)$/
/**
 * Returns the name of the file with the checksums. There is one such file for each operating system for which we build, because the
 * installers of each system are built on a separate machine. The machine that signs may have another system.
 * @param {import('./make-release.mjs').BuiltFrom | null} from
 */
const sumsOf = (from) => `SHA256SUMS-${from?.system ?? systemName}`

/**
 * Throws if the installers in `built` were not built from the project's current files, or must not be published for another reason.
 * @param {string} folder the project
 * @param {string} built folder of the installers
 */
export async function checkBuilt(folder, built) {
  const from = await readBuild(built)
  const anew = 'Build again: npm run package -- --installers.'
  if (from === null || from.tree === null || from.tree !== (await treeOf(folder)))
    throw new Error(`The build in out/package/ was not made from these files. ${anew}`)
  if (from.runtime !== 'official')
    throw new Error(`The build in out/package/ contains the test runtime, which is never shipped. ${anew}`)
  const names = await namesOf(built)
  if (from.updateKeys.length > 0 && !names.some((name) => CHANNEL_FILE.test(name)))
    throw new Error('The build contains no latest*.yml, so installed apps would not find this version.')
}

/**
 * Signs the channel files (with which the update server offers a version) and writes the checksums of all files.
 * @param {string} built folder of the installers
 * @param {string} sumsFile name of the file with the checksums
 * @param {number} staging percentage of installations
 * @param {KeyObject | null} key null for a build without updates, which has no channel file
 * @returns {Promise<{ files: string[], channels: string[] }>} in upload order
 */
async function seal(built, sumsFile, staging, key) {
  const names = await namesOf(built)
  const channels = names.filter((name) => CHANNEL_FILE.test(name)).toSorted()
  const files = names.filter((name) => !CHANNEL_FILE.test(name)).toSorted()
  for (const name of channels) {
    if (key === null) throw new Error(`${SIGNING_KEY} is not set, and apps ignore an unsigned ${name}.`)
    const path = join(built, name)
    const text = await readFile(path, 'utf8')
    await needOffered(built, name, text)
    await writeFile(path, signChannelFile(text, name, key, staging))
  }
  const sums = []
  for (const name of [...files, ...channels])
    sums.push(`${await hashOf(join(built, name), 'sha256', 'hex')}  ${name}\n`)
  await writeFile(join(built, sumsFile), sums.join(''))
  return { files: [...files, sumsFile], channels }
}

/**
 * Throws if a channel file offers a file that differs from the file with this name in the same folder.
 * @param {string} built
 * @param {string} channel
 * @param {string} text
 */
async function needOffered(built, channel, text) {
  const offered = offeredFiles(text)
  if (offered.length === 0) throw new Error(`${channel} lists no file.`)
  for (const { name, sha512 } of offered)
    if ((await hashOf(join(built, name), 'sha512', 'base64').catch(() => null)) !== sha512)
      throw new Error(
        `${channel} lists ${name}, but the file in the same folder is a different one. Build again.`,
      )
}

/**
 * Throws if the apps of this build would not trust the key, because their updates would then be rejected.
 * @param {import('./make-release.mjs').BuiltFrom | null} from
 * @param {KeyObject | null} key
 */
function needBelieved(from, key) {
  if (key === null || from === null) return
  const own = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  if (!from.updateKeys.includes(own))
    throw new Error(`${SIGNING_KEY} is not the private half of a key that this build trusts.`)
}

/**
 * Signs the files in `built` in two cases only: they were built from the release's tag, or they were already released and get another
 * rollout percentage. Throws in all other cases, because a different build must not get the signature of the release.
 * @param {string} folder the project
 * @param {string} built folder of the installers
 * @param {number} staging percentage of installations
 * @param {KeyObject | null} key
 */
export async function sealReleased(folder, built, staging, key) {
  const from = await readBuild(built)
  const sumsFile = sumsOf(from)
  const sums = await readFile(join(built, sumsFile), 'utf8').catch(() => null)
  if (sums === null) {
    await needTag(folder)
    await checkBuilt(folder, built)
  } else await needSums(built, sums)
  needBelieved(from, key)
  return seal(built, sumsFile, staging, key)
}

/** @param {string} folder */
async function needTag(folder) {
  const tag = await git(folder, 'describe', '--tags', '--exact-match').catch(() => '')
  const isClean = (await git(folder, 'status', '--porcelain')) === ''
  if (tag !== `v${await readVersion(folder)}` || !isClean)
    throw new Error(
      'A build can be signed only on the tag of its release. Check out that tag, and build there.',
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
    if ((await hashOf(join(built, name), 'sha256', 'hex').catch(() => null)) !== released.get(name))
      throw new Error(`${name} in out/package/ differs from the released file. Restore the released files.`)
}

/**
 * @param {string} built
 * @returns {Promise<string[]>} the files to publish
 */
async function namesOf(built) {
  const entries = await readdir(built, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile() && !INTERNAL.test(entry.name)).map(({ name }) => name)
}

/**
 * @param {string} path
 * @param {'sha256' | 'sha512'} algorithm
 * @param {'hex' | 'base64'} encoding
 */
async function hashOf(path, algorithm, encoding) {
  const hash = createHash(algorithm)
  await pipeline(createReadStream(path), hash)
  return hash.digest(encoding)
}

const OURS = /^(?:stagingPercentage: .*|# signature: .*)\n?/gm

/**
 * Signs a channel file, with which the update server offers a version of the app. electron-builder writes this file, and the signature
 * becomes its last line (ADR 12). Signs a channel file for the first time, or signs it again with another rollout percentage.
 * @param {string} text as electron-builder wrote it, or as signed before
 * @param {string} name of the file, which the signature covers
 * @param {import('node:crypto').KeyObject} key
 * @param {number} [staging] percentage of installations that get the update
 */
export function signChannelFile(text, name, key, staging = 100) {
  const bare = text.replace(OURS, '').trimEnd()
  const content = `${bare}\n${staging === 100 ? '' : `stagingPercentage: ${staging}\n`}`
  const signature = sign(null, Buffer.from(`funding-desk update ${name}\n${content}`), key)
  return `${content}# signature: ${signature.toString('base64')}\n`
}

const OFFERED = /^ {2}- url: (.+)\n {4}sha512: (.+)$/gm

/**
 * Returns the files that a channel file offers, with their SHA-512 in base64.
 * @param {string} text as electron-builder wrote it
 */
function offeredFiles(text) {
  return [...text.matchAll(OFFERED)].map(([, name = '', sha512 = '']) => ({ name, sha512 }))
}
