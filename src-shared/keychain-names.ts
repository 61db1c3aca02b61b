import type { Environment } from './domain/vocabulary.ts'

/** Secrets of an environment that exist in the keychain only. */
export const SECRET_KINDS = [
  'client-secret',
  'relay-token',
  'vault-key',
  'proxy-password',
  'device-key',
] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

/**
 * The keychain's service name. A development profile has a separate one, so it never touches a broker's secrets. Its `profile`
 * is the first 12 hex digits of the SHA-256 of its absolute data folder.
 */
export function keychainService(profile: string | null): string {
  return profile === null ? 'Funding Desk' : `Funding Desk (${profile})`
}

/** The account of an environment's secret within that service. */
export function keychainAccount(environment: Environment, kind: SecretKind): string {
  return `${environment}/${kind}`
}

/** The key of archived data. It opens the archive as long as its folder exists. */
export function archivedKeyAccount(environment: Environment, stamp: string): string {
  return `${environment}/vault-key set aside ${stamp}`
}

/** The key that a vault gets, until the vault is under it. */
export function nextKeyAccount(environment: Environment): string {
  return `${environment}/vault-key next`
}

/** A key that was replaced, by its check: it opens the backups that were made under it. */
export function replacedKeyAccount(environment: Environment, check: string): string {
  return `${environment}/vault-key replaced ${check}`
}

/** The key of restored data until the restore is complete. */
export function restoredKeyAccount(environment: Environment, stamp: string): string {
  return `${environment}/vault-key restored ${stamp}`
}
