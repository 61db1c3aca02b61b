import type { z } from 'zod'
import {
  relayDeviceSchema,
  relayEventsPageSchema,
  relayPairingSchema,
} from '../../../src-shared/domain/event-schema.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { RelayClient } from '../../core/ports/event-source.ts'
import type { EnvironmentNetwork } from '../net/network.ts'
import { callRelay, createRelayNetwork, readRelayAddress } from './relay-http.ts'

/** Pairs with a relay over HTTP (design/interfaces.md). `office` returns the current network settings for each call. */
export function createRelayClient(environmentManager: () => Promise<EnvironmentNetwork>): RelayClient {
  async function ask<T>(call: Parameters<typeof callRelay>[1], schema: z.ZodType<T>): Promise<Result<T>> {
    const network = createRelayNetwork(await environmentManager())
    try {
      return await callRelay(network, call, schema)
    } finally {
      await network.close()
    }
  }
  return {
    async pair(url, code, device_name) {
      const address = readRelayAddress(url)
      if (!address.ok) return address
      const call = {
        method: 'POST' as const,
        url: `${address.value}/v1/pair`,
        body: { code: code.trim(), device_name },
      }
      return ask(call, relayPairingSchema)
    },
    async readEvents(url, device_token, after) {
      const address = readRelayAddress(url)
      if (!address.ok) return address
      return ask(
        { method: 'GET', url: `${address.value}/v1/events?after=${after}`, token: device_token },
        relayEventsPageSchema,
      )
    },
    async getDevice(url, device_token) {
      const address = readRelayAddress(url)
      if (!address.ok) return address
      return ask({ method: 'GET', url: `${address.value}/v1/device`, token: device_token }, relayDeviceSchema)
    },
  }
}
