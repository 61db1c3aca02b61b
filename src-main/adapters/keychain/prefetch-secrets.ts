import { createRequire } from 'node:module'
import type * as Keytar from 'keytar'

const require = createRequire(import.meta.url)

/** A keychain read that starts before its consumer exists. */
export interface PrefetchedSecret {
  account: string
  answer: Promise<string | null>
}

/**
 * Starts reading the first account immediately, and each further account after the previous response. If the keychain prompts the user, it
 * therefore prompts only once. The first response after the start takes many times longer than the others.
 */
export function prefetchSecrets(service: string, accounts: readonly string[]): PrefetchedSecret[] {
  let before: Promise<unknown> = Promise.resolve()
  return accounts.map((account) => {
    const answer = before.then(async () => {
      // Loaded lazily with require: import() would first load Node's ES module loader and scan keytar for exports.
      const { getPassword } = require('keytar') as typeof Keytar
      return getPassword(service, account)
    })
    before = answer
    // The consumer of the secret handles the error.
    answer.catch(() => {})
    return { account, answer }
  })
}
