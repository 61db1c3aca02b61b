import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import keytar from 'keytar'
import {
  keychainAccount,
  keychainService,
  type SecretKind,
} from '../../../src-shared/platform/base/keychain-names.ts'
import type { TestEnvironment } from './environment.ts'

/** Returns the service name under which the keychain stores the secrets of an app with this data folder. */
const serviceOf = (data: string) =>
  keychainService(createHash('sha256').update(resolve(data)).digest('hex').slice(0, 12))

/** Copies all secrets of an app in the keychain, for an app with a copy of its data folder. */
export async function copySecrets(from: string, to: string): Promise<void> {
  for (const { account, password } of await keytar.findCredentials(serviceOf(from)))
    await keytar.setPassword(serviceOf(to), account, password)
}

/**
 * Reads the secrets of the sandbox environment directly from the keychain. Tests check that the app stores or shows these secrets nowhere
 * else.
 */
export async function secretsOf({ folder }: TestEnvironment): Promise<Record<string, string>> {
  const service = serviceOf(join(folder, 'app'))
  const kinds: SecretKind[] = ['client-secret', 'relay-token', 'vault-key']
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
