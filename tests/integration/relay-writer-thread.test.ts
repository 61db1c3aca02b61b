import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openSqliteStore } from '../../services/relay/src/store/sqlite/sqlite-store.ts'
import { threadedWriter } from '../../services/relay/src/store/sqlite/threaded-writer.ts'
import { Cleanup } from './relay-support/program.ts'

// What the store does is held on each engine by relay-store.test.ts, and by every test that runs a relay.

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const sandbox = { name: 'sandbox', jwks_url: 'https://sandbox.example/keys', sender_addresses: [] } as const

test('what was written on the thread is read beside it, and the thread ends with the store', async () => {
  const store = openSqliteStore(cleanup.folder(), 'on a thread')
  await store.setEnvironment({ ...sandbox, sender_addresses: [] })
  const raw_body = Buffer.from('the middle of something larger').subarray(4, 10)
  const [outcome] = await store.append([
    {
      environment: 'sandbox',
      event_id: 'one',
      received_at: '2026-05-01T09:00:00.000Z',
      sender: '203.0.113.7',
      signature: 'x.y.z',
      kid: 'iso-submission-rsa-01',
      verification: 'body',
      raw_body,
    },
  ])
  expect(outcome).toEqual({ outcome: 'stored', seq: 1 })
  const [read] = await store.readEvents('sandbox', 0, 10)
  expect(Buffer.from(read?.raw_body ?? [])).toEqual(raw_body)
  // A refusal of the database comes over as one.
  await expect(
    store.addInlet({ inlet: 'a', environment: 'production', created_at: '2026-05-01T09:00:00.000Z' }),
  ).rejects.toThrow('FOREIGN KEY')
  await store.close()
})

test('a thread that cannot start refuses what waits for it, and the next write starts another', async () => {
  const folder = join(cleanup.folder(), 'data')
  writeFileSync(folder, 'a file where the folder belongs')
  const writer = threadedWriter(folder)
  cleanup.add(() => writer.close())
  const both = await Promise.allSettled([
    writer.probe(),
    writer.setEnvironment({ ...sandbox, sender_addresses: [] }),
  ])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  rmSync(folder)
  await expect(writer.setEnvironment({ ...sandbox, sender_addresses: [] })).resolves.toBeUndefined()
})
