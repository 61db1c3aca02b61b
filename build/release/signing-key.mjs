/**
 * Access to the private update key. Only `build/sign.mjs` reads the key. Other commands and child processes must not receive it, because
 * builds run code of hundreds of third-party packages.
 */
import { createPrivateKey } from 'node:crypto'
import { readKey } from './read-key.mjs'

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
