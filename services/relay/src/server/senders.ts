import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { canonicalAddress } from './addresses.ts'

/** Returns the sender's address in canonical spelling, or `unknown` if it is not a valid address. */
export type SenderOf = (request: IncomingMessage) => string

type Peer = Pick<Socket, 'remoteAddress'>

const UNKNOWN = 'unknown'

/** Returns the peer's address in canonical spelling. */
export function addressOf({ remoteAddress }: Peer): string {
  return canonicalAddress(remoteAddress ?? '') ?? UNKNOWN
}

/** Creates a function that detects connections of trusted proxies. */
export function proxyReader(trusted_proxies: string[]): (peer: Peer) => boolean {
  const isProxy = rangesOf(trusted_proxies)
  return (peer) => isProxy(addressOf(peer))
}

/**
 * Creates a function that reads the sender's address of a request. `trusted_proxies` are addresses or CIDR ranges whose `X-Forwarded-For`
 * is trusted. The header is read from the right: entries left of the first untrusted one may be forged.
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
