import { resultOf } from '../../src-main/platform/base/failure.ts'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, expect, test } from 'vitest'
import { bodySize, ENVELOPE_BYTES } from '../../src-main/platform/vault/documents/document-envelope.ts'
import { documentPlace, documentsKey } from '../../src-main/platform/vault/documents/envelope-files.ts'
import { keyFileSchema } from '../../src-main/platform/vault/vault-storage.ts'
import { readRecoveryCode, unwrapKey } from '../../src-main/features/backup/recovery-code.ts'
import { unlockWithCode } from '../../src-main/features/backup/recovery.ts'
import type { Result } from '../../src-shared/platform/base/errors.ts'
import { addDeal, addDocument, dealOf, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { confirmNewCode, filesBelow, newComputer, type Computer } from '../support/vault/vault-files.ts'
import { HostPool } from '../support/vault/host-pool.ts'

// The tests change a vault key again and again, and each time end the app at another step. Every change of a file or of the keychain counts
// as a step. After the app has ended, none of its cleanup code runs.

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())

const CHANGES = ['open', 'rename', 'rm', 'mkdir'] as const
const originals = { ...fs }
/** Number of steps until the test ends the app. Null while the test counts no steps. */
let left: number | null = null
let steps = 0

class Ended extends Error {}

function step(): void {
  if (left === null) return
  steps++
  if (left-- <= 0) throw new Ended('the app has ended')
}

function countSteps(): void {
  const patched = fs as unknown as Record<string, (...args: never[]) => unknown>
  for (const name of CHANGES)
    patched[name] = async (...args: never[]) => {
      // Opening a file to read it does not count as a step.
      if (name !== 'open' || (args[1] as unknown) !== 'r') step()
      return (originals[name] as (...args: never[]) => unknown)(...args)
    }
  syncBuiltinESMExports()
}

afterEach(async () => {
  left = null
  Object.assign(fs, originals)
  syncBuiltinESMExports()
  await cleanup.run()
})

const contents = [randomBytes(1000), randomBytes(2000)]
const first = createHash('sha256')
  .update(contents[0] as Buffer)
  .digest('hex')

async function expectWhole(computer: Computer, deal_id: string, hashes: string[]): Promise<void> {
  const app = await computer.open()
  expect((await dealOf(app, deal_id)).legal_name).toBe('Juniper Bakery LLC')
  for (const [index, sha256] of hashes.entries()) {
    const read = await buffer(value(await app.context.documents.open(sha256)))
    expect(read.equals(contents[index] as Buffer)).toBe(true)
  }
  await app.vault.close()
}

const opens = (result: Result<unknown>) => result.ok

test('after an exit at any step of a key change, exactly one of the two codes opens the vault, and no data is lost', async () => {
  const template = newComputer(cleanup, hosts)
  const app = await template.open()
  const deal_id = await addDeal(app)
  const oldCode = value(await confirmNewCode(template))
  const oldKey = template.kept.get('sandbox/vault-key') as string
  value(await app.context.documents.addBytes(contents[0] as Buffer))
  await addDocument(app, cleanup, deal_id, { sha256: first })
  const home = join(template.root, 'sandbox')
  const second = value(await app.context.documents.addBytes(contents[1] as Buffer)).sha256
  await addDocument(app, cleanup, deal_id, { sha256: second })
  // Adds a document that the app cannot read. The app must never delete the remaining files of this document.
  const unreadable = value(await app.context.documents.addBytes(randomBytes(500))).sha256
  await addDocument(app, cleanup, deal_id, { sha256: unreadable })
  const envelope = join(
    home,
    'documents',
    documentPlace(documentsKey(Buffer.from(oldKey, 'hex')), unreadable),
  )
  const bodies = (folder: string) =>
    filesBelow(folder).filter((path) => statSync(path).size === bodySize(500))
  const remains = [envelope, ...bodies(join(home, 'documents'))].map((path) => basename(path))
  expect(remains).toHaveLength(2)
  writeFileSync(envelope, Buffer.alloc(ENVELOPE_BYTES))
  mkdirSync(join(home, 'before-update'))
  writeFileSync(join(home, 'before-update', 'vault-v3.db'), 'old')
  await app.vault.close()
  const hashes = [first, second]
  /** Copies a computer (its files and its keychain) in its current state. */
  const copyOf = (computer: Computer): Computer => {
    const copy = newComputer(cleanup, hosts)
    cpSync(computer.root, copy.root, { recursive: true })
    for (const [account, secret] of computer.kept) copy.kept.set(account, secret)
    return copy
  }

  const ends = { old: 0, new: 0 }
  let isDone = false
  for (let at = 0; !isDone; at++) {
    const computer = copyOf(template)
    await computer.open()
    const { set, delete: drop } = computer.vaultFiles.secrets
    computer.vaultFiles.secrets.set = async (...args) => (step(), set(...args))
    computer.vaultFiles.secrets.delete = async (...args) => (step(), drop(...args))
    countSteps()
    left = at
    steps = 0
    isDone = await confirmNewCode(computer).then(
      (confirmed) => confirmed.ok && steps <= at,
      () => false,
    )
    left = null
    Object.assign(fs, originals)
    syncBuiltinESMExports()
    Object.assign(computer.vaultFiles.secrets, { set, delete: drop })
    await computer.end()

    const keychainLost = copyOf(computer)
    await expectWhole(computer, deal_id, hashes)
    const found = filesBelow(computer.root).filter((path) => remains.includes(basename(path)))
    expect(found, `step ${at}`).toHaveLength(remains.length)
    const holds = computer.kept.get('sandbox/vault-key') === oldKey ? 'old' : 'new'
    ends[holds]++
    const file = keyFileSchema.parse(
      JSON.parse(readFileSync(join(computer.root, 'sandbox', 'key.json'), 'utf8')),
    )
    const entropy = value(await readRecoveryCode(oldCode))
    expect(opens(await resultOf(() => unwrapKey(file, entropy))), `step ${at}`).toBe(holds === 'old')
    expect(opens(await resultOf(computer.vaultFiles.storage.tryKey('sandbox', oldKey))), `step ${at}`).toBe(
      holds === 'old',
    )

    // Repeat the check for a crash in which the keychain is lost too. The recovery code on paper alone must restore everything.
    keychainLost.kept.clear()
    await expect(keychainLost.open()).rejects.toThrow('VAULT_KEY_MISSING')
    const codes = [oldCode, computer.shown as string]
    const opened: string[] = []
    for (const code of codes)
      if ((await resultOf(unlockWithCode(keychainLost.vaultFiles, 'sandbox', code))).ok) opened.push(code)
    expect(opened, `step ${at}`).toHaveLength(1)
    await expectWhole(keychainLost, deal_id, hashes)
  }
  expect(ends.old).toBeGreaterThan(20)
  expect(ends.new).toBeGreaterThan(10)
})
