import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import { canonicalAddress } from './addresses.ts'

/** Whoever sends a request, in one spelling; `unknown` where that cannot be read as an address. */
export type SenderOf = (request: IncomingMessage) => string

const UNKNOWN = 'unknown'

/**
 * Reads who sent a request. `trusted_proxies` are addresses or CIDR ranges whose `X-Forwarded-For` is believed, read from the
 * right: what stands left of the first entry that is none of them is the sender's invention.
 */
export function senderReader(trusted_proxies: string[]): SenderOf {
  const proxies = new BlockList()
  for (const range of trusted_proxies) {
    const [address = '', prefix] = range.replace(/%[^/]*/, '').split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(prefix), family)
  }
  const isProxy = (address: string) => proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  return ({ socket, headers }) => {
    let sender = canonicalAddress(socket.remoteAddress ?? '') ?? UNKNOWN
    const forwarded = headers['x-forwarded-for']
    if (trusted_proxies.length === 0 || forwarded === undefined) return sender
    const hops = String(forwarded).split(',')
    for (let hop = hops.pop(); hop !== undefined && sender !== UNKNOWN && isProxy(sender); hop = hops.pop())
      sender = canonicalAddress(hop.trim()) ?? UNKNOWN
    return sender
  }
}
