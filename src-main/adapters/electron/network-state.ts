import { networkInterfaces } from 'node:os'
import { net } from 'electron'
import type { NetworkState } from '../net/network-watch.ts'

/** Whether the system says that it is online, and every address under which others reach this computer. */
export const networkState: NetworkState = () =>
  JSON.stringify([
    net.isOnline(),
    Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
      addresses.filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    ),
  ])
