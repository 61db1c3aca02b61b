import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { canonicalAddress } from './addresses.ts'

/** Whoever sends a request, in one spelling; `unknown` where that cannot be read as an address. */
export type SenderOf = (request: IncomingMessage) => string

type Peer = Pick<Socket, 'remoteAddress'>

const UNKNOWN = 'unknown'

/** Whoever is at the other end of a connection, in one spelling. */
export function addressOf({ remoteAddress }: Peer): string {
  return canonicalAddress(remoteAddress ?? '') ?? UNKNOWN
}

/** Tells a connection from a proxy that is trusted. */
export function proxyReader(trusted_proxies: string[]): (peer: Peer) => boolean {
  const isProxy = rangesOf(trusted_proxies)
  return (peer) => isProxy(addressOf(peer))
}

/**
 * Reads who sent a request. `trusted_proxies` are addresses or CIDR ranges whose `X-Forwarded-For` is believed, read from the
 * right: what stands left of the first entry that is none of them is the sender's invention.
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
