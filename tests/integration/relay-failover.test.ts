import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Cleanup, until } from '../support/cleanup.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { listen } from '../support/relay/listen.ts'
import { startCluster, type PostgresCluster } from '../support/relay/postgres-cluster.ts'
import { postgresMissing } from '../support/relay/postgres.ts'
import {
  pairDevice,
  postHook,
  setUpRelay,
  signBody,
  startRelay,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'

// The primary PostgreSQL server is killed, and its standby takes its place. `npm run torture -- relay-network` does this many times.

const key = createSigningKey('iso-submission-rsa-01')

describe.skipIf(postgresMissing !== null)(`PostgreSQL${postgresMissing ?? ''}`, { tags: ['all'] }, () => {
  const cleanup = new Cleanup()
  afterAll(() => cleanup.run())
  const after = new Cleanup()
  afterEach(() => after.run())
  let jwks_url: string
  let cluster: PostgresCluster
  beforeAll(async () => {
    jwks_url = (await startKeyServer(cleanup, [key])).url
    cluster = await startCluster(cleanup)
  })

  let database: string
  let relay: RelayProgram
  let hook: string
  beforeEach(async () => {
    database = await cluster.createDatabase()
    const { hook_path } = await setUpRelay(after, jwks_url, database)
    relay = await startRelay(after, database)
    hook = `${relay.ready.url}${hook_path}`
  })

  /** Posts a notification, and repeats it until the relay acknowledges it. Returns its id. */
  async function post(): Promise<string> {
    const event = makeEvent()
    const body = JSON.stringify(event)
    await until(async () => {
      const { status } = await postHook(hook, body, signBody(key, body))
      return status < 300 ? true : undefined
    })
    return event.event_id
  }
  async function postAll(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let sent = 0; sent < count; sent += 1) ids.push(await post())
    return ids
  }
  async function failOver(): Promise<void> {
    await cluster.killPrimary()
    await cluster.promoteStandby()
  }

  test('a device gets a gap and every new event if a standby without the last events takes over, wherever its cursor is', async () => {
    await cluster.addStandby('asynchronous')
    const tokens = await Promise.all(
      ['streaming', 'inside', 'above'].map(
        async () => (await pairDevice(database, relay.ready.url)).device_token,
      ),
    )
    const [streaming, inside, above] = tokens.map((token) => listen(after, relay.ready.url, token))
    await postAll(3)
    await cluster.standbyIsCurrent()
    await cluster.disconnectStandby()
    // The standby never gets these events.
    await postAll(1)
    await inside?.has(4)
    await inside?.source.stop()
    await postAll(5)
    for (const device of [streaming, above]) await device?.has(9)
    await above?.source.stop()

    await failOver()
    // They get the numbers 4 and 5, which belonged to lost events.
    const ids = await postAll(2)
    const resume = (token: string | undefined, former: typeof inside, cursor: number) =>
      listen(after, relay.ready.url, token ?? '', { cursor, epoch: former?.epochs.at(-1) ?? '' })
    const devices = [streaming, resume(tokens[1], inside, 4), resume(tokens[2], above, 9)]
    for (const device of devices) {
      await until(() =>
        ids.every((id) => device?.seen.some(({ event_id }) => event_id === id)) ? true : undefined,
      )
      expect(device?.gaps).toEqual([1])
    }
  })

  test('a failover to a synchronous standby during a burst loses no acknowledged notification', async () => {
    await cluster.addStandby('synchronous')
    const { device_token } = await pairDevice(database, relay.ready.url)
    const device = listen(after, relay.ready.url, device_token)
    const acknowledged: string[] = []
    async function send(): Promise<void> {
      for (let sent = 0; sent < 25; sent += 1) acknowledged.push(await post())
    }
    const senders = Promise.all(Array.from({ length: 8 }, send))
    await until(() => (acknowledged.length > 60 ? true : undefined))
    await failOver()
    await senders
    const seen = () => new Set(device.seen.map(({ event_id }) => event_id))
    await until(() => (acknowledged.every((id) => seen().has(id)) ? true : undefined))
    expect(seen().size).toBe(acknowledged.length)
  })
})
