const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
/** A host name with a dot, and what may follow it. */
const BARE_ADDRESS = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?([/?#]\S*)?$/i

export function hasScheme(address: string): boolean {
  return HAS_SCHEME.test(address)
}

/** What is kept of a typed web address: with `https://` where it has no scheme. Any other text stays as typed. */
export function keepWebAddress(typed: string): string {
  const text = typed.trim()
  const isHere = text.startsWith('127.')
  return !hasScheme(text) && !isHere && BARE_ADDRESS.test(text) ? `https://${text}` : typed
}
