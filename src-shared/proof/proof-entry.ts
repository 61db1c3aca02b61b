import canonicalize from 'canonicalize'
import type { ProofEntry } from './proof-entry-schema.ts'

export type * from './proof-entry-schema.ts'

/** Returns canonical JSON (RFC 8785). Throws if a text contains half a surrogate pair, or if a number is not finite. */
export function canonicalJson(value: object): string {
  // `canonicalize` returns undefined only for undefined, a function, or a symbol.
  return canonicalize(value) as string
}

export const NO_ENTRY = '0'.repeat(64)

/** Returns the string whose SHA-256 is an entry's hash. */
export function hashedText(entry: Omit<ProofEntry, 'hash'>): string {
  const { seq, deal_id, at, device, fact, previous } = entry
  return canonicalJson({ seq, deal_id, at, device, fact, previous })
}

/** Replaces lone surrogates. A file name or an event may contain them, but canonical JSON cannot. */
export function wellFormed<T extends object>(value: T): T {
  const text = JSON.stringify(value)
  // `JSON.stringify` escapes lone surrogates. Only text that may contain one is checked value by value, which is many times
  // slower.
  if (!/\\ud[89a-f]/.test(text)) return value
  return JSON.parse(text, (_key, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll(/[\uD800-\uDFFF]/gu, '\uFFFD') : inner,
  ) as T
}
