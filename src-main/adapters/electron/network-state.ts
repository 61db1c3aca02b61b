import { net, session } from 'electron'
import { networkInterfaces } from 'node:os'
import type { NetworkState } from '../net/network-watch.ts'
import type { ResolveProxy } from '../../core/ports/system.ts'

/** Returns a string with the online state and every external address of this computer. */
export const networkState: NetworkState = () =>
  JSON.stringify([
    net.isOnline(),
    Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
      addresses.filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    ),
  ])

/** Asks Chromium for the proxy, because it has the system's proxy settings and runs its PAC scripts. */
export const resolveSystemProxy: ResolveProxy = (url) => session.defaultSession.resolveProxy(url)
