// @module-tag all

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { listen } from '../support/relay/listen.ts'
import { Cleanup, until, untilLogged } from '../support/cleanup.ts'
import { asDevice, pairDevice, setUpRelay, startRelay, type RelayProgram } from '../support/relay/relay.ts'
import { createSigningKey } from '../support/relay/signing.ts'
import { startSilentProxy } from '../support/relay/silent-proxy.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())
const after = new Cleanup()
afterEach(() => after.run())

let data: string
let relay: RelayProgram
beforeAll(async () => {
  const { url } = await startKeyServer(cleanup, [createSigningKey('iso-submission-rsa-01')])
  ;({ data } = await setUpRelay(cleanup, url))
  const quick = ['--heartbeat-seconds', '3', '--admin-port', '0']
  relay = await startRelay(cleanup, data, ...quick)
})

const ENDED = 'the device does not answer heartbeats'
/** Returns true if the relay's metrics count a connected device. */
async function isConnected(): Promise<boolean> {
  const { admin_url } = relay.ready as unknown as { admin_url: string }
  const metrics = await (await fetch(`${admin_url}/metrics`)).text()
  return /relay_connected_devices\{[^}]*\} [1-9]/.test(metrics)
}

test('the relay ends a stream whose device stops answering heartbeats, and keeps other streams', async () => {
  const proxy = await startSilentProxy(after, relay.ready.url)
  const { device_token } = await pairDevice(data, relay.ready.url)
  const listener = listen(after, proxy.url, device_token)
  await listener.reaches('live')
  const { device_token: another } = await pairDevice(data, relay.ready.url)
  const reader = await asDevice(relay.ready.url, another).stream()
  // Wait for two heartbeats. The relay must not end the reader's stream, because the reader did not say that it answers heartbeats.
  await new Promise((resolve) => setTimeout(resolve, 7000))
  expect(relay.log()).not.toContain(ENDED)
  reader.close()
  expect(listener.states()).toEqual(['connecting', 'live'])

  proxy.swallow()
  await untilLogged(relay, ENDED)
  await until(async () => ((await isConnected()) ? undefined : true))
  // On the app's side, nothing closed the connection. Only the relay detected that the connection was dead.
  expect(listener.status()?.state).toBe('live')
})
