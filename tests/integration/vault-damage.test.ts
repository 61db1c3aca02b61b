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

type EnvironmentManager = ReturnType<typeof newEnvironment>

function newEnvironment() {
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
  const environmentManager = newEnvironment()
  await addDeals(await environmentManager.open())
  await environmentManager.kill()
  flip(environmentManager.log, Math.floor(statSync(environmentManager.log).size / 2))
  const before = contentBelow(environmentManager.home)
  const opened = await resultOf(openVault(environmentManager.place))
  expect(opened).toMatchObject({ ok: false, error: { code: 'VAULT_SHORTENED' } })
  expect(formatted(!opened.ok && opened.error.message)).toMatch(/^Your data is missing \d saved changes/)
  expect(contentBelow(environmentManager.home)).toEqual(before)
})

const DAMAGES: [string, (environmentManager: EnvironmentManager) => void][] = [
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
    const environmentManager = newEnvironment()
    await addDeals(await environmentManager.open())
    await environmentManager.kill()
    damage(environmentManager)
    const before = contentBelow(environmentManager.home)
    for (let tries = 0; tries < 2; tries++)
      expect(await resultOf(openVault(environmentManager.place))).toMatchObject({
        error: { code: 'VAULT_SHORTENED' },
      })
    expect(contentBelow(environmentManager.home)).toEqual(before)
  },
)

test('an older database in place of the current one is reported with the missing changes', async () => {
  const environmentManager = newEnvironment()
  let vault = await environmentManager.open()
  await addDeals(vault, 2)
  await vault.close()
  copyFileSync(environmentManager.database, join(environmentManager.folder, 'older.db'))
  vault = await environmentManager.open()
  await addDeals(vault, 3)
  await vault.close()
  copyFileSync(join(environmentManager.folder, 'older.db'), environmentManager.database)
  expect(formatted(await resultOf(openVault(environmentManager.place)))).toMatchObject({
    error: {
      code: 'VAULT_SHORTENED',
      message: expect.stringMatching(
        / is missing 3 saved changes\. The latest change here was made on .* The latest missing change was made on /,
      ),
    },
  })
})

test('if the broker continues despite the damage, the app copies the damaged files and then opens the remaining data', async () => {
  const environmentManager = newEnvironment()
  let vault = await environmentManager.open()
  const early = await addDeals(vault, 3)
  value(await vault.checkpoint())
  const late = await addDeals(vault, 3)
  await environmentManager.kill()
  flip(environmentManager.log, Math.floor(statSync(environmentManager.log).size / 2))
  const damaged = contentBelow(environmentManager.home)
  const key = environmentManager.secrets.kept.get('sandbox/vault-key') as string
  const storage = new FileVaultStorage(environmentManager.folder, environmentManager.place.startHost)
  const copies = value(await storage.continueShortened('sandbox', key, '20260504-100000'))
  expect(contentBelow(copies)).toEqual(damaged)
  vault = await environmentManager.open()
  // Because `is_restored` is set, the engine does not send queued items immediately. It first asks the partner whether they arrived
  // already.
  expect(value(await vault.interruptedSendings()).is_restored).toBe(true)
  expect(await present(vault, early)).toBe(3)
  expect(await present(vault, late)).toBeLessThan(3)
  await addDeals(vault, 2)
  await environmentManager.kill()
  await (await environmentManager.open()).close()
})

test('documents that only the missing changes refer to are kept next to the damaged files and survive a sweep', async () => {
  const environmentManager = newEnvironment()
  const vault = await environmentManager.open()
  const key = environmentManager.secrets.kept.get('sandbox/vault-key') as string
  const storeIn = (folder: string) =>
    new EncryptedDocumentStore(join(folder, 'documents'), Buffer.from(key, 'hex'))
  const content = Buffer.alloc(1000, 7)
  const { sha256 } = value(await storeIn(environmentManager.home).addBytes(content))
  await addDeals(vault, 2)
  await environmentManager.kill()
  truncateSync(environmentManager.log, Math.floor(statSync(environmentManager.log).size / 2))
  const storage = new FileVaultStorage(environmentManager.folder, environmentManager.place.startHost)
  const copies = value(await storage.continueShortened('sandbox', key, '20260504-100000'))
  expect(value(await storeIn(environmentManager.home).sweep(new Set(), '2100-01-01T00:00:00.000Z'))).toBe(2)
  expect(await buffer(value(await storeIn(copies).open(sha256)))).toEqual(content)
})

test('a log that would overwrite a complete database with older pages is archived, and no change is lost', async () => {
  const environmentManager = newEnvironment()
  let vault = await environmentManager.open()
  const deals = await addDeals(vault)
  copyFileSync(environmentManager.log, join(environmentManager.folder, 'older-wal'))
  deals.push(...(await addDeals(vault)))
  await vault.close()
  copyFileSync(join(environmentManager.folder, 'older-wal'), environmentManager.log)
  vault = await environmentManager.open()
  expect(await present(vault, deals)).toBe(2 * DEALS)
  expect(readdirSync(environmentManager.home).filter((name) => name.includes('-wal.damaged-'))).toHaveLength(
    1,
  )
})

test('a kill at any moment raises no false alarm and loses no acknowledged commit', async () => {
  const environmentManager = newEnvironment()
  const acknowledged: string[] = []
  for (let round = 0; round < 6; round++) {
    const vault = await environmentManager.open()
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
    await environmentManager.kill()
    await vault.close()
    await writing
  }
  expect(acknowledged.length).toBeGreaterThan(20)
})

test('an incomplete commit at the end of the log, which was never acknowledged, raises no alarm', async () => {
  const environmentManager = newEnvironment()
  const deals = await addDeals(await environmentManager.open())
  await environmentManager.kill()
  // Simulates an incomplete commit: appends a copy of the last frame's header and of a part of its content to the write-ahead log.
  const log = readFileSync(environmentManager.log)
  writeFileSync(environmentManager.log, Buffer.concat([log, log.subarray(-4120, -2000)]))
  expect(await present(await environmentManager.open(), deals)).toBe(DEALS)
})

test.each([
  ['removed', (mark: string) => rmSync(mark)],
  ['emptied', (mark: string) => truncateSync(mark, 0)],
  ['cut', (mark: string) => truncateSync(mark, 60)],
  ['damaged', (mark: string) => flip(mark, 58)],
])('a history mark that was %s is rewritten, and the vault loses no data', async (_, damage) => {
  const environmentManager = newEnvironment()
  let vault = await environmentManager.open()
  const deals = await addDeals(vault)
  await environmentManager.kill()
  damage(environmentManager.mark)
  vault = await environmentManager.open()
  expect(await present(vault, deals)).toBe(DEALS)
  await addDeals(vault, 1)
  await environmentManager.kill()
  rmSync(environmentManager.log)
  expect(await resultOf(openVault(environmentManager.place))).toMatchObject({
    error: { code: 'VAULT_SHORTENED' },
  })
})

test.each([
  ['a key file', (environmentManager: EnvironmentManager) => rmSync(environmentManager.mark)],
  ['a mark', (environmentManager: EnvironmentManager) => rmSync(join(environmentManager.home, 'key.json'))],
])(
  'a missing database next to %s is reported as damaged and never replaced by a new one',
  async (_, lose) => {
    const environmentManager = newEnvironment()
    const vault = await environmentManager.open()
    await addDeals(vault)
    await vault.close()
    lose(environmentManager)
    rmSync(environmentManager.database)
    expect(await resultOf(openVault(environmentManager.place))).toMatchObject({
      error: { code: 'VAULT_DAMAGED' },
    })
    expect(existsSync(environmentManager.database)).toBe(false)
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
    const environmentManager = newEnvironment()
    const vault = await environmentManager.open()
    const deals = await addDeals(vault)
    await vault.close()
    const key = readFileSync(join(environmentManager.home, 'key.json'), 'utf8')
    for (const path of [environmentManager.mark, join(environmentManager.home, 'key.json')]) {
      rmSync(path)
      put(path)
    }
    const again = await environmentManager.open()
    expect(await present(again, deals)).toBe(DEALS)
    value(await again.commit([{ write: 'set_setting', key: 'kept', value: 'yes' }]))
    await again.close()
    expect(readFileSync(join(environmentManager.home, 'key.json'), 'utf8')).toBe(key)
  },
)

test('the log is empty after commits pause, after a checkpoint, and after closing', async () => {
  const environmentManager = newEnvironment()
  const vault = await environmentManager.open()
  await addDeals(vault, 1)
  expect(sizeOf(environmentManager.log)).toBeGreaterThan(0)
  await expect.poll(() => sizeOf(environmentManager.log)).toBe(0)
  await addDeals(vault, 1)
  expect(sizeOf(environmentManager.log)).toBeGreaterThan(0)
  value(await vault.checkpoint())
  expect(sizeOf(environmentManager.log)).toBe(0)
  await addDeals(vault, 1)
  await vault.close()
  expect(sizeOf(environmentManager.log)).toBe(0)
})

test('trying a key on a vault with a damaged log changes no file', async () => {
  const environmentManager = newEnvironment()
  await addDeals(await environmentManager.open())
  await environmentManager.kill()
  flip(environmentManager.log, 17)
  const before = contentBelow(environmentManager.folder)
  const storage = new FileVaultStorage(environmentManager.folder, environmentManager.place.startHost)
  const key = environmentManager.secrets.kept.get('sandbox/vault-key') as string
  value(await storage.tryKey('sandbox', key))
  expect(await resultOf(storage.tryKey('sandbox', 'cd'.repeat(32)))).toMatchObject({
    error: { code: 'VAULT_KEY_WRONG' },
  })
  expect(contentBelow(environmentManager.folder)).toEqual(before)
})

test("a checkpoint during another process's read keeps the log, and a kill then loses nothing", async () => {
  const environmentManager = newEnvironment()
  let vault = await environmentManager.open()
  const deals = await addDeals(vault, 2)
  const key = environmentManager.secrets.kept.get('sandbox/vault-key') as string
  const reader = openEncrypted(environmentManager.database, key, { readonly: true })
  const rows = reader.prepare('SELECT * FROM deals').iterate()
  rows.next()
  deals.push(...(await addDeals(vault, 2)))
  value(await vault.checkpoint())
  deals.push(...(await addDeals(vault, 2)))
  await environmentManager.kill()
  rows.return?.()
  reader.close()
  vault = await environmentManager.open()
  expect(await present(vault, deals)).toBe(DEALS)
})
