import { net, session } from 'electron'
import { networkInterfaces } from 'node:os'
import type { NetworkState } from '../net/network-watch.ts'
import type { ResolveProxy } from '../base/system.ts'

/**
 * Returns one string with all external network addresses of this computer, and whether it is online. If the string changes, the network has
 * changed.
 */
export const networkState: NetworkState = () =>
  JSON.stringify([
    net.isOnline(),
    Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
      addresses.filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    ),
  ])

/**
 * Asks Chromium which proxy to use for a URL, because Chromium knows the system's proxy settings and runs PAC scripts (proxy configuration
 * scripts).
 */
export const resolveSystemProxy: ResolveProxy = (url) => session.defaultSession.resolveProxy(url)
