import type { AddressInfo } from 'node:net'
import { AppendSignal } from './events/append-signal.ts'
import { EnvironmentKeys } from './events/environment-keys.ts'
import { GroupCommit } from './events/group-commit.ts'
import type { Log } from './log.ts'
import { isLoopback } from './server/addresses.ts'
import { createServer } from './server/create-server.ts'
import type { RelayStore } from './store/relay-store.ts'
import { SqliteStore } from './store/sqlite/sqlite-store.ts'

export interface RelayOptions {
  /** Folder that holds all state, made if it is missing. */
  data: string
  host: string
  /** 0 takes a free one. */
  port: number
  /** Address under which the service reaches this relay, without a slash at the end; its own address if left out. */
  publicUrl?: string | undefined
  /** Addresses or CIDR ranges whose `X-Forwarded-For` is believed. */
  trustedProxies: string[]
}

export interface Relay {
  url: string
  /** Ends streams and long polls, answers what has arrived, and closes the store. */
  stop(): Promise<void>
}

/** What has not ended by itself after this long is cut off. */
const STOP_TIMEOUT_MS = 10_000

/** Wires the relay and starts it. Rejects when the data can't be opened or the address is taken. */
export async function startRelay(options: RelayOptions, log: Log): Promise<Relay> {
  const store = new SqliteStore(options.data)
  const appended = new AppendSignal(store)
  const commits = new GroupCommit(store)
  const stopping = new AbortController()
  let url = ''
  const publicUrl = () => options.publicUrl ?? url
  const keys = new EnvironmentKeys(store, log)
  const app = createServer(
    { store, commits, appended, keys, log, stopping: stopping.signal, publicUrl },
    options.trustedProxies,
  )

  async function stop(): Promise<void> {
    stopping.abort()
    const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_TIMEOUT_MS)
    await app.close()
    clearTimeout(cutOff)
    await commits.drain()
    appended.close()
    await store.close()
  }

  try {
    await app.listen({ port: options.port, host: options.host })
    url = addressOf(app.server.address())
    await warn(log, store, publicUrl())
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

function addressOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The relay listens on no port.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

/** Says at the start which checks are off. */
async function warn(log: Log, store: RelayStore, publicUrl: string): Promise<void> {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'http:' && !isLoopback(hostname))
    log.warn(
      { public_url: publicUrl },
      'the public address is not https, so notifications can be read on the way',
    )
  for (const { name, sender_addresses } of await store.listEnvironments())
    if (sender_addresses.length === 0)
      log.warn({ environment: name }, 'no sender addresses are configured, so any address may post')
}
