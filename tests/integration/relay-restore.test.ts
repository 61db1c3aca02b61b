import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backUp, restoreFrom } from '../../services/relay/src/store/sqlite/backup.ts'
import { Cleanup } from '../support/cleanup.ts'
import { OFFICE, storeAt } from '../support/relay/relay.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const at = '2026-05-01T09:00:00.000Z'

/** Appends `count` events to the relay of a folder and returns the sequence number of the newest event. */
async function append(data: string, count: number): Promise<number> {
  const store = await storeAt(data)
  const outcomes = await store.append(
    Array.from({ length: count }, () => ({
      office_id: OFFICE,
      environment: 'sandbox' as const,
      event_id: randomUUID(),
      received_at: at,
      sender: '203.0.113.7',
      signature: 'x.y.z',
      kid: 'iso-submission-rsa-01',
      verification: 'body' as const,
      raw_body: Buffer.from('{}'),
    })),
  )
  await store.close()
  const last = outcomes.at(-1)
  return last?.outcome === 'stored' ? last.seq : 0
}

let data: string
let file: string
beforeEach(async () => {
  data = join(cleanup.folder(), 'data')
  const store = await storeAt(data)
  await store
    .office(OFFICE)
    .setEnvironment({ name: 'sandbox', jwks_url: 'https://x.example/keys', sender_addresses: [] })
  await store.close()
  await append(data, 3)
  file = join(cleanup.folder(), 'backup.db')
  await backUp(data, file)
})

test('a restore that fails leaves the current database in place', async () => {
  const last = await append(data, 2)
  const newer = new DatabaseSync(file)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  expect(() => restoreFrom(file, data, at)).toThrow('comes from a newer relay')
  expect(readdirSync(data).filter((name) => /before|restoring/.test(name))).toEqual([])
  expect(await append(data, 1)).toBe(last + 1)
})

test('after the same backup is restored twice, the relay assigns no event number twice', async () => {
  restoreFrom(file, data, at)
  const afterFirst = await append(data, 5)
  restoreFrom(file, data, '2026-05-02T09:00:00.000Z')
  expect(await append(data, 1)).toBeGreaterThan(afterFirst)
})

test('a restore renews the epoch of the store, and a restart does not', async () => {
  const epoch = async () => {
    const store = await storeAt(data)
    const bounds = await store.office(OFFICE).bounds('sandbox')
    await store.close()
    return bounds.epoch
  }
  const before = await epoch()
  expect(await epoch()).toBe(before)
  restoreFrom(file, data, at)
  expect(await epoch()).not.toBe(before)
})

test('a restore lists the devices and inlets in use that were added after the backup', async () => {
  const pair = async (name: string) => {
    const store = await storeAt(data)
    const code = { lookup: name, code_hash: 'c', name, environment: 'sandbox' as const }
    await store
      .office(OFFICE)
      .addPairingCode({ ...code, created_at: at, expires_at: '2027-01-01T00:00:00.000Z' })
    const device_id = randomUUID()
    const redemption = { lookup: name, code_hash: 'c', at, device_id, workstation: 'pc', token_hash: name }
    await store.redeemPairingCode(redemption)
    await store.close()
    return device_id
  }
  await pair('Kept')
  const later = join(cleanup.folder(), 'later.db')
  await backUp(data, later)
  const added = await pair('Added')
  const revoked = await pair('Revoked')
  const store = await storeAt(data)
  await store.office(OFFICE).revokeDevice(revoked, at)
  await store.office(OFFICE).addInlet({ inlet: 'new-inlet', environment: 'sandbox', created_at: at })
  await store.close()
  expect(restoreFrom(later, data, at).lost).toEqual({
    devices: [{ id: added, name: 'Added', environment: 'sandbox' }],
    inlets: [{ id: 'new-inlet', name: 'new-inlet', environment: 'sandbox' }],
  })
})
