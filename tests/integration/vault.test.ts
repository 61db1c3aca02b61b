import { resultOf } from '../../src-main/platform/base/failure.ts'
import { value } from '../support/core/value.ts'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openEncrypted } from '../../src-main/platform/vault/encrypted-database.ts'
import { startEarly, type HostProcess } from '../../src-main/platform/vault/host-process.ts'
import { openVault } from '../../src-main/platform/vault/open-vault.ts'
import { createVaultClient, type VaultClient } from '../../src-main/platform/vault/vault-client.ts'
import type { OpenCall } from '../../src-main/platform/vault/vault-protocol.ts'
import type { InboxEvent, StoredDeal } from '../../src-main/platform/vault/records.ts'
import type { Vault, VaultWrite } from '../../src-main/platform/vault/vault.ts'
import type { SecretStore } from '../../src-main/platform/keychain/secrets.ts'
import { ok, type Result } from '../../src-shared/platform/base/errors.ts'
import { storedDeal } from '../support/stored-deal.ts'
import { startVaultHost } from '../support/vault/start-host.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'

const key = 'ab'.repeat(32)
const now = '2026-05-04T10:00:00.000Z'

let folder: string
let hosts: HostProcess[]
let vaults: Vault[]
const startHost = () => {
  const host = startVaultHost()
  hosts.push(host)
  return host
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'funding-desk-vault-'))
  hosts = []
  vaults = []
})
afterEach(async () => {
  await Promise.all(vaults.map((vault) => vault.close()))
  rmSync(folder, { recursive: true })
})

/** Creates an in-memory keychain, because this file tests the vault. The real keychain has separate tests. */
function memoryKeychain(kept = new Map<string, string>()): SecretStore {
  return {
    get: async (account) => kept.get(account) ?? null,
    set: async (account, secret) => void kept.set(account, secret),
    delete: async (account) => void kept.delete(account),
  }
}

async function openAt(file = join(folder, 'vault.db'), withKey = key): Promise<VaultClient> {
  const vault = createVaultClient(startHost, file, withKey)
  vaults.push(vault)
  value(await vault.open())
  return vault
}

const deal = (more: Partial<StoredDeal> = {}): StoredDeal =>
  storedDeal({
    field_problems: [{ path: 'company.phone', message: 'needed' }],
    reference: 'R-2026-07',
    created_at: now,
    updated_at: now,
    ...more,
  })

const event = (more: Partial<InboxEvent> = {}): InboxEvent => ({
  event_id: randomUUID(),
  seq: 7,
  received_at: now,
  message_type: 'offer_event',
  status: 'offer_available',
  application_id: '77',
  timestamp: now,
  verification: 'body',
  raw_body: 'e30=',
  signature: 'x.y.z',
  state: 'waiting',
  ...more,
})

const create = (one: StoredDeal): VaultWrite => ({ write: 'create_deal', deal: one })

describe('the vault returns stored values unchanged', () => {
  test('for a complete deal', async () => {
    const vault = await openAt()
    const one = deal()
    await vault.commit([create(one)])
    expect(value(await vault.getDeal(one.deal_id))).toEqual(one)
    expect(value(await vault.getDeal(randomUUID()))).toBeNull()
  })

  test('after an update that changes only the named fields', async () => {
    const vault = await openAt()
    const one = deal()
    await vault.commit([create(one)])
    const changes = {
      state: 'received' as const,
      application_id: '77',
      refused_fields: [{ path: 'company.ein', message: 'no' }],
    }
    await vault.commit([{ write: 'update_deal', deal_id: one.deal_id, changes }])
    expect(value(await vault.getDeal(one.deal_id))).toEqual({ ...one, ...changes })
    expect(value(await vault.findIdHolder('77'))).toMatchObject({ deal_id: one.deal_id })
  })

  test('for documents in their order, timeline, settings, and cursors', async () => {
    const vault = await openAt()
    const one = deal()
    const document = (name: string) => ({
      document_id: randomUUID(),
      deal_id: one.deal_id,
      name,
      kind: 'bank_statement',
      size: 9,
      pages: 1,
      sha256: 'aa',
      state: 'attached' as const,
      error: null,
      added_at: now,
      sent_at: null,
      reading: null,
    })
    const [first, second] = [document('b.pdf'), document('a.pdf')]
    await vault.commit([
      create(one),
      { write: 'put_document', document: first },
      { write: 'put_document', document: second },
      {
        write: 'append_timeline',
        entry: {
          deal_id: one.deal_id,
          at: now,
          kind: 'created',
          title: 'Draft started',
          detail: '',
          verification: null,
        },
      },
      { write: 'set_setting', key: 'base_url', value: 'https://partner.example' },
      { write: 'set_cursor', source: 'relay', seq: 12 },
    ])
    await vault.commit([{ write: 'put_document', document: { ...first, state: 'sending' } }])
    expect(value(await vault.listDocuments(one.deal_id))).toEqual([{ ...first, state: 'sending' }, second])
    expect(value(await vault.listTimeline(one.deal_id))).toMatchObject([{ title: 'Draft started' }])
    expect(value(await vault.getSetting('base_url'))).toBe('https://partner.example')
    expect(value(await vault.getCursor('relay'))).toBe(12)
    expect(value(await vault.interruptedSendings()).documents.map(({ name }) => name)).toEqual(['b.pdf'])
  })

  test('and finds deals by the beginnings of words, including the EIN, but not by an SSN', async () => {
    const vault = await openAt()
    const bakery = deal({ updated_at: '2026-05-01T00:00:00.000Z' })
    const garage = deal({
      legal_name: 'Müller Garage',
      reference: 'X-9',
      state: 'received',
      application_id: '4711',
    })
    const binned = deal({ legal_name: 'Juniper Gone', deleted_at: now })
    await vault.commit([create(bakery), create(garage), create(binned)])
    const find = async (search: string) =>
      value(await vault.listDeals(dealQuerySchema.parse({ search }))).rows.map(({ legal_name }) => legal_name)
    expect(await find('')).toEqual(['Müller Garage', 'Juniper Bakery LLC'])
    expect(await find('jun bak')).toEqual(['Juniper Bakery LLC'])
    expect(await find('muller')).toEqual(['Müller Garage'])
    expect(await find('4711')).toEqual(['Müller Garage'])
    expect(await find('submitted')).toEqual(['Müller Garage'])
    expect(await find('" OR NEAR( *')).toEqual([])
    // The EIN and its last four digits find both deals. An SSN finds nothing.
    expect(await find('6789')).toHaveLength(2)
    expect(await find('3456')).toEqual([])
    expect(await find('12-3456789')).toHaveLength(2)
    expect(await find('900-12-3456')).toEqual([])
  })
})

describe('a commit', () => {
  test('is all or nothing', async () => {
    const vault = await openAt()
    const one = deal()
    const failed = await resultOf(
      vault.commit([create(one), { write: 'update_deal', deal_id: randomUUID(), changes: { revision: 1 } }]),
    )
    expect(failed).toMatchObject({ ok: false, error: { code: 'DEAL_NOT_FOUND' } })
    expect(value(await vault.getDeal(one.deal_id))).toBeNull()
  })

  test('that repeats a stored event is reported as a duplicate, and none of its other writes are stored', async () => {
    const vault = await openAt()
    const once = event()
    const writes: VaultWrite[] = [
      { write: 'insert_event', event: once },
      { write: 'set_cursor', source: 'relay', seq: 7 },
    ]
    expect(value(await vault.commit(writes))).toBe('committed')
    const again = await resultOf(
      vault.commit([
        { write: 'set_cursor', source: 'relay', seq: 99 },
        { write: 'insert_event', event: once },
      ]),
    )
    expect(value(again)).toBe('duplicate')
    expect(value(await vault.getCursor('relay'))).toBe(7)
    expect(value(await vault.waitingEvents('77'))).toEqual([once])
  })

  test('that sets the epoch of a cursor leaves the cursor as it is, and the other way around', async () => {
    const vault = await openAt()
    expect(value(await vault.getEpoch('relay'))).toBe('')
    value(await vault.commit([{ write: 'set_cursor', source: 'relay', seq: 7 }]))
    value(await vault.commit([{ write: 'set_epoch', source: 'relay', epoch: 'one' }]))
    value(await vault.commit([{ write: 'set_cursor', source: 'relay', seq: 8 }]))
    expect(value(await vault.getCursor('relay'))).toBe(8)
    expect(value(await vault.getEpoch('relay'))).toBe('one')
  })

  test('that expects a certain cursor stores nothing if the cursor has moved since', async () => {
    const vault = await openAt()
    const moved = (from: number, seq: number, id: string) =>
      resultOf(
        vault.commit([
          { write: 'insert_event', event: { ...event(), event_id: id } },
          { write: 'set_cursor', source: 'relay', from, seq },
        ]),
      )
    expect(value(await moved(0, 7, 'first'))).toBe('committed')
    expect(value(await moved(0, 9, 'second'))).toBe('stale')
    expect(value(await vault.getCursor('relay'))).toBe(7)
    expect(value(await vault.newsContext(['first', 'second'], [])).known).toEqual(['first'])
  })

  test('cannot rewrite the timeline', async () => {
    const file = join(folder, 'vault.db')
    const vault = await openAt(file)
    const one = deal()
    await vault.commit([
      create(one),
      {
        write: 'append_timeline',
        entry: { deal_id: one.deal_id, at: now, kind: 'note', title: 't', detail: '', verification: null },
      },
    ])
    await vault.close()
    const database = openEncrypted(file, key)
    expect(() => database.exec("UPDATE timeline SET title = 'u'")).toThrow('append-only')
    expect(() => database.exec('DELETE FROM timeline')).toThrow('append-only')
    database.close()
  })

  test.each(['drop_everything', 'toString', 'constructor'])('refuses the unknown write %s', async (write) => {
    const vault = await openAt()
    const bad = await resultOf(
      vault.commit([{ write: 'set_setting', key: 'beside', value: 'x' }, { write } as unknown as VaultWrite]),
    )
    expect(bad).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(value(await vault.getSetting('beside'))).toBeNull()
  })
})

describe('the client', () => {
  test.each(['listEverything', 'toString', 'constructor', '__proto__'])(
    'is refused the unknown function %s',
    async (name) => {
      const vault = (await openAt()) as unknown as Record<string, () => Promise<unknown>>
      expect(await resultOf(vault[name]?.() ?? Promise.resolve())).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT' },
      })
    },
  )

  test('is not a promise, and a test can replace its functions', async () => {
    const vault = await openAt()
    expect(await Promise.resolve(vault)).toBe(vault)
    const reading = vi.spyOn(vault, 'getSetting')
    expect(value(await vault.getSetting('absent'))).toBeNull()
    expect(reading).toHaveBeenCalledExactlyOnceWith('absent')
    reading.mockRestore()
    vault.getSetting = async () => 'replaced'
    expect(value(await vault.getSetting('absent'))).toBe('replaced')
  })
})

describe('after a crash', () => {
  test('kill -9 of the vault process loses no acknowledged commit, and the next call restarts it', async () => {
    const vault = await openAt()
    const acknowledged: number[] = []
    const exits: Promise<void>[] = []
    const kill = (host = hosts.at(-1)) => {
      exits.push(new Promise((resolve) => host?.onExit(() => resolve())))
      host?.kill()
    }
    for (let round = 0; round < 4; round++) {
      const burst = Array.from({ length: 50 }, async (_, index) => {
        const seq = round * 50 + index
        const done = await resultOf(vault.commit([{ write: 'set_setting', key: `k${seq}`, value: 'x' }]))
        if (done.ok) acknowledged.push(seq)
        if (index === 10 + round) kill()
      })
      await Promise.all(burst)
      // A killed process may take a call before it ends.
      await Promise.all(exits)
    }
    expect(acknowledged.length).toBeGreaterThan(10)
    expect(acknowledged.length).toBeLessThan(200)
    for (const seq of acknowledged) expect(value(await vault.getSetting(`k${seq}`)), `k${seq}`).toBe('x')
    expect(hosts.length).toBeGreaterThan(1)
  })

  test('the database syncs each commit to the disk before it returns (WAL, synchronous = FULL)', () => {
    const database = openEncrypted(join(folder, 'durable.db'), '0'.repeat(64))
    const full = 2
    expect(database.pragma('synchronous', { simple: true })).toBe(full)
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
    database.close()
  })

  test('a process that exits repeatedly is reported and not restarted forever', async () => {
    const vault = await openAt()
    let last: Result<unknown> = ok(null)
    for (let attempt = 0; attempt < 12; attempt++) {
      hosts.at(-1)?.kill()
      await new Promise((resolve) => setTimeout(resolve, 20))
      last = await resultOf(vault.getSetting('x'))
    }
    expect(last).toMatchObject({ ok: false, error: { code: 'VAULT_UNAVAILABLE' } })
    expect(hosts.length).toBeLessThan(8)
  })
})

describe('opening a vault', () => {
  test('creates a key once and stores it only in the keychain', async () => {
    const kept = new Map<string, string>()
    const place = { folder, environment: 'sandbox' as const, secrets: memoryKeychain(kept), startHost }
    const first = value(await openVault(place))
    vaults.push(first.vault)
    await first.vault.commit([{ write: 'set_setting', key: 'a', value: 'b' }])
    await first.vault.close()
    expect([...kept.keys()]).toEqual(['sandbox/vault-key'])
    const second = value(await openVault(place))
    vaults.push(second.vault)
    expect(value(await second.vault.getSetting('a'))).toBe('b')
    expect(second.key.toString('hex')).toBe(kept.get('sandbox/vault-key'))
  })

  test('returns the result of the first request, and closes the vault again if that request fails', async () => {
    const place = { folder, environment: 'sandbox' as const, secrets: memoryKeychain(), startHost }
    const first = value(
      await openVault(place, async (vault) => {
        await vault.commit([{ write: 'set_setting', key: 'a', value: 'b' }])
        return vault.getSetting('a')
      }),
    )
    expect(first.read).toBe('b')
    await first.vault.close()
    const wrong = await resultOf(
      openVault(place, (vault) => vault.commit([{ write: 'set_setting', key: 'a' } as never])),
    )
    expect(wrong).toMatchObject({ ok: false, error: { code: 'VAULT_UNAVAILABLE' } })
    const again = value(await openVault(place, (vault) => vault.getSetting('a')))
    vaults.push(again.vault)
    expect(again.read).toBe('b')
  })

  test('does not write to a vault that failed to open', async () => {
    const place = { folder, environment: 'sandbox' as const, secrets: memoryKeychain(), startHost }
    await value(await openVault(place)).vault.close()
    const file = join(folder, 'sandbox', 'vault.db')
    rmSync(join(folder, 'sandbox', 'key.json'), { force: true })
    const before = readFileSync(file)
    const secrets = memoryKeychain(new Map([['sandbox/vault-key', 'cd'.repeat(32)]]))
    const opened = await resultOf(
      openVault({ ...place, secrets }, (vault) =>
        vault.commit([{ write: 'set_setting', key: 'a', value: 'b' }]),
      ),
    )
    expect(opened).toMatchObject({ ok: false, error: { code: 'VAULT_KEY_WRONG' } })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test.each([
    ['the key is missing', () => memoryKeychain(), 'VAULT_KEY_MISSING'],
    [
      'the key is wrong',
      () => memoryKeychain(new Map([['sandbox/vault-key', 'cd'.repeat(32)]])),
      'VAULT_KEY_WRONG',
    ],
  ])('fails with a message if %s, and does not change the file', async (_, keychain, code) => {
    const place = { folder, environment: 'sandbox' as const, secrets: memoryKeychain(), startHost }
    const first = value(await openVault(place))
    await first.vault.commit([create(deal())])
    await first.vault.close()
    const file = join(folder, 'sandbox', 'vault.db')
    const before = readFileSync(file)
    expect(await resultOf(openVault({ ...place, secrets: keychain() }))).toMatchObject({
      ok: false,
      error: { code },
    })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  test.each([
    ['the same vault', {}],
    ['another vault', { file: 'other.db' }],
    ['a vault opened for inspection', { look: true }],
    ['a vault that did not open', { key: 'cd'.repeat(32) }],
    ['a vault that does not exist yet', { file: 'new.db' }],
  ] as [string, Partial<OpenCall>][])(
    'opens the requested vault after %s was prewarmed',
    async (_, ahead) => {
      const file = join(folder, 'vault.db')
      for (const one of ['vault.db', 'other.db']) {
        const vault = await openAt(join(folder, one))
        await vault.commit([{ write: 'set_setting', key: 'file', value: one }])
        await vault.close()
      }
      const host = startEarly(startHost, null)
      const args = [
        { file, key, look: false, ...ahead, ...(ahead.file && { file: join(folder, ahead.file) }) },
      ]
      host.notify({ id: 0, call: { method: 'open', args } })
      const vault = createVaultClient(host.start, file, key)
      vaults.push(vault)
      await vault.open()
      expect(value(await vault.getSetting('file'))).toBe('vault.db')
      expect(
        await resultOf(vault.commit([{ write: 'set_setting', key: 'after', value: 'x' }])),
      ).toMatchObject({
        ok: true,
      })
      expect(hosts).toHaveLength(3)
    },
  )

  test('refuses a vault of a newer version', async () => {
    const file = join(folder, 'vault.db')
    await (await openAt(file)).close()
    const database = openEncrypted(file, key)
    database.pragma('user_version = 99')
    database.close()
    expect(await resultOf(createVaultClient(startHost, file, key).open())).toMatchObject({
      ok: false,
      error: { code: 'VAULT_NEWER_VERSION' },
    })
    hosts.at(-1)?.kill()
  })

  test('detects a flipped byte', async () => {
    const file = join(folder, 'vault.db')
    const vault = await openAt(file)
    await vault.commit([create(deal())])
    await vault.close()
    const bytes = readFileSync(file)
    bytes[100] = (bytes[100] as number) ^ 1
    writeFileSync(file, bytes)
    expect(await resultOf(createVaultClient(startHost, file, key).open())).toMatchObject({
      ok: false,
      error: { code: 'VAULT_KEY_WRONG' },
    })
    hosts.at(-1)?.kill()
  })
})

test('no deal data is readable on disk while the vault is open or closed', async () => {
  const vault = await openAt()
  for (let round = 0; round < 20; round++) await vault.commit([create(deal())])
  value(await vault.listDeals(dealQuerySchema.parse({ search: 'juniper' })))
  const secrets = ['Juniper Bakery', '900-12-3456', '12-3456789', 'Alder Street', 'CREATE TABLE']
  const readable = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .flatMap((path) => secrets.filter((secret) => readFileSync(path).includes(secret)))
  expect(statSync(join(folder, 'vault.db-wal')).size).toBeGreaterThan(0)
  expect(readable()).toEqual([])
  await vault.close()
  expect(readable()).toEqual([])
})
