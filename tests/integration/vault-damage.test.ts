import { resultOf } from '../../src-main/platform/base/failure.ts'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { EncryptedDocumentStore } from '../../src-main/platform/vault/documents/encrypted-document-store.ts'
import { openEncrypted } from '../../src-main/platform/vault/encrypted-database.ts'
import type { HostProcess } from '../../src-main/platform/vault/host-process.ts'
import { openVault } from '../../src-main/platform/vault/open-vault.ts'
import type { VaultClient } from '../../src-main/platform/vault/vault-client.ts'
import { FileVaultStorage } from '../../src-main/platform/vault/storage/file-vault-storage.ts'
import { sizeOf } from '../../src-main/platform/vault/storage/places.ts'
import { storedDeal } from '../support/stored-deal.ts'
import { memoryKeychain, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { filesBelow } from '../support/vault/vault-files.ts'
import { startVaultHost } from '../support/vault/start-host.ts'
import { formatted } from '../support/formatted-messages.ts'

// Tests the vault process with damaged files: kills the real process and changes the real files.

const cleanup = new Cleanup()
afterEach(() => cleanup.run())
const DEALS = 6

type VaultFolder = ReturnType<typeof newVaultFolder>

function newVaultFolder() {
  const folder = cleanup.folder()
  const home = join(folder, 'sandbox')
  let host: HostProcess | undefined
  const secrets = memoryKeychain()
  const place = {
    folder,
    environment: 'sandbox' as const,
    secrets,
    startHost: () => (host = startVaultHost()),
  }
  return {
    folder,
    home,
    log: join(home, 'vault.db-wal'),
    database: join(home, 'vault.db'),
    mark: join(home, 'vault.db-mark'),
    place,
    secrets,
    async open(): Promise<VaultClient> {
      const { vault } = value(await openVault(place))
      cleanup.add(() => vault.close())
      return vault
    },
    /** Kills the process with SIGKILL, so the files remain as they are. */
    async kill() {
      const ended = new Promise<void>((resolve) => host?.onExit(resolve))
      host?.kill()
      await ended
    },
  }
}

/** Adds deals in one commit each and returns their ids. */
async function addDeals(vault: VaultClient, count = DEALS): Promise<string[]> {
  const deals = Array.from({ length: count }, () => storedDeal())
  for (const deal of deals) value(await vault.commit([{ write: 'create_deal', deal }]))
  return deals.map(({ deal_id }) => deal_id)
}

/** Counts the deals that still exist. */
async function present(vault: VaultClient, deals: string[]): Promise<number> {
  const found = await Promise.all(deals.map(async (deal_id) => value(await vault.getDeal(deal_id))))
  return found.filter((deal) => deal !== null).length
}

function flip(path: string, at: number) {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] as number) ^ 0x10
  writeFileSync(path, bytes)
}

/** Returns the content of every file, including SQLite's write-ahead log and the log's index. */
function contentBelow(folder: string): Map<string, string> {
  return new Map(
    filesBelow(folder).map((path) => [relative(folder, path), readFileSync(path).toString('base64')]),
  )
}

test('if a byte of the log is flipped after a kill, the app reports the number of missing changes and changes no file', async () => {
  const at = newVaultFolder()
  await addDeals(await at.open())
  await at.kill()
  flip(at.log, Math.floor(statSync(at.log).size / 2))
  const before = contentBelow(at.home)
  const opened = await resultOf(openVault(at.place))
  expect(opened).toMatchObject({ ok: false, error: { code: 'VAULT_SHORTENED' } })
  expect(formatted(!opened.ok && opened.error.message)).toMatch(/^Your data is missing \d saved changes/)
  expect(contentBelow(at.home)).toEqual(before)
})

const DAMAGES: [string, (at: VaultFolder) => void][] = [
  ['cut in half', ({ log }) => truncateSync(log, Math.floor(statSync(log).size / 2))],
  ['cut by one byte', ({ log }) => truncateSync(log, statSync(log).size - 1)],
  ['emptied', ({ log }) => truncateSync(log, 0)],
  ['removed', ({ log }) => rmSync(log)],
  ['damaged in its header', ({ log }) => flip(log, 17)],
  ['damaged in its last bytes', ({ log }) => flip(log, statSync(log).size - 3)],
]
test.each(DAMAGES)(
  'a log that was %s after a kill is reported each time the vault is opened',
  async (_, damage) => {
    const at = newVaultFolder()
    await addDeals(await at.open())
    await at.kill()
    damage(at)
    const before = contentBelow(at.home)
    for (let tries = 0; tries < 2; tries++)
      expect(await resultOf(openVault(at.place))).toMatchObject({
        error: { code: 'VAULT_SHORTENED' },
      })
    expect(contentBelow(at.home)).toEqual(before)
  },
)

test('an older database in place of the current one is reported with the missing changes', async () => {
  const at = newVaultFolder()
  let vault = await at.open()
  await addDeals(vault, 2)
  await vault.close()
  copyFileSync(at.database, join(at.folder, 'older.db'))
  vault = await at.open()
  await addDeals(vault, 3)
  await vault.close()
  copyFileSync(join(at.folder, 'older.db'), at.database)
  expect(formatted(await resultOf(openVault(at.place)))).toMatchObject({
    error: {
      code: 'VAULT_SHORTENED',
      message: expect.stringMatching(
        / is missing 3 saved changes\. The latest change here was made on .* The latest missing change was made on /,
      ),
    },
  })
})

test('if the broker continues despite the damage, the app copies the damaged files and then opens the remaining data', async () => {
  const at = newVaultFolder()
  let vault = await at.open()
  const early = await addDeals(vault, 3)
  value(await vault.checkpoint())
  const late = await addDeals(vault, 3)
  await at.kill()
  flip(at.log, Math.floor(statSync(at.log).size / 2))
  const damaged = contentBelow(at.home)
  const key = at.secrets.kept.get('sandbox/vault-key') as string
  const storage = new FileVaultStorage(at.folder, at.place.startHost)
  const copies = value(await storage.continueShortened('sandbox', key, '20260504-100000'))
  expect(contentBelow(copies)).toEqual(damaged)
  vault = await at.open()
  // Because `is_restored` is set, the engine does not send queued items immediately. It first asks the partner whether they arrived
  // already.
  expect(value(await vault.interruptedSendings()).is_restored).toBe(true)
  expect(await present(vault, early)).toBe(3)
  expect(await present(vault, late)).toBeLessThan(3)
  await addDeals(vault, 2)
  await at.kill()
  await (await at.open()).close()
})

test('documents that only the missing changes refer to are kept next to the damaged files and survive a sweep', async () => {
  const at = newVaultFolder()
  const vault = await at.open()
  const key = at.secrets.kept.get('sandbox/vault-key') as string
  const storeIn = (folder: string) =>
    new EncryptedDocumentStore(join(folder, 'documents'), Buffer.from(key, 'hex'))
  const content = Buffer.alloc(1000, 7)
  const { sha256 } = value(await storeIn(at.home).addBytes(content))
  await addDeals(vault, 2)
  await at.kill()
  truncateSync(at.log, Math.floor(statSync(at.log).size / 2))
  const storage = new FileVaultStorage(at.folder, at.place.startHost)
  const copies = value(await storage.continueShortened('sandbox', key, '20260504-100000'))
  expect(value(await storeIn(at.home).sweep(new Set(), '2100-01-01T00:00:00.000Z'))).toBe(2)
  expect(await buffer(value(await storeIn(copies).open(sha256)))).toEqual(content)
})

test('a log that would overwrite a complete database with older pages is archived, and no change is lost', async () => {
  const at = newVaultFolder()
  let vault = await at.open()
  const deals = await addDeals(vault)
  copyFileSync(at.log, join(at.folder, 'older-wal'))
  deals.push(...(await addDeals(vault)))
  await vault.close()
  copyFileSync(join(at.folder, 'older-wal'), at.log)
  vault = await at.open()
  expect(await present(vault, deals)).toBe(2 * DEALS)
  expect(readdirSync(at.home).filter((name) => name.includes('-wal.damaged-'))).toHaveLength(1)
})

test('a kill at any moment raises no false alarm and loses no acknowledged commit', async () => {
  const at = newVaultFolder()
  const acknowledged: string[] = []
  for (let round = 0; round < 6; round++) {
    const vault = await at.open()
    expect(await present(vault, acknowledged)).toBe(acknowledged.length)
    const writing = (async () => {
      for (let number = 0; ; number++) {
        const deal = storedDeal()
        const kept = await resultOf(vault.commit([{ write: 'create_deal', deal }]))
        if (!kept.ok) return
        acknowledged.push(deal.deal_id)
        if (number % 5 === 4 && !(await resultOf(vault.checkpoint())).ok) return
      }
    })()
    const enough = acknowledged.length + 4 + (round % 5)
    while (acknowledged.length < enough) await nextTurn()
    // Wait a different number of turns in each round, so that the kill interrupts a commit or a checkpoint at different points.
    for (let turn = 0; turn < round * 80; turn++) await nextTurn()
    await at.kill()
    await vault.close()
    await writing
  }
  expect(acknowledged.length).toBeGreaterThan(20)
})

test('an incomplete commit at the end of the log, which was never acknowledged, raises no alarm', async () => {
  const at = newVaultFolder()
  const deals = await addDeals(await at.open())
  await at.kill()
  // Simulates an incomplete commit: appends a copy of the last frame's header and of a part of its content to the write-ahead log.
  const log = readFileSync(at.log)
  writeFileSync(at.log, Buffer.concat([log, log.subarray(-4120, -2000)]))
  expect(await present(await at.open(), deals)).toBe(DEALS)
})

test.each([
  ['removed', (mark: string) => rmSync(mark)],
  ['emptied', (mark: string) => truncateSync(mark, 0)],
  ['cut', (mark: string) => truncateSync(mark, 60)],
  ['damaged', (mark: string) => flip(mark, 58)],
])('a history mark that was %s is rewritten, and the vault loses no data', async (_, damage) => {
  const at = newVaultFolder()
  let vault = await at.open()
  const deals = await addDeals(vault)
  await at.kill()
  damage(at.mark)
  vault = await at.open()
  expect(await present(vault, deals)).toBe(DEALS)
  await addDeals(vault, 1)
  await at.kill()
  rmSync(at.log)
  expect(await resultOf(openVault(at.place))).toMatchObject({
    error: { code: 'VAULT_SHORTENED' },
  })
})

test.each([
  ['a key file', (at: VaultFolder) => rmSync(at.mark)],
  ['a mark', (at: VaultFolder) => rmSync(join(at.home, 'key.json'))],
])(
  'a missing database next to %s is reported as damaged and never replaced by a new one',
  async (_, lose) => {
    const at = newVaultFolder()
    const vault = await at.open()
    await addDeals(vault)
    await vault.close()
    lose(at)
    rmSync(at.database)
    expect(await resultOf(openVault(at.place))).toMatchObject({
      error: { code: 'VAULT_DAMAGED' },
    })
    expect(existsSync(at.database)).toBe(false)
  },
)

const IN_PLACE: [string, (path: string) => void][] = [
  ['a folder', (path) => mkdirSync(path)],
  ['a link to nothing', (path) => symlinkSync(`${path}.nowhere`, path)],
  ['a file of 3 GB', (path) => (writeFileSync(path, ''), truncateSync(path, 3_000_000_000))],
]
test.each(IN_PLACE)(
  '%s in place of the history mark or the key file does not stop the vault from opening',
  async (_, put) => {
    const at = newVaultFolder()
    const vault = await at.open()
    const deals = await addDeals(vault)
    await vault.close()
    const key = readFileSync(join(at.home, 'key.json'), 'utf8')
    for (const path of [at.mark, join(at.home, 'key.json')]) {
      rmSync(path)
      put(path)
    }
    const again = await at.open()
    expect(await present(again, deals)).toBe(DEALS)
    value(await again.commit([{ write: 'set_setting', key: 'kept', value: 'yes' }]))
    await again.close()
    expect(readFileSync(join(at.home, 'key.json'), 'utf8')).toBe(key)
  },
)

test('the log is empty after commits pause, after a checkpoint, and after closing', async () => {
  const at = newVaultFolder()
  const vault = await at.open()
  await addDeals(vault, 1)
  expect(sizeOf(at.log)).toBeGreaterThan(0)
  await expect.poll(() => sizeOf(at.log)).toBe(0)
  await addDeals(vault, 1)
  expect(sizeOf(at.log)).toBeGreaterThan(0)
  value(await vault.checkpoint())
  expect(sizeOf(at.log)).toBe(0)
  await addDeals(vault, 1)
  await vault.close()
  expect(sizeOf(at.log)).toBe(0)
})

test('trying a key on a vault with a damaged log changes no file', async () => {
  const at = newVaultFolder()
  await addDeals(await at.open())
  await at.kill()
  flip(at.log, 17)
  const before = contentBelow(at.folder)
  const storage = new FileVaultStorage(at.folder, at.place.startHost)
  const key = at.secrets.kept.get('sandbox/vault-key') as string
  value(await storage.tryKey('sandbox', key))
  expect(await resultOf(storage.tryKey('sandbox', 'cd'.repeat(32)))).toMatchObject({
    error: { code: 'VAULT_KEY_WRONG' },
  })
  expect(contentBelow(at.folder)).toEqual(before)
})

test("a checkpoint during another process's read keeps the log, and a kill then loses nothing", async () => {
  const at = newVaultFolder()
  let vault = await at.open()
  const deals = await addDeals(vault, 2)
  const key = at.secrets.kept.get('sandbox/vault-key') as string
  const reader = openEncrypted(at.database, key, { readonly: true })
  const rows = reader.prepare('SELECT * FROM deals').iterate()
  rows.next()
  deals.push(...(await addDeals(vault, 2)))
  value(await vault.checkpoint())
  deals.push(...(await addDeals(vault, 2)))
  await at.kill()
  rows.return?.()
  reader.close()
  vault = await at.open()
  expect(await present(vault, deals)).toBe(DEALS)
})
