import { relayDeviceSchema, relayPairingSchema } from '../../../src-shared/domain/event.ts'
import { appError, fail } from '../../../src-shared/errors.ts'
import type { RelayClient } from '../../core/ports/relay-client.ts'
import { callRelay, createRelayAgent, readRelayAddress } from './relay-http.ts'

/** Pairing with a relay over HTTP (design/interfaces.md). */
export function createRelayClient(): RelayClient {
  const agent = createRelayAgent()
  return {
    async pair(url, code, device_name) {
      const address = readRelayAddress(url)
      if (!address.ok) return address
      const call = {
        method: 'POST' as const,
        url: `${address.value}/v1/pair`,
        body: { code: code.trim(), device_name },
      }
      const paired = await callRelay(agent, call, relayPairingSchema)
      if (paired.ok || paired.error.code !== 'RELAY_DEVICE_REFUSED') return paired
      return fail(
        appError(
          'RELAY_PAIRING_REFUSED',
          'The relay does not take this pairing code.',
          'A code works once and for 10 minutes. Ask whoever runs the relay for a new one.',
          { fields: [{ path: 'code', message: 'Wrong, used or expired.' }] },
        ),
      )
    },
    async getDevice(url, device_token) {
      const address = readRelayAddress(url)
      if (!address.ok) return address
      return callRelay(
        agent,
        { method: 'GET', url: `${address.value}/v1/device`, token: device_token },
        relayDeviceSchema,
      )
    },
  }
}
