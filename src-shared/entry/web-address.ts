const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
/** A host name that contains a dot, optionally followed by a port, a path, a query, or a fragment. */
const BARE_ADDRESS = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?([/?#]\S*)?$/i

export function hasScheme(address: string): boolean {
  return HAS_SCHEME.test(address)
}

/** Adds `https://` to a typed web address without a scheme. Returns any other text as typed. */
export function keepWebAddress(typed: string): string {
  const text = typed.trim()
  const isHere = text.startsWith('127.')
  return !hasScheme(text) && !isHere && BARE_ADDRESS.test(text) ? `https://${text}` : typed
}

/** True for a host that is this computer. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
