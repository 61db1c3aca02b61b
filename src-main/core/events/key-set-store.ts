import { z } from 'zod'
import { keptKeySetSchema, type KeySetStore } from '../../../src-shared/webhook/key-source.ts'
import type { Vault } from '../ports/vault.ts'

const KEY = 'jwks'
const storedSchema = keptKeySetSchema.extend({ address: z.string() })

/**
 * Stores a partner's public keys in the vault, so that events can be verified while it is unavailable, even after a restart. Keys from
 * another or unknown address are not loaded.
 */
export function keySetStore(vault: Vault, address: string): KeySetStore {
  return {
    async load() {
      const kept = await vault.getSetting(KEY)
      if (!kept.ok) throw new Error(kept.error.code)
      const stored = kept.value === null ? null : storedSchema.safeParse(JSON.parse(kept.value))
      return stored?.success === true && stored.data.address === address ? stored.data : null
    },
    async save(keys) {
      const value = JSON.stringify({ ...keys, address })
      const saved = await vault.commit([{ write: 'set_setting', key: KEY, value }])
      if (!saved.ok) throw new Error(saved.error.code)
    },
  }
}
