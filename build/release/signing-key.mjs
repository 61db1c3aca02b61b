/**
 * The private update key. Only `build/sign.mjs` reads it; no other command may have it, and no child process gets it, since
 * builds run hundreds of packages of others.
 */
import { createPrivateKey } from 'node:crypto'
import { readKey } from './read-key.mjs'

export const SIGNING_KEY = 'UPDATE_SIGNING_KEY'

/**
 * Reads the key and takes it out of this process's environment, so that no child process inherits it; null where it is not set.
 * @returns {import('node:crypto').KeyObject | null}
 */
export function takeSigningKey() {
  const env = { [SIGNING_KEY]: process.env[SIGNING_KEY] }
  dropSigningKey()
  return readKey(env, SIGNING_KEY, createPrivateKey)
}

/** Takes the key out of this process's environment. */
export function dropSigningKey() {
  delete process.env[SIGNING_KEY]
}

/**
 * The same environment without the key.
 * @param {NodeJS.ProcessEnv} env
 */
export function withoutSigningKey(env) {
  const { [SIGNING_KEY]: _key, ...rest } = env
  return rest
}

/**
 * Throws where the key is set. Dropping it is not enough for a command that runs packages of others: a program of the same user
 * can still read the environment with which this process and npm were started.
 */
export function refuseSigningKey() {
  if (process.env[SIGNING_KEY] === undefined || process.env[SIGNING_KEY] === '') return
  throw new Error(
    `${SIGNING_KEY} is set, and a build runs programs of others that could read it. Unset it: a build takes UPDATE_PUBLIC_KEY, ` +
      'and node build/sign.mjs signs what was built.',
  )
}
