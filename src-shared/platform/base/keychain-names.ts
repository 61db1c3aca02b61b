import type { Environment } from '../words/vocabulary.ts'

/** Kinds of secrets that an environment stores only in the keychain. */
export const SECRET_KINDS = ['client-secret', 'relay-token', 'vault-key', 'proxy-password'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

/**
 * Returns the service name of the app's secrets in the keychain. A development profile (a separate data folder) has its own service name,
 * so it never touches a broker's secrets. For a development profile, `profile` is the first 12 hex digits of the SHA-256 of the data
 * folder's absolute path.
 */
export function keychainService(profile: string | null): string {
  return profile === null ? 'Funding Desk' : `Funding Desk (${profile})`
}

export function keychainAccount(environment: Environment, kind: SecretKind): string {
  return `${environment}/${kind}`
}

/** Returns the keychain name for the key of archived data. The app keeps this key, so that the archived data can still be opened. */
export function archivedKeyAccount(environment: Environment, stamp: string): string {
  return `${environment}/vault-key set aside ${stamp}`
}

/** Returns the keychain name for a vault's new key, until the vault is encrypted with this key. */
export function nextKeyAccount(environment: Environment): string {
  return `${environment}/vault-key next`
}

/**
 * Returns the keychain name for a replaced key, which still opens older backups. The name contains the key's check value (a value that
 * identifies the key).
 */
export function replacedKeyAccount(environment: Environment, check: string): string {
  return `${environment}/vault-key replaced ${check}`
}

/** Returns the keychain name for the key of restored data, until the restore is complete. */
export function restoredKeyAccount(environment: Environment, stamp: string): string {
  return `${environment}/vault-key restored ${stamp}`
}

/** The keychain name for the verifier of the app's PIN. One PIN protects the windows of all environments. */
export const LOCK_ACCOUNT = 'app/lock'

/** Name of the file that holds the secrets of a Linux computer without a keychain, encrypted with a passphrase. */
export const SECRETS_FILE = 'secrets.json'
