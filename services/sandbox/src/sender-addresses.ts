import { once } from 'node:events'
import { createServer, isIPv4 } from 'node:net'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import type { Log } from './log.ts'

/** Four sender addresses per environment; the two environments share none (spec section 6). All of 127.0.0.0/8 belongs to this machine. */
export const SENDER_ADDRESSES: Record<Environment, string[]> = {
  sandbox: ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'],
  production: ['127.0.0.5', '127.0.0.6', '127.0.0.7', '127.0.0.8'],
}
const FALLBACK = '127.0.0.1'

export type SenderAddresses = Awaited<ReturnType<typeof createSenderAddresses>>

/** True if an address belongs to this machine, so that notifications can be sent from it. */
export function isLoopback(address: string): boolean {
  return isIPv4(address) && address.startsWith('127.')
}

/**
 * Manages the sender addresses of notifications. The first address is the primary one, until `setPrimary` selects another. Only Linux and
 * Windows let a program send from loopback addresses other than 127.0.0.1. Other systems use 127.0.0.1, and the log says so.
 */
export async function createSenderAddresses(addresses: readonly string[], log: Log) {
  let primary = addresses[0] ?? FALLBACK
  const usable = new Map<string, boolean>()

  async function canBind(address: string): Promise<boolean> {
    const known = usable.get(address)
    if (known !== undefined) return known
    const found = address === FALLBACK || (await tryToBind(address))
    usable.set(address, found)
    if (!found) log(`cannot send from ${address} on this system. Notifications come from ${FALLBACK}`)
    return found
  }

  await canBind(primary)
  return {
    addresses,
    primary: () => primary,
    /** Returns false if the address is not configured. */
    setPrimary(address: string): boolean {
      if (!addresses.includes(address)) return false
      primary = address
      return true
    },
    /**
     * Returns the local address for sending to `url`: `address`, or the primary one. Returns undefined if the receiver is not on an IPv4
     * loopback address; the operating system then chooses.
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
