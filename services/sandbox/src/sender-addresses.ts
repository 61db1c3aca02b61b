import { once } from 'node:events'
import { createServer, isIPv4 } from 'node:net'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import type { Log } from './log.ts'

/** Four each, and not the same (spec section 6). Every address of 127.0.0.0/8 is this machine's. */
export const SENDER_ADDRESSES: Record<Environment, string[]> = {
  sandbox: ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'],
  production: ['127.0.0.5', '127.0.0.6', '127.0.0.7', '127.0.0.8'],
}
const FALLBACK = '127.0.0.1'

export type SenderAddresses = Awaited<ReturnType<typeof createSenderAddresses>>

/** Whether an address is one of this machine's own, from which notifications can be sent. */
export function isLoopback(address: string): boolean {
  return isIPv4(address) && address.startsWith('127.')
}

/**
 * The addresses that notifications come from: the first is the primary, the one in use, until another is chosen. Only Linux
 * and Windows let a program send from other loopback addresses than 127.0.0.1; elsewhere that one is used, and it is said.
 */
export async function createSenderAddresses(addresses: readonly string[], log: Log) {
  let primary = addresses[0] ?? FALLBACK
  const usable = new Map<string, boolean>()

  async function canBind(address: string): Promise<boolean> {
    const known = usable.get(address)
    if (known !== undefined) return known
    const found = address === FALLBACK || (await tryToBind(address))
    usable.set(address, found)
    if (!found) log(`can't send from ${address} on this system: notifications come from ${FALLBACK}`)
    return found
  }

  await canBind(primary)
  return {
    addresses,
    primary: () => primary,
    /** False when it is none of the addresses. */
    choose(address: string): boolean {
      if (!addresses.includes(address)) return false
      primary = address
      return true
    },
    /**
     * What to send a notification to `url` from: `address`, or the primary. Undefined leaves it to the system, which must
     * choose where the receiver is not on an IPv4 loopback address itself.
     */
    async localAddress(url: string, address = primary): Promise<string | undefined> {
      if (!isLoopback(new URL(url).hostname)) return undefined
      return (await canBind(address)) ? address : FALLBACK
    },
  }
}

async function tryToBind(address: string): Promise<boolean> {
  const server = createServer().listen(0, address)
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
