import { must } from '../../platform/base/failure.ts'
import { z } from 'zod'
import {
  createKeySource,
  keptKeySetSchema,
  type KeySetStore,
  type KeyLookup,
  type KeySource,
  type KeySourceOptions,
} from '../../../src-shared/platform/webhook/key-source.ts'
import type { PartnerLink } from '../connection/partner-link.ts'
import type { Vault } from '../../platform/vault/vault.ts'

type Link = Pick<PartnerLink, 'keysAddress' | 'publishedKeys' | 'signingKeys'>
type Options = Pick<KeySourceOptions, 'now' | 'onProblem' | 'cooldownMs'>

const SETTING = 'jwks'
const storedSchema = keptKeySetSchema.extend({ address: z.string() })
const UNAVAILABLE: KeyLookup = { found: false, reason: 'unavailable' }

/**
 * The partner's public keys, bound to the address that publishes them. After an environment switches to another partner, the app verifies
 * nothing with the previous keys, neither those in memory nor those in the vault.
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
        const published = must(await link.publishedKeys())
        if (published.address !== address) throw new Error('the partner changed meanwhile')
        return published.keys
      },
      signingKeys: async () => must(await link.signingKeys()),
      store: keySetStore(vault, address),
    })
  }

  return {
    signs: async (kid) => (await present())?.signs(kid) ?? null,
    find: async (...asked) => (await present())?.find(...asked) ?? UNAVAILABLE,
    findReplacement: async (...asked) => (await present())?.findReplacement(...asked) ?? UNAVAILABLE,
  }
}

/**
 * Stores a partner's public keys in the vault, so that events can be verified while the partner is unavailable, even after a restart. Keys
 * from another or unknown address are not loaded.
 */
export function keySetStore(vault: Vault, address: string): KeySetStore {
  return {
    async load() {
      const kept = await vault.getSetting(SETTING)
      const stored = kept === null ? null : storedSchema.safeParse(JSON.parse(kept))
      return stored?.success === true && stored.data.address === address ? stored.data : null
    },
    async save(keys) {
      const value = JSON.stringify({ ...keys, address })
      await vault.commit([{ write: 'set_setting', key: SETTING, value }])
    },
  }
}
