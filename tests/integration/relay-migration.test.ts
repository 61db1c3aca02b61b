import { hash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { createLogAndDevices } from '../../services/relay/src/store/sqlite/migrations/0001-create-log-and-devices.ts'
import { replayAndForget } from '../../services/relay/src/store/sqlite/migrations/0002-replay-and-forget.ts'
import { Cleanup } from './relay-support/program.ts'
import { storeAt } from './relay-support/relay.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

/** The data folder of a relay of the second schema: each event came in both environments, a minute after the one before. */
function oldFolder(ids: string[]): string {
  const folder = cleanup.folder()
  const database = new DatabaseSync(join(folder, 'relay.db'))
  database.exec(`${createLogAndDevices}; ${replayAndForget}; PRAGMA user_version = 2`)
  for (const environment of ['sandbox', 'production']) {
    database
      .prepare('INSERT INTO environments VALUES (?, ?, ?, 0)')
      .run(environment, 'https://x.example/', '[]')
    for (const [index, id] of ids.entries())
      database
        .prepare('INSERT INTO event_ids VALUES (?, ?, ?, ?)')
        .run(environment, id, hash('sha256', `body of ${id}`, 'buffer'), receivedAt(index))
  }
  database.close()
  return folder
}

const receivedAt = (minute: number) => new Date(Date.UTC(2026, 4, 1, 9, minute)).toISOString()

const repeat = (environment: 'sandbox' | 'production', event_id: string, body = `body of ${event_id}`) => ({
  environment,
  event_id,
  received_at: receivedAt(59),
  sender: '203.0.113.7',
  signature: 'x.y.z',
  kid: 'iso-submission-rsa-01',
  verification: 'body' as const,
  raw_body: Buffer.from(body),
})

test('a relay that was brought up to date knows every event again, and forgets the oldest first', async () => {
  const folder = oldFolder(['oldest', 'next', 'last'])
  const store = await storeAt(folder)
  cleanup.add(() => store.close())
  const outcomes = async (...events: ReturnType<typeof repeat>[]) =>
    (await store.append(events)).map(({ outcome }) => outcome)

  expect(
    await outcomes(
      repeat('sandbox', 'oldest'),
      repeat('production', 'last'),
      repeat('production', 'next', 'another body'),
      repeat('sandbox', 'new'),
      repeat('sandbox', 'new'),
    ),
  ).toEqual(['duplicate', 'duplicate', 'conflict', 'stored', 'duplicate'])

  expect(await store.purgeEventIds('sandbox', receivedAt(2), 10)).toBe(2)
  expect(
    await outcomes(repeat('sandbox', 'oldest'), repeat('sandbox', 'last'), repeat('production', 'oldest')),
  ).toEqual(['stored', 'duplicate', 'duplicate'])
})
