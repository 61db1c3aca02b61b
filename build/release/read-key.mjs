/** Reads a key from the environment. */
import { readFileSync } from 'node:fs'

/**
 * Reads an Ed25519 key from a variable that contains either the key as PEM or the path of a file. Returns null if the variable is not set.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name of the variable
 * @param {(pem: string) => import('node:crypto').KeyObject} read
 * @returns {import('node:crypto').KeyObject | null}
 */
export function readKey(env, name, read) {
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
