import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { onEachEngine } from '../support/relay/engines.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import {
  OFFICE,
  asDevice,
  pairDevice,
  setUpRelay,
  startRelay,
  storeAt,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey } from '../support/relay/signing.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())
const after = new Cleanup()
afterEach(() => after.run())

let jwks_url: string
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [createSigningKey('iso-submission-rsa-01')])).url
})

onEachEngine((newPlace) => {
  let place: string
  let relay: RelayProgram
  beforeEach(async () => {
    place = await newPlace()
    await setUpRelay(after, jwks_url, place)
    relay = await startRelay(after, place, '--admin-port', '0')
  })

  const isConnected = async () => {
    const { admin_url } = relay.ready as unknown as { admin_url: string }
    const metrics = await (await fetch(`${admin_url}/metrics`)).text()
    return /relay_connected_devices\{[^}]*\} [1-9]/.test(metrics)
  }

  /** Revokes a device as another process would: through the store only. */
  async function revokeElsewhere(device_id: string): Promise<number> {
    const store = await storeAt(place)
    after.add(() => store.close())
    await store.office(OFFICE).revokeDevice(device_id, new Date().toISOString())
    return performance.now()
  }

  test('the relay ends a stream and a long poll of a device within a second when another process revokes the device', async () => {
    const [lost, kept] = [await pairDevice(place, relay.ready.url), await pairDevice(place, relay.ready.url)]
    const device = asDevice(relay.ready.url, lost.device_token)
    const stream = await device.stream()
    expect((await stream.next())?.event).toBe('bounds')
    const polling = device.get('/v1/events?wait=60')
    const other = await asDevice(relay.ready.url, kept.device_token).stream()
    expect((await other.next())?.event).toBe('bounds')
    await until(async () => ((await isConnected()) ? true : undefined))

    const revoked_at = await revokeElsewhere(lost.device_id)
    expect([await stream.next(), (await polling).status]).toEqual([null, 401])
    // The relay needs at most one second. The limit also allows time for a busy machine. If the relay did not check for revocations
    // regularly, the stream would end after 15 seconds and the long poll after 60 seconds.
    expect(performance.now() - revoked_at).toBeLessThan(5000)
    expect((await device.stream()).status).toBe(401)

    const ended = other.next().then(() => 'ended')
    expect(await Promise.race([ended, asDevice(relay.ready.url, kept.device_token).events()])).toMatchObject({
      events: [],
    })
    other.close()
  })

  test('a fifth long poll of one device ends only the oldest poll of that device, with 429', async () => {
    const { device_token } = await pairDevice(place, relay.ready.url)
    const device = asDevice(relay.ready.url, device_token)
    const polls: Promise<Response>[] = []
    const settled: number[] = []
    for (let opened = 0; opened < 5; opened += 1) {
      const poll = device.get('/v1/events?wait=60')
      void poll.then(() => settled.push(opened)).catch(() => {})
      polls.push(poll)
      // This request is answered only after the previous poll is waiting.
      await device.get('/v1/device')
    }
    const refused = await polls[0]
    expect(refused?.status).toBe(429)
    expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refused?.json()).toMatchObject({ error: { code: 'TOO_MANY' } })
    expect(settled).toEqual([0])
  })
})
