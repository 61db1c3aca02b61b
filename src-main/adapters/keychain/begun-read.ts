import { createRequire } from 'node:module'
import type * as Keytar from 'keytar'

const require = createRequire(import.meta.url)

/** A question to the keychain that was asked before there was anybody to hear the answer. */
export interface BegunRead {
  account: string
  answer: Promise<string | null>
}

/**
 * Asks at once for the first account, and for each other when the one before was answered: where the keychain asks the user, it does
 * so once. Its first answer after a start takes many times as long as any other.
 */
export function beginReads(service: string, accounts: readonly string[]): BegunRead[] {
  let before: Promise<unknown> = Promise.resolve()
  return accounts.map((account) => {
    const answer = before.then(async () => {
      // Only here, and not by import(): for that Node would first load all it reads ES modules with, and scan keytar for exports.
      const { getPassword } = require('keytar') as typeof Keytar
      return getPassword(service, account)
    })
    before = answer
    // What stands in the way is told to whoever asks for the secret.
    answer.catch(() => {})
    return { account, answer }
  })
}
