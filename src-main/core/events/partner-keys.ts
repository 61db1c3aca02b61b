import type { Result } from '../../../src-shared/errors.ts'
import {
  createKeySource,
  type KeyLookup,
  type KeySource,
  type KeySourceOptions,
} from '../../../src-shared/webhook/key-source.ts'
import type { PartnerLink } from '../environments/partner-link.ts'
import type { Vault } from '../ports/vault.ts'
import { keySetStore } from './key-set-store.ts'

type Link = Pick<PartnerLink, 'keysAddress' | 'publishedKeys' | 'signingKeys'>
type Options = Pick<KeySourceOptions, 'now' | 'onProblem' | 'cooldownMs'>

const UNAVAILABLE: KeyLookup = { found: false, reason: 'unavailable' }

/**
 * The partner's public keys, bound to the address that publishes them. After an environment switches to another partner, the previous
 * keys verify nothing, neither those in memory nor those in the vault.
 */
export function createPartnerKeys(link: Link, vault: Vault, options: Options): KeySource {
  let held: { address: string; source: KeySource } | null = null

  async function present(): Promise<KeySource | null> {
    const address = await link.keysAddress()
    if (!address.ok) return null
    if (held?.address !== address.value) held = { address: address.value, source: open(address.value) }
    return held.source
  }

  function open(address: string): KeySource {
    return createKeySource({
      ...options,
      fetchKeySet: async () => {
        const published = valueOf(await link.publishedKeys())
        if (published.address !== address) throw new Error('the partner changed meanwhile')
        return published.keys
      },
      signingKeys: async () => valueOf(await link.signingKeys()),
      store: keySetStore(vault, address),
    })
  }

  return {
    signs: async (kid) => (await present())?.signs(kid) ?? null,
    find: async (...asked) => (await present())?.find(...asked) ?? UNAVAILABLE,
    findReplacement: async (...asked) => (await present())?.findReplacement(...asked) ?? UNAVAILABLE,
  }
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}
