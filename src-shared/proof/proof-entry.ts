import canonicalize from 'canonicalize'
import type { ProofEntry } from './proof-entry-schema.ts'

export type * from './proof-entry-schema.ts'

/**
 * Returns canonical JSON (RFC 8785: one fixed text for each value). Throws if a text contains half a surrogate pair, or if a number is not
 * finite.
 */
export function canonicalJson(value: object): string {
  // The type assertion is safe: `canonicalize` returns undefined only for undefined, a function, or a symbol.
  return canonicalize(value) as string
}

export const NO_ENTRY = '0'.repeat(64)

/** Returns the string whose SHA-256 is an entry's hash. */
export function hashedText(entry: Omit<ProofEntry, 'hash'>): string {
  const { seq, deal_id, at, device, fact, previous } = entry
  return canonicalJson({ seq, deal_id, at, device, fact, previous })
}

/** Replaces lone surrogates (halves of a character). A file name or an event may contain them, but canonical JSON cannot. */
export function wellFormed<T extends object>(value: T): T {
  const text = JSON.stringify(value)
  // `JSON.stringify` writes a lone surrogate as `\ud…`. Without such an escape, return the value as it is, because checking each single
  // text is many times slower.
  if (!/\\ud[89a-f]/.test(text)) return value
  return JSON.parse(text, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD') : inner,
  ) as T
}
