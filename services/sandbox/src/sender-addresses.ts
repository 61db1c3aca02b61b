import { once } from 'node:events'
import { createServer, isIPv4 } from 'node:net'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import type { Log } from './log.ts'

/** Four per environment, none of them in both (spec section 6). All addresses in 127.0.0.0/8 belong to this machine. */
export const SENDER_ADDRESSES: Record<Environment, string[]> = {
  sandbox: ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'],
  production: ['127.0.0.5', '127.0.0.6', '127.0.0.7', '127.0.0.8'],
}
const FALLBACK = '127.0.0.1'

export type SenderAddresses = ReturnType<typeof createSenderAddresses>

export function isLoopback(address: string): boolean {
  return isIPv4(address) && address.startsWith('127.')
}

/**
 * Returns the function that chooses the local address from which to send to a URL: `address`, by default the first of `addresses`. Only Linux
 * and Windows let a program send from loopback addresses other than 127.0.0.1. On other systems, the sandbox uses 127.0.0.1 and logs this.
 * Undefined means that the receiver is not on an IPv4 loopback address. The operating system then chooses the local address.
 */
export function createSenderAddresses(addresses: readonly string[], log: Log) {
  const usable = new Map<string, boolean>()

  async function canBind(address: string): Promise<boolean> {
    const known = usable.get(address)
    if (known !== undefined) return known
    const found = address === FALLBACK || (await tryToBind(address))
    usable.set(address, found)
    if (!found) log(`cannot send from ${address} on this system. Notifications come from ${FALLBACK}`)
    return found
  }

  return async (url: string, address = addresses[0] ?? FALLBACK): Promise<string | undefined> => {
    if (!isLoopback(new URL(url).hostname)) return undefined
    return (await canBind(address)) ? address : FALLBACK
  }
}

async function tryToBind(address: string): Promise<boolean> {
  const server = createServer().listen(0, address)
  try {
    await once(server, 'listening')
    return true
  } catch {
    // Not every system allows several loopback addresses.
    return false
  } finally {
    server.close()
  }
}
