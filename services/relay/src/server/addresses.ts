import { isIP, SocketAddress } from 'node:net'

/**
 * Returns the canonical spelling of an address: IPv6 in its short form, IPv4-mapped IPv6 (`::ffff:192.0.2.1`) as IPv4. Returns null if the
 * text is not an address.
 */
export function canonicalAddress(text: string): string | null {
  const [bare = ''] = text.split('%', 1)
  const version = isIP(bare)
  if (version === 0) return null
  // IPv4 has only one spelling.
  if (version === 4) return bare
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  return mapped?.[1] ?? address
}

/** True if a URL's hostname means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
