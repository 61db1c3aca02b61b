import { failureOf } from '../../src-main/platform/base/failure.ts'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { EnvironmentSecretStore } from '../../src-main/platform/keychain/environment-secret-store.ts'
import { saveDraft } from '../../src-main/features/drafts/edit-draft.ts'
import { backUp } from '../../src-main/features/backup/backup.ts'
import { restoreBackup } from '../../src-main/features/backup/restore.ts'
import { appError } from '../../src-shared/platform/base/errors.ts'
import { addDeal, addDocument, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import { confirmNewCode, filesBelow, newComputer, pick } from '../support/vault/vault-files.ts'
import { HostPool } from '../support/vault/host-pool.ts'

// Searches every file that the app wrote for known secrets, while the app runs and after it ended.

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())
afterEach(() => cleanup.run())

/**
 * Secrets of the complete draft and of the input below, in every spelling that could be on disk. All are long enough that encrypted bytes
 * do not contain them by chance. Any given three letters would often occur in encrypted bytes.
 */
const SECRETS = [
  '900-12-3456',
  '900123456',
  '12-3456789',
  '123456789',
  'Juniper Bakery',
  'Alder Street',
  'Wilhelmina',
  'Zephyrine',
]
const CONTENT = 'Account 000-777-1234 of Juniper Bakery LLC\n'

function found(folder: string, secrets: readonly string[]): string[] {
  return filesBelow(folder).flatMap((path) => {
    const bytes = readFileSync(path)
    // Windows writes some strings as UTF-16, with two bytes per character.
    return secrets
      .filter((secret) => bytes.includes(secret) || bytes.includes(Buffer.from(secret, 'utf16le')))
      .map((secret) => `${secret} in ${path.slice(folder.length)}`)
  })
}

test('no file contains readable client data, during work and after', async () => {
  const computer = newComputer(cleanup, hosts)
  const app = await computer.open()
  const deal_id = await addDeal(app)
  // After the second name is saved, the undo history still contains the first name.
  for (const name of ['Wilhelmina', 'Zephyrine'])
    value(
      await saveDraft(app.context, { deal_id, window_id: null }, [
        { op: 'set', path: 'company.owners.row01.first_name', value: name },
      ]),
    )
  const pdf = join(cleanup.folder(), 'statement.pdf')
  writeFileSync(pdf, CONTENT.repeat(3000))
  const { sha256 } = value(await app.context.documents.add(pdf))
  await addDocument(app, cleanup, deal_id, { sha256, name: 'Juniper Bakery statement.pdf' })
  const code = value(await confirmNewCode(computer))
  const { path } = value(await backUp(computer.vaultFiles, app.context))

  const secrets = [...SECRETS, CONTENT.slice(0, 20), sha256, code, 'CREATE TABLE', 'ab'.repeat(32)]
  const names = filesBelow(computer.folder).join('\n')
  for (const part of ['vault.db', 'vault.db-wal', 'key.json', '.fdbackup', 'documents'])
    expect(names).toContain(part)
  expect(found(computer.folder, secrets), 'while it is open').toEqual([])
  expect(names).not.toMatch(/Juniper|statement/)

  value(
    await restoreBackup(computer.vaultFiles, computer.registry, computer, {
      file_id: (await pick(computer, path)).file_id,
    }),
  )
  await (await computer.open()).vault.close()
  expect(found(computer.folder, secrets), 'after a restore, closed').toEqual([])
})

test('the file scan that these tests use finds unencrypted secrets', () => {
  const folder = cleanup.folder()
  writeFileSync(join(folder, 'one'), `x${SECRETS[0]}x`)
  writeFileSync(join(folder, 'two'), Buffer.from('Zephyrine', 'utf16le'))
  expect(found(folder, SECRETS)).toEqual([`900-12-3456 in ${sep}one`, `Zephyrine in ${sep}two`])
})

test('with a passphrase instead of a keychain, no secret is stored in readable form', async () => {
  const folder = cleanup.folder()
  const none = () => Promise.reject(failureOf(appError('KEYCHAIN_UNAVAILABLE', 'none', 'none')))
  const store = new EnvironmentSecretStore(
    { get: none, set: none, delete: none },
    join(folder, 'secrets.json'),
    'linux',
  )
  value(await store.choose('correct horse battery staple'))
  value(await store.set('sandbox/client-secret', 'top-secret-value'))
  value(await store.set('sandbox/vault-key', 'ab'.repeat(32)))
  expect(filesBelow(folder)).toHaveLength(1)
  expect(found(folder, ['top-secret-value', 'ab'.repeat(32), 'client-secret', 'correct horse'])).toEqual([])
})
