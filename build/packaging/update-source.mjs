/** What a build is told of updates (ADR 12). It knows public keys alone: the private one never meets the build's dependencies. */
import { createPublicKey } from 'node:crypto'
import { readKey } from '../release/read-key.mjs'

/**
 * Where to ask for updates, and whose signatures to believe. Null where no server is set: then the app never asks.
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
      'A build that asks for updates needs UPDATE_PUBLIC_KEY too: it believes only what that key has signed.',
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
    // Node would read its public half out of it.
    if (pem.includes('PRIVATE KEY'))
      throw new Error(
        `${name} is a private key. A build takes its public half: openssl pkey -in FILE -pubout`,
      )
    return createPublicKey(pem)
  })
}
