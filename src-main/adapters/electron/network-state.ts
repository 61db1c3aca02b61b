import { networkInterfaces } from 'node:os'
import { net } from 'electron'
import type { NetworkState } from '../net/network-watch.ts'

/** Contains the online state and every external address of this computer. */
export const networkState: NetworkState = () =>
  JSON.stringify([
    net.isOnline(),
    Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
      addresses.filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    ),
  ])
