import { keptKeySetSchema, type KeySetStore } from '../../../src-shared/webhook/key-source.ts'
import type { Vault } from '../ports/vault.ts'

const KEY = 'jwks'

/** Keeps the service's public keys in the vault, so that events can be judged while it is away, after a restart too. */
export function keySetStore(vault: Vault): KeySetStore {
  return {
    async load() {
      const kept = await vault.getSetting(KEY)
      if (!kept.ok) throw new Error(kept.error.code)
      return kept.value === null ? null : keptKeySetSchema.parse(JSON.parse(kept.value))
    },
    async save(keys) {
      const saved = await vault.commit([{ write: 'set_setting', key: KEY, value: JSON.stringify(keys) }])
      if (!saved.ok) throw new Error(saved.error.code)
    },
  }
}
