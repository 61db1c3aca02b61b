import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { RELAY, runProgram } from '../../build/demo/program.ts'
import { purge } from '../../services/relay/src/events/housekeeping.ts'
import { SqliteStore } from '../../services/relay/src/store/sqlite/sqlite-store.ts'
import { startKeyServer } from '../support/relay/http-servers.ts'
import {
  asDevice,
  OFFICE,
  pairDevice,
  postHook,
  setUpRelay,
  signBody,
  startRelay,
} from '../support/relay/relay.ts'
import { createSigningKey, makeEvent } from '../support/relay/signing.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { mountDisk } from '../support/small-disk.ts'

// How the relay uses the disk, and what it does if the disk is full.

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const MEGABYTE = 1024 * 1024
const KEEP_10 = { days: null, events: 10, megabytes: null, ids_days: null, ids: null }

const sizeOf = (data: string, name: string) => statSync(join(data, name)).size

async function openWithEvents(data: string, count: number): Promise<SqliteStore> {
  const store = new SqliteStore(data)
  await store
    .office(OFFICE)
    .setEnvironment({ name: 'sandbox', jwks_url: 'https://x.example/keys', sender_addresses: [] })
  const raw_body = Buffer.alloc(40_000, 'x')
  const event = {
    office_id: OFFICE,
    environment: 'sandbox',
    received_at: '2026-05-01T09:00:00.000Z',
    sender: '203.0.113.7',
  } as const
  for (let first = 0; first < count; first += 100)
    await store.append(
      Array.from({ length: 100 }, (_, index) => {
        const event_id = `e${first + index}`
        return { ...event, event_id, signature: 'x.y.z', kid: 'k', verification: 'body' as const, raw_body }
      }),
    )
  return store
}

test('a purge returns disk space while the relay runs, and truncates the write-ahead log', async () => {
  const data = cleanup.folder()
  const store = await openWithEvents(data, 1000)
  cleanup.add(() => store.close())
  expect(sizeOf(data, 'relay.db') + sizeOf(data, 'relay.db-wal')).toBeGreaterThan(30 * MEGABYTE)
  await purge(store.office(OFFICE), 'sandbox', KEEP_10, Date.now())
  await store.reclaim()
  expect(sizeOf(data, 'relay.db')).toBeLessThan(8 * MEGABYTE)
  expect(sizeOf(data, 'relay.db-wal')).toBe(0)
  expect(await store.office(OFFICE).readEvents('sandbox', 0, 100)).toHaveLength(10)
})

test('a purge does not wait for another process that reads the database', async () => {
  const data = cleanup.folder()
  const store = await openWithEvents(data, 1000)
  cleanup.add(() => store.close())
  const reader = new DatabaseSync(join(data, 'relay.db'), { readOnly: true })
  cleanup.add(() => reader.close())
  reader.exec('BEGIN; SELECT count(*) FROM events')
  await purge(store.office(OFFICE), 'sandbox', KEEP_10, Date.now())
  await store.reclaim()
  reader.exec('COMMIT')
  // The next run does what the reader prevented.
  await store.reclaim()
  expect(sizeOf(data, 'relay.db')).toBeLessThan(8 * MEGABYTE)
})

test('a relay on a full disk refuses notifications with 503, keeps its streams, and loses nothing that it acknowledged', async (context) => {
  const folder = cleanup.folder()
  const data = join(folder, 'disk')
  mkdirSync(data, { mode: 0o700 })
  if (!mountDisk(cleanup, data, 4)) context.skip('only an administrator may mount a disk')
  const key = createSigningKey('iso-submission-rsa-01')
  const { url: jwks_url } = await startKeyServer(cleanup, [key])
  const { hook_path } = await setUpRelay(cleanup, jwks_url, data)
  const relay = await startRelay(cleanup, data)
  const { device_token } = await pairDevice(data, relay.ready.url)
  const stream = await asDevice(relay.ready.url, device_token).stream(0)
  expect((await stream.next())?.event).toBe('bounds')
  const acknowledged: string[] = []
  async function post(): Promise<Response> {
    const event = makeEvent({ padding: randomBytes(20_000).toString('hex') })
    const body = JSON.stringify(event)
    const response = await postHook(`${relay.ready.url}${hook_path}`, body, signBody(key, body))
    if (response.status < 300) acknowledged.push(event.event_id)
    return response
  }
  const filler = openSync(join(data, 'filler'), 'w')
  expect(() => {
    for (;;) writeSync(filler, Buffer.alloc(4096))
  }).toThrow('ENOSPC')
  closeSync(filler)
  // The database has some free space at first.
  const refused = await until(async () => {
    const response = await post()
    return response.status < 300 ? undefined : response
  })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30'])
  rmSync(join(data, 'filler'))
  expect((await post()).status).toBe(202)
  for (const event_id of acknowledged) expect(await stream.next()).toMatchObject({ data: { event_id } })
  stream.close()
})

test('doctor on a full disk advises to free space, not to restore a backup', async (context) => {
  const folder = cleanup.folder()
  const data = join(folder, 'disk')
  mkdirSync(data, { mode: 0o700 })
  if (!mountDisk(cleanup, data, 3)) context.skip('only an administrator may mount a disk')
  const store = new SqliteStore(data)
  await store
    .office(OFFICE)
    .setEnvironment({ name: 'sandbox', jwks_url: 'https://x.example/keys', sender_addresses: [] })
  const filler = openSync(join(data, 'filler'), 'w')
  expect(() => {
    for (;;) writeSync(filler, Buffer.alloc(4096))
  }).toThrow('ENOSPC')
  closeSync(filler)
  const { code, stdout } = await runProgram(RELAY, ['doctor', '--data', data, '--offline'])
  await store.close()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^fail +storage: .*\n +The disk is full\. Free space on it/m)
  expect(stdout).toContain('do not restore a backup')
  expect(stdout).not.toContain('restore the last backup')
})
