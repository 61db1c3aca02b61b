import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Connections } from '../../services/relay/src/store/postgres/connections.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { describePostgres } from '../support/relay/engines.ts'
import { startForwarder } from '../support/relay/forwarder.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import { ownUser } from '../support/relay/postgres.ts'
import {
  asDevice,
  pairDevice,
  postHook,
  setUpRelay,
  signBody,
  startRelay,
  type RelayProgram,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'
import { mountDisk } from '../support/small-disk.ts'

// PostgreSQL refuses to write, or does not notify. Whatever the relay has acknowledged arrives, and it acknowledges nothing else.

const key = createSigningKey('iso-submission-rsa-01')
const cleanup = new Cleanup()
afterAll(() => cleanup.run())
const after = new Cleanup()
afterEach(() => after.run())

let jwks_url: string
beforeAll(async () => {
  jwks_url = (await startKeyServer(cleanup, [key])).url
})

async function post(relay: RelayProgram, hook_path: string, padding = '') {
  const event = makeEvent({ padding })
  const body = JSON.stringify(event)
  const response = await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body))
  return { event_id: event.event_id, status: response.status, response }
}

/** Waits for the next event of a stream and returns its id. */
async function nextEvent(stream: Awaited<ReturnType<ReturnType<typeof asDevice>['stream']>>) {
  for (;;) {
    const message = await stream.next()
    if (message === null) throw new Error('the stream ended')
    if (message.event === 'partner-event') return message.data['event_id']
  }
}

async function expectRefusal(response: Response): Promise<void> {
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await response.json()).toMatchObject({
    error: {
      code: 'UNAVAILABLE',
      message: 'The relay cannot do this now. It stored nothing. Try again later.',
    },
  })
}

describePostgres((server) => {
  async function start() {
    const database = await server().createDatabase()
    const { hook_path } = await setUpRelay(after, jwks_url, database)
    const relay = await startRelay(after, database)
    const { device_token } = await pairDevice(database, relay.ready.url)
    return { database, hook_path, relay, device: asDevice(relay.ready.url, device_token) }
  }

  test('a database that becomes read-only makes the relay refuse notifications with 503, and streams continue when it is writable again', async () => {
    const { database, hook_path, relay, device } = await start()
    const stream = await device.stream(0)
    const first = await post(relay, hook_path)
    expect(await nextEvent(stream)).toBe(first.event_id)
    async function setReadOnly(value: 'on' | 'off'): Promise<void> {
      const name = new URL(database).pathname.slice(1)
      const admin = database.replace(`/${name}`, '/postgres')
      await server().query(admin, `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
      // The setting applies to new sessions only.
      const others = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`
      await server().query(admin, others)
    }
    await setReadOnly('on')
    // The first queries may still use a session that was ended.
    await until(async () => ((await device.get('/v1/events?after=0')).status === 200 ? true : undefined))
    await expectRefusal((await post(relay, hook_path)).response)
    expect((await fetch(`${relay.ready.url}/readyz`)).status).toBe(503)
    // Reading still works.
    expect((await device.events('?after=0')).events.map(({ event_id }) => event_id)).toEqual([first.event_id])
    await setReadOnly('off')
    const taken = await until(async () => {
      const posted = await post(relay, hook_path)
      return posted.status === 202 ? posted : undefined
    })
    expect(await nextEvent(stream)).toBe(taken.event_id)
    stream.close()
  })

  test('a full disk makes the relay refuse notifications with 503, and nothing that it acknowledged is lost', async (context) => {
    const disk = join(cleanup.folder(), 'disk')
    mkdirSync(disk)
    if (!mountDisk(cleanup, disk, 24)) context.skip('only an administrator may mount a disk')
    const user = ownUser()
    if (user !== null) {
      // PostgreSQL's user must be able to reach the disk.
      chownSync(join(disk, '..'), user.uid, user.gid)
      chownSync(disk, user.uid, user.gid)
    }
    const database = await server().createDatabase()
    const name = new URL(database).pathname.slice(1)
    const admin = database.replace(`/${name}`, '/postgres')
    await server().query(admin, `CREATE TABLESPACE small LOCATION '${disk}'`)
    await server().query(admin, `ALTER DATABASE ${name} SET TABLESPACE small`)
    after.add(async () => {
      await server().query(admin, `DROP DATABASE ${name} WITH (FORCE)`)
      await server().query(admin, 'DROP TABLESPACE small')
    })
    const { hook_path } = await setUpRelay(after, jwks_url, database)
    const relay = await startRelay(after, database)
    const { device_token } = await pairDevice(database, relay.ready.url)
    const device = asDevice(relay.ready.url, device_token)

    const filler = join(disk, 'filler')
    const file = openSync(filler, 'w')
    expect(() => {
      for (;;) writeSync(file, Buffer.alloc(4096))
    }).toThrow('ENOSPC')
    closeSync(file)
    const acknowledged: string[] = []
    // The tables have some free space at first.
    const refused = await until(async () => {
      const posted = await post(relay, hook_path, randomBytes(20_000).toString('hex'))
      if (posted.status === 202) acknowledged.push(posted.event_id)
      return posted.status === 202 ? undefined : posted.response
    })
    await expectRefusal(refused)
    expect((await device.events('?after=0')).events.map(({ event_id }) => event_id)).toEqual(acknowledged)
    rmSync(filler)
    const taken = await post(relay, hook_path)
    expect(taken.status).toBe(202)
    expect((await device.events('?after=0')).events.map(({ event_id }) => event_id)).toEqual([
      ...acknowledged,
      taken.event_id,
    ])
  })

  test('a connection that breaks between two statements of a transaction fails the transaction, but not the process', async () => {
    const database = await server().createDatabase()
    const connections = new Connections({ url: database, directUrl: database }, () => {})
    after.add(() => connections.close())
    const transaction = connections.transaction(async (query) => {
      const [own] = await query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      await server().query(database, `SELECT pg_terminate_backend(${own?.pid}, 5000)`)
      // The connection reports its end on its own before the next statement.
      await sleep(100)
      return query('SELECT 1')
    })
    await expect(transaction).rejects.toThrow(/^PostgreSQL: /)
    expect(await connections.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('an event reaches the streams of another relay although the notification of the database never comes', async () => {
    const { database, hook_path, relay } = await start()
    const dropped = { count: 0 }
    const forwarder = await startForwarder(after, () => withoutNotifications(dropped))
    forwarder.leadTo(server().folder)
    const { username, password, pathname } = new URL(database)
    const deaf = await startRelay(
      after,
      `postgres://${username}:${password}@127.0.0.1:${forwarder.port}${pathname}`,
    )
    const { device_token } = await pairDevice(database, deaf.ready.url)
    const stream = await asDevice(deaf.ready.url, device_token).stream(0)
    expect((await stream.next())?.event).toBe('bounds')
    const sent = [await post(relay, hook_path), await post(relay, hook_path)]
    expect(await nextEvent(stream)).toBe(sent[0]?.event_id)
    expect(await nextEvent(stream)).toBe(sent[1]?.event_id)
    expect(dropped.count).toBeGreaterThan(0)
    stream.close()
  })
})

/** Returns a stream that removes the notifications from what PostgreSQL sends, and counts them. */
function withoutNotifications(dropped: { count: number }): Transform {
  const NOTIFICATION = 'A'.charCodeAt(0)
  let rest = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk])
      // Each message consists of its type (one byte), its length without the type, and its content.
      for (;;) {
        const end = rest.length < 5 ? Infinity : 1 + rest.readUInt32BE(1)
        if (end > rest.length) break
        if (rest[0] === NOTIFICATION) dropped.count += 1
        else this.push(rest.subarray(0, end))
        rest = rest.subarray(end)
      }
      done()
    },
  })
}
