import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RELAY, runProgram } from '../../build/demo/program.ts'
import { createOffice } from '../../services/relay/src/offices/office-service.ts'
import { NO_QUOTAS } from '../../services/relay/src/store/relay-store.ts'
import type { RelayStore } from '../../services/relay/src/store/sql-store.ts'
import { backUp, restoreFrom } from '../../services/relay/src/store/sqlite/backup.ts'
import { Cleanup } from '../support/cleanup.ts'
import { OFFICE, storeAt } from '../support/relay/relay.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

const at = '2026-05-01T09:00:00.000Z'

/** Appends `count` events to the log of an office and returns the sequence number of the newest event. */
async function append(data: string, count: number, office_id = OFFICE): Promise<number> {
  const store = await storeAt(data)
  const outcomes = await store.append(
    Array.from({ length: count }, () => ({
      office_id,
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

/** Pairs a workstation with an office and returns its id. */
async function pair(store: RelayStore, office_id: number, name: string): Promise<string> {
  const code = { lookup: name, code_hash: 'c', name, environment: 'sandbox' as const }
  await store
    .office(office_id)
    .addPairingCode({ ...code, created_at: at, expires_at: '2027-01-01T00:00:00.000Z' })
  const device_id = randomUUID()
  await store.redeemPairingCode({
    lookup: name,
    code_hash: 'c',
    at,
    device_id,
    workstation: 'pc',
    token_hash: name,
  })
  return device_id
}

/** Opens the relay, runs `work`, and closes the relay. */
async function withRelay<T>(work: (store: RelayStore) => Promise<T>): Promise<T> {
  const store = await storeAt(data)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

test('a restore lists the devices and inlets in use that were added after the backup', async () => {
  await withRelay((store) => pair(store, OFFICE, 'Kept'))
  const later = join(cleanup.folder(), 'later.db')
  await backUp(data, later)
  const [office, added] = await withRelay(async (store) => {
    const device = await pair(store, OFFICE, 'Added')
    await store.office(OFFICE).revokeDevice(await pair(store, OFFICE, 'Revoked'), at)
    await store.office(OFFICE).addInlet({ inlet: 'new-inlet', environment: 'sandbox', created_at: at })
    return [(await store.office(OFFICE).get())?.public_id, device]
  })
  expect(restoreFrom(later, data, at).lost).toEqual({
    offices: [],
    devices: [{ id: added, name: 'Added', environment: 'sandbox', office }],
    inlets: [{ id: 'new-inlet', name: 'new-inlet', environment: 'sandbox', office }],
  })
})

/** Creates an office with an environment. */
async function addOffice(store: RelayStore, name: string) {
  const office = await createOffice(store, name, NO_QUOTAS, 'test')
  await store
    .office(office.office_id)
    .setEnvironment({ name: 'sandbox', jwks_url: 'https://x.example/keys', sender_addresses: [] })
  return office
}

test('a restore with several offices keeps suspensions and deletions, and its printed commands replace what is lost', async () => {
  const [suspended, resumed, deleted] = await withRelay(async (store) => {
    const offices = [
      await addOffice(store, 'Suspended'),
      await addOffice(store, 'Resumed'),
      await addOffice(store, 'Deleted'),
    ] as const
    await store.office(offices[1].office_id).setState('suspended')
    return offices
  })
  const later = join(cleanup.folder(), 'later.db')
  await backUp(data, later)
  await withRelay(async (store) => {
    await store.office(suspended.office_id).setState('suspended')
    await store.office(resumed.office_id).setState('active')
    await store.office(deleted.office_id).delete()
    const created = await addOffice(store, 'Created $(since)')
    await pair(store, created.office_id, 'Their desk')
    await store
      .office(created.office_id)
      .addInlet({ inlet: 'their-inlet', environment: 'sandbox', created_at: at })
    await pair(store, resumed.office_id, 'Our desk')
    await store
      .office(resumed.office_id)
      .addInlet({ inlet: 'our-inlet', environment: 'sandbox', created_at: at })
  })
  const { code, stdout } = await runProgram(RELAY, ['restore', '--data', data, '--from', later])
  expect(code).toBe(0)
  const commands = stdout.match(/(?<=: |Run ")relay [^"\n]*/g) ?? []
  expect(commands).toEqual([
    `relay office create --name 'Created $(since)'`,
    `relay pair --office ${resumed.public_id} --name 'Our desk' --environment sandbox`,
    `relay pair --office NEW_OFFICE --name 'Their desk' --environment sandbox`,
    `relay inlet add --office ${resumed.public_id} --environment sandbox`,
    'relay inlet add --office NEW_OFFICE --environment sandbox',
    `relay office delete --office ${deleted.public_id} --yes`,
  ])
  const states = await withRelay((store) => store.listOffices())
  expect(Object.fromEntries(states.map(({ name, state }) => [name, state]))).toEqual({
    Office: 'active',
    Suspended: 'suspended',
    Resumed: 'active',
    Deleted: 'suspended',
  })
  // The commands for offices that exist work as they are printed.
  for (const command of [commands[1], commands[3], commands[5]]) {
    const args = [...(command ?? '').slice('relay '.length).matchAll(/'([^']*)'|(\S+)/g)]
    const { code: ended, stderr } = await runProgram(RELAY, [
      ...args.map(([, quoted, plain]) => quoted ?? plain ?? ''),
      '--data',
      data,
    ])
    expect([ended, stderr]).toEqual([0, ''])
  }
})

test('after a restore, the numbers of an office show nothing about the events of another one', async () => {
  const quiet = await withRelay((store) => addOffice(store, 'Quiet'))
  const later = join(cleanup.folder(), 'later.db')
  await backUp(data, later)
  await append(data, 50)
  restoreFrom(later, data, at)
  const next = [await append(data, 1), await append(data, 1, quiet.office_id)]
  expect(next).toEqual([1_000_054, 1_000_001])
})
