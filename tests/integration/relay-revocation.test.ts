import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '../../services/relay/src/log.ts'
import { DeviceConnections } from '../../services/relay/src/server/device-connections.ts'
import { createConnection } from '../../services/relay/src/store/postgres/connections.ts'
import { describePostgres, onEachEngine } from '../support/relay/engines.ts'
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
    relay = await startRelay(after, place, '--admin-port', '0', '--heartbeat-seconds', '20')
  })

  const isConnected = async () => {
    const { admin_url } = relay.ready as unknown as { admin_url: string }
    const metrics = await (await fetch(`${admin_url}/metrics`)).text()
    return /relay_connected_devices\{[^}]*\} [1-9]/.test(metrics)
  }

  /** Lists open connections as a relay does, with a store of its own. */
  async function listConnections() {
    const store = await storeAt(place)
    const stopping = new AbortController()
    const options = { store, log: createLog('silent'), onTooMany: () => {}, stopping: stopping.signal }
    after.add(() => {
      stopping.abort()
      return store.close()
    })
    return { store, connections: new DeviceConnections(options) }
  }

  /** Revokes a device as another process would: through the store only. */
  async function revokeElsewhere(device_id: string): Promise<number> {
    const store = await storeAt(place)
    after.add(() => store.close())
    await store.office(OFFICE).revokeDevice(device_id, new Date().toISOString())
    return performance.now()
  }

  test('the relay ends a stream and a long poll of a device before its next heartbeat when another process revokes the device', async () => {
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
    // If the relay did not check for revocations regularly, the stream would end at its next heartbeat.
    expect(performance.now() - revoked_at).toBeLessThan(19_000)
    expect((await device.stream()).status).toBe(401)

    const ended = other.next().then(() => 'ended')
    expect(await Promise.race([ended, asDevice(relay.ready.url, kept.device_token).events()])).toMatchObject({
      events: [],
    })
    other.close()
  })

  test('a check ends the connection of a device that was revoked after the relay had looked it up for the request', async () => {
    const [kept, lost] = [await pairDevice(place, relay.ready.url), await pairDevice(place, relay.ready.url)]
    const { connections } = await listConnections()
    const ended: string[] = []
    const open = ({ device_id }: { device_id: string }) =>
      connections.add({
        office_id: OFFICE,
        device_id,
        kind: 'streams',
        end: (reason) => ended.push(`${device_id} ${reason}`),
      })
    open(kept)
    await revokeElsewhere(lost.device_id)
    await connections.check()
    open(lost)
    await connections.check()
    expect(ended).toEqual([`${lost.device_id} revoked`])
  })

  test('every check reports a requested replay, until it has ended', async () => {
    const { device_id } = await pairDevice(place, relay.ready.url)
    const { store, connections } = await listConnections()
    const replays: number[] = []
    connections.add({
      office_id: OFFICE,
      device_id,
      kind: 'streams',
      end: () => {},
      onReplay: (replay_from) => replays.push(replay_from),
    })
    await connections.check()
    expect(replays).toEqual([])
    // Once with the relay's own store, and once with that of another process, because SQLite distinguishes them.
    const elsewhere = await storeAt(place)
    after.add(() => elsewhere.close())
    for (const office of [store.office(OFFICE), elsewhere.office(OFFICE)]) {
      await office.replayFrom(device_id, 1)
      for (let checks = 0; checks < 3; checks += 1) {
        const { length } = replays
        await connections.check()
        expect(replays.length).toBeGreaterThan(length)
      }
      await office.endReplay(device_id, 1)
      await connections.check()
      const { length } = replays
      await connections.check()
      expect(replays).toHaveLength(length)
    }
    expect(new Set(replays)).toEqual(new Set([1]))
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

describePostgres((server) => {
  let database: string
  const connect = async () => {
    const client = createConnection(database, 20_000)
    await client.connect()
    after.add(() => client.end())
    return client
  }
  beforeEach(async () => {
    database = await server().createDatabase()
    await setUpRelay(after, jwks_url, database)
  })

  test('a revocation that commits long after it began ends the stream', async () => {
    const relay = await startRelay(after, database)
    const { device_id, device_token } = await pairDevice(database, relay.ready.url)
    const stream = await asDevice(relay.ready.url, device_token).stream()
    expect((await stream.next())?.event).toBe('bounds')
    const client = await connect()
    await client.query('BEGIN')
    await client.query('UPDATE devices SET revoked_at = now() WHERE office_id = $1 AND device_id = $2', [
      OFFICE,
      device_id,
    ])
    // The relay checks several times meanwhile.
    await sleep(1500)
    const ended = stream.next()
    expect(await Promise.race([ended, sleep(100, 'open')])).toBe('open')
    await client.query('COMMIT')
    expect(await ended).toBeNull()
  })

  test('a revocation and a suspension in one office at the same time do not wait for each other in a circle', async () => {
    const store = await storeAt(database)
    after.add(() => store.close())
    const { device_id } = await pairDevice(database, (await startRelay(after, database)).ready.url)
    const revoking = await connect()
    await revoking.query('BEGIN')
    await revoking.query('UPDATE devices SET revoked_at = now() WHERE office_id = $1 AND device_id = $2', [
      OFFICE,
      device_id,
    ])
    const suspended = store.office(OFFICE).setState('suspended')
    // The suspension now locks the office. Then the revocation needs the office too, for its entry in the audit log.
    await sleep(300)
    await revoking.query('SELECT 1 FROM offices WHERE office_id = $1 FOR NO KEY UPDATE', [OFFICE])
    await revoking.query('COMMIT')
    await suspended
    expect(await store.office(OFFICE).get()).toMatchObject({ state: 'suspended' })
  })
})
