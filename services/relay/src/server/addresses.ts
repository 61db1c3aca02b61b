import { isIP, SocketAddress } from 'node:net'

/**
 * One spelling for one address: IPv6 in its short form, IPv4 inside IPv6 (`::ffff:192.0.2.1`) as the IPv4 that it is.
 * Null for whatever is no address.
 */
export function canonicalAddress(text: string): string | null {
  const [bare = ''] = text.split('%', 1)
  const version = isIP(bare)
  if (version === 0) return null
  // Of IPv4 there is only one.
  if (version === 4) return bare
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)
  return mapped?.[1] ?? address
}

/** Whether a URL's hostname means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
