import { createRequire } from 'node:module'
import type * as Keytar from 'keytar'

const require = createRequire(import.meta.url)

/** A read of a keychain secret that starts before the code that needs the secret is loaded. */
export interface PrefetchedSecret {
  account: string
  answer: Promise<string | null>
}

/**
 * Starts to read the secret of the first account immediately, and each other secret after the previous response. A locked keychain
 * therefore asks the user for its password only once. The reads start early, because the first response after the app's start takes many
 * times longer than the others.
 */
export function prefetchSecrets(service: string, accounts: readonly string[]): PrefetchedSecret[] {
  let before: Promise<unknown> = Promise.resolve()
  return accounts.map((account) => {
    const answer = before.then(async () => {
      // Load keytar only now, with `require`: `import()` would first load Node's ES module loader and scan keytar for exports.
      const { getPassword } = require('keytar') as typeof Keytar
      return getPassword(service, account)
    })
    before = answer
    // Ignore a failure here. The code that requests the secret gets the same error and handles it.
    answer.catch(() => {})
    return { account, answer }
  })
}
