/**
 * Reads the update settings of a build from the environment (ADR 12). Reads public keys only, because third-party code that runs during the
 * build must never have access to the private key.
 */
import { createPublicKey } from 'node:crypto'
import { readKey } from '../release/read-key.mjs'

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
