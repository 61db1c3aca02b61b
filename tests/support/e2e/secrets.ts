import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import keytar from 'keytar'
import { keychainAccount, keychainService, type SecretKind } from '../../../src-shared/keychain-names.ts'
import type { TestEnvironment } from './environment.ts'

/**
 * Reads the secrets of the sandbox environment directly from the keychain. Tests check that the app stores or shows these secrets nowhere
 * else.
 */
export async function secretsOf({ folder }: TestEnvironment): Promise<Record<string, string>> {
  const data = resolve(join(folder, 'app'))
  const service = keychainService(createHash('sha256').update(data).digest('hex').slice(0, 12))
  const kinds: SecretKind[] = ['client-secret', 'relay-token', 'vault-key', 'device-key']
  const kept = await Promise.all(
    kinds.map((kind) => keytar.getPassword(service, keychainAccount('sandbox', kind))),
  )
  return Object.fromEntries(
    kinds.map((kind, i) => {
      const secret = kept[i]
      if (secret === null || secret === undefined) throw new Error(`The keychain holds no ${kind}.`)
      return [kind, secret]
    }),
  )
}
