import type { Environment } from './domain/vocabulary.ts'

/** What the keychain holds for an environment, and nothing else holds. */
export const SECRET_KINDS = [
  'client-secret',
  'relay-token',
  'vault-key',
  'proxy-password',
  'device-key',
] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

/**
 * The keychain's service name. A development profile has one of its own, so that it never touches a broker's secrets:
 * `profile` is then the first 12 hex digits of the SHA-256 of its absolute data folder.
 */
export function keychainService(profile: string | null): string {
  return profile === null ? 'Funding Desk' : `Funding Desk (${profile})`
}

/** The account of an environment's secret within that service. */
export function keychainAccount(environment: Environment, kind: SecretKind): string {
  return `${environment}/${kind}`
}

/** The key of data that was set aside, so that it can be opened for as long as its folder lies there. */
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

/** The key of restored data until it stands in its place. */
export function restoredKeyAccount(environment: Environment, stamp: string): string {
  return `${environment}/vault-key restored ${stamp}`
}
