/**
 * Access to the keys of updates (ADR 12). Only `build/sign.mjs` reads the private key. Other commands and child processes must not receive
 * it, because builds run code of hundreds of third-party packages. A build reads the public keys.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const SIGNING_KEY = 'UPDATE_SIGNING_KEY'

/**
 * Reads the key and removes it from this process's environment, so that no child process inherits it. Returns null if the key is not set.
 * @returns {import('node:crypto').KeyObject | null}
 */
export function takeSigningKey() {
  const env = { [SIGNING_KEY]: process.env[SIGNING_KEY] }
  dropSigningKey()
  return readKey(env, SIGNING_KEY, createPrivateKey)
}

/** Removes the key from this process's environment. */
export function dropSigningKey() {
  delete process.env[SIGNING_KEY]
}

/**
 * Returns the environment without the key.
 * @param {NodeJS.ProcessEnv} env
 */
export function withoutSigningKey(env) {
  const { [SIGNING_KEY]: _key, ...rest } = env
  return rest
}

/**
 * Throws if the key is set. Commands that run third-party packages call this. Removing the key would not be enough: another program of the
 * same user can still read the original environment of this process and of npm.
 */
export function refuseSigningKey() {
  if (process.env[SIGNING_KEY] === undefined || process.env[SIGNING_KEY] === '') return
  throw new Error(
    `${SIGNING_KEY} is set, and a build runs third-party programs that could read it. Unset it. A build needs only UPDATE_PUBLIC_KEY, ` +
      'and node build/sign.mjs signs the build.',
  )
}

/**
 * Returns the update server and the trusted keys, or null if no server is set. Without a server, the app never checks for updates.
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
  const key = readPublicKey(env, 'UPDATE_PUBLIC_KEY')
  if (key === null)
    throw new Error(
      'A build that checks for updates also needs UPDATE_PUBLIC_KEY, because it only trusts updates that this key signed.',
    )
  const keys = [key, readPublicKey(env, 'UPDATE_NEXT_KEY')].filter((one) => one !== null)
  const public_keys = keys.map((one) => one.export({ type: 'spki', format: 'pem' }).toString())
  return { url, public_keys }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name of the variable
 */
function readPublicKey(env, name) {
  return readKey(env, name, (pem) => {
    // Reject a private key. Node would silently derive the public key from it.
    if (pem.includes('PRIVATE KEY'))
      throw new Error(
        `${name} is a private key. A build needs its public half: openssl pkey -in FILE -pubout`,
      )
    return createPublicKey(pem)
  })
}

/**
 * Reads an Ed25519 key from a variable that contains either the key as PEM or the path of a file. Returns null if the variable is not set.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name of the variable
 * @param {(pem: string) => import('node:crypto').KeyObject} read
 * @returns {import('node:crypto').KeyObject | null}
 */
function readKey(env, name, read) {
  const given = env[name]
  if (!given) return null
  // Never include the value in an error message, because it may be a private key that was pasted incompletely.
  let pem = given
  if (!given.includes('-----BEGIN'))
    try {
      pem = readFileSync(given, 'utf8')
    } catch {
      throw new Error(`${name} is neither a PEM key nor a readable file.`)
    }
  const key = parse(pem, name, read)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${name} is not an Ed25519 key.`)
  return key
}

/**
 * @param {string} pem
 * @param {string} name
 * @param {(pem: string) => import('node:crypto').KeyObject} read
 */
function parse(pem, name, read) {
  try {
    return read(pem)
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw error
    throw new Error(`${name} contains no readable key. Use PEM.`, { cause: error })
  }
}
