/** The file by which an update server offers a version: electron-builder's, with our signature as its last line (ADR 12). */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

const OURS = /^(?:stagingPercentage: .*|# signature: .*)\n?/gm

/**
 * Signs a channel file, or signs it anew for another share of the installations.
 * @param {string} text as electron-builder wrote it, or as signed before
 * @param {string} name of the file, which the signature covers
 * @param {import('node:crypto').KeyObject} key
 * @param {number} [staging] of a hundred installations, how many are to take it
 */
export function signChannelFile(text, name, key, staging = 100) {
  const bare = text.replace(OURS, '').trimEnd()
  const content = `${bare}\n${staging === 100 ? '' : `stagingPercentage: ${staging}\n`}`
  const signature = sign(null, Buffer.from(`funding-desk update ${name}\n${content}`), key)
  return `${content}# signature: ${signature.toString('base64')}\n`
}

/**
 * The key of UPDATE_SIGNING_KEY, a PEM file's path or its text; null where it is not set.
 * @param {NodeJS.ProcessEnv} env
 */
export function readSigningKey(env = process.env) {
  const given = env['UPDATE_SIGNING_KEY']
  if (!given) return null
  const key = readKey('UPDATE_SIGNING_KEY', given, createPrivateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('UPDATE_SIGNING_KEY is not an Ed25519 key.')
  return key
}

/**
 * The public half of the key that comes after it, by UPDATE_NEXT_KEY; null where it is not set.
 * @param {NodeJS.ProcessEnv} env
 */
function readNextKey(env) {
  const given = env['UPDATE_NEXT_KEY']
  if (!given) return null
  const key = readKey('UPDATE_NEXT_KEY', given, (text) => {
    if (text.includes('PRIVATE KEY'))
      throw new Error('UPDATE_NEXT_KEY is a private key. Only its public half belongs on this machine.')
    return createPublicKey(text)
  })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('UPDATE_NEXT_KEY is not an Ed25519 key.')
  return key
}

/**
 * @template Key
 * @param {string} name of the variable
 * @param {string} given PEM, or the path of its file; never repeated, for it may be a key that was pasted badly
 * @param {(pem: string) => Key} read
 * @returns {Key}
 */
function readKey(name, given, read) {
  let pem = given
  if (!given.includes('-----BEGIN'))
    try {
      pem = readFileSync(given, 'utf8')
    } catch {
      throw new Error(`${name} is neither a key as PEM nor a file that can be read.`)
    }
  try {
    return read(pem)
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw error
    throw new Error(`${name} holds no key that can be read. It is to be PEM.`, { cause: error })
  }
}

/**
 * What a build is told of updates: where to ask, and whose signatures to believe. Null where there is no server: it never asks.
 * @param {NodeJS.ProcessEnv} env
 * @returns {{ url: string, public_keys: string[] } | null}
 */
export function updateSource(env = process.env) {
  const url = env['FUNDING_DESK_UPDATES_URL']
  if (!url) return null
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' }
  if (protocol !== 'https:' && hostname !== '127.0.0.1')
    throw new Error(
      'FUNDING_DESK_UPDATES_URL must begin with https:// (or be a server on 127.0.0.1, for tests).',
    )
  const key = readSigningKey(env)
  if (key === null)
    throw new Error(
      'A build that asks for updates needs UPDATE_SIGNING_KEY too: it believes only what that key has signed.',
    )
  const keys = [createPublicKey(key), readNextKey(env)].filter((one) => one !== null)
  const public_keys = keys.map((one) => one.export({ type: 'spki', format: 'pem' }).toString())
  return { url, public_keys }
}
