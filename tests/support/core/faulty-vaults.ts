import { failureOf } from '../../../src-main/platform/base/failure.ts'
import type { Vault, VaultWrite } from '../../../src-main/platform/vault/vault.ts'
import type { AppError } from '../../../src-shared/platform/base/errors.ts'

/** Wraps a vault. The result records the size of each commit and fails the commits that `refuses` selects with `error`. */
export function countingVault<V extends Vault>(
  vault: V,
  error: AppError,
  refuses: (writes: VaultWrite[], nth: number) => boolean = () => false,
): { vault: V; sizes: number[] } {
  const sizes: number[] = []
  const commit: Vault['commit'] = async (writes) =>
    refuses(writes, sizes.push(writes.length)) ? Promise.reject(failureOf(error)) : vault.commit(writes)
  return {
    sizes,
    vault: new Proxy(vault, {
      get: (target, name) => (name === 'commit' ? commit : Reflect.get(target, name)),
    }),
  }
}

/** Wraps a vault. The result returns damaged deals to the code that processes events. */
export function damagedVault(vault: Vault): Vault {
  const newsContext: Vault['newsContext'] = async (...args) => {
    const found = await vault.newsContext(...args)
    const deals = found.deals.map((deal) => ({ ...deal, offer_news: null as never }))
    return { ...found, deals }
  }
  return Object.assign(Object.create(vault) as Vault, { newsContext })
}

/** A log that adds its warnings to `lines`. */
export const logInto = (lines: unknown[]) => ({
  info: () => {},
  warn: (...line: unknown[]) => void lines.push(line),
})
