import type tls from 'node:tls'
import {
  SYSTEM_NETWORK,
  type NetworkSettings,
} from '../../../src-shared/features/connection/service-settings.ts'
import { ok } from '../../../src-shared/platform/base/errors.ts'
import type { Cleanup } from '../cleanup.ts'
import { makeAuthority } from './certificates.ts'
import { connectTo, type SHORT } from './client.ts'
import type { OfficeProxy } from './office-proxy.ts'
import { startPartner } from './scripted-partner.ts'

/** A name that only the office's proxy resolves. */
export const PARTNER = 'https://partner.example'
export const PASSWORD = 'pass:word of the proxy ü'
/** Fields of the error for a request that reached nobody. */
export const unreachable = { code: 'PARTNER_UNREACHABLE', outcome: 'not_received', retryable: true }

interface Connection {
  network: Partial<NetworkSettings>
  base_url?: string
  password?: string | null
  /** Short time limits for a test that waits for them. Other tests must not depend on the machine's load. */
  timeouts?: typeof SHORT
  resolveProxy?: (url: string) => Promise<string>
}

export type Office = ReturnType<typeof makeOffice>

/** Creates an office with its own certificate authority. */
export function makeOffice(cleanup: Cleanup) {
  const authority = makeAuthority()
  return {
    authority,
    /** Starts a partner with a certificate of the office's authority. */
    startPartner: (options: tls.TlsOptions = {}, host = '127.0.0.1') =>
      startPartner(cleanup, { host, tls: { ...authority.server, ...options } }),
    /** Creates the partner client for the office with its proxy, if given. */
    connect: ({ network, base_url = PARTNER, password = null, resolveProxy, timeouts }: Connection) =>
      connectTo(cleanup, {
        base_url,
        service: { network: { ...SYSTEM_NETWORK, extra_ca: authority.ca, ...network } },
        proxyPassword: () => Promise.resolve(ok(password)),
        ...(resolveProxy === undefined ? {} : { resolveProxy }),
        ...(timeouts === undefined ? {} : { timeouts }),
      }),
  }
}

/** Returns the network settings with a manually configured proxy. */
export const manual = ({ address }: OfficeProxy, scheme = 'http') =>
  ({ proxy: 'manual', proxy_url: `${scheme}://${address}` }) as const
