import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket, SocketAddress } from 'node:net'

/** IPv6 in its short form, IPv4-mapped IPv6 (`::ffff:192.0.2.1`) as IPv4. Null if the text is not an address. */
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

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

/** Returns the address in canonical spelling, or `unknown`. */
export type SenderOf = (request: IncomingMessage) => string

type Peer = Pick<Socket, 'remoteAddress'>

const UNKNOWN = 'unknown'

export function addressOf({ remoteAddress }: Peer): string {
  return canonicalAddress(remoteAddress ?? '') ?? UNKNOWN
}

export function proxyReader(trusted_proxies: string[]): (peer: Peer) => boolean {
  const isProxy = rangesOf(trusted_proxies)
  return (peer) => isProxy(addressOf(peer))
}

/**
 * Creates a function that returns the IP address from which a request was sent. `trusted_proxies` are addresses or CIDR ranges. If a
 * trusted proxy sent the request, the function reads the `X-Forwarded-For` header from right to left. It returns the first address that is
 * not a trusted proxy. The sender may have forged the addresses to the left of it.
 */
export function senderReader(trusted_proxies: string[]): SenderOf {
  const isProxy = rangesOf(trusted_proxies)
  return ({ socket, headers }) => {
    let sender = addressOf(socket)
    const forwarded = headers['x-forwarded-for']
    if (trusted_proxies.length === 0 || forwarded === undefined) return sender
    const hops = String(forwarded).split(',')
    for (let hop = hops.pop(); hop !== undefined && sender !== UNKNOWN && isProxy(sender); hop = hops.pop())
      sender = canonicalAddress(hop.trim()) ?? UNKNOWN
    return sender
  }
}

function rangesOf(trusted_proxies: string[]): (address: string) => boolean {
  const proxies = new BlockList()
  for (const range of trusted_proxies) {
    const [address = '', prefix] = range.replace(/%[^/]*/, '').split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  return (address) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
