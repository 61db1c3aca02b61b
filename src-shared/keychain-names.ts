import type { Environment } from './domain/vocabulary.ts'

/** Secrets of an environment that are stored only in the keychain. */
export const SECRET_KINDS = [
  'client-secret',
  'relay-token',
  'vault-key',
  'proxy-password',
  'device-key',
] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

/**
 * The keychain's service name. A development profile has a separate service name, so it never touches a broker's secrets. For a development
 * profile, `profile` is the first 12 hex digits of the SHA-256 of the data folder's absolute path.
 */
export function keychainService(profile: string | null): string {
  return profile === null ? 'Funding Desk' : `Funding Desk (${profile})`
}

/** The account of an environment's secret within the keychain service. */
export function keychainAccount(environment: Environment, kind: SecretKind): string {
  return `${environment}/${kind}`
}

/** The account of the key of archived data. The key opens the archive as long as the archive's folder exists. */
export function archivedKeyAccount(environment: Environment, stamp: string): string {
  return `${environment}/vault-key set aside ${stamp}`
}

/** The account of a vault's new key. It is used until the vault is encrypted with this key. */
export function nextKeyAccount(environment: Environment): string {
  return `${environment}/vault-key next`
}

/** The account of a replaced key. Its name contains the key's check value. The key opens the backups that were made with it. */
export function replacedKeyAccount(environment: Environment, check: string): string {
  return `${environment}/vault-key replaced ${check}`
}

/** The account of the key of restored data. It is used until the restore is complete. */
export function restoredKeyAccount(environment: Environment, stamp: string): string {
  return `${environment}/vault-key restored ${stamp}`
}
