import { resultOf } from '../../src-main/platform/base/failure.ts'
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { confirmRecoveryCode, ShownCodes, unlockWithCode } from '../../src-main/features/backup/recovery.ts'
import { startNewVault } from '../../src-main/features/backup/restore.ts'
import { vaultStatus } from '../../src-main/features/backup/backup.ts'
import { addDeal, dealOf, value } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'
import {
  confirmNewCode,
  contentBelow,
  filesBelow,
  newComputer,
  type Computer,
} from '../support/vault/vault-files.ts'
import { msg } from '../../src-shared/platform/texts/msg.ts'
import { HostPool } from '../support/vault/host-pool.ts'

const cleanup = new Cleanup()
const hosts = new HostPool()
afterAll(() => hosts.end())
afterEach(() => cleanup.run())

const makeCode = async (computer: Computer) => value(await confirmNewCode(computer))

describe('the recovery code', () => {
  test('is confirmed by the requested words, and until then the previous code stays valid', async () => {
    const computer = newComputer(cleanup, hosts)
    const app = await computer.open()
    const first = await makeCode(computer)
    const codes = new ShownCodes()
    const { words, asked } = await codes.show('sandbox')
    expect(asked).toHaveLength(3)
    const confirm = (answers: string[]) =>
      resultOf(
        confirmRecoveryCode(
          computer.vaultFiles,
          codes,
          { reopen: computer.reopen, isSending: async () => false },
          computer.app().context,
          answers,
        ),
      )
    expect(await confirm(['zoo', 'zoo', 'zoo'])).toMatchObject({
      ok: false,
      error: {
        code: 'RECOVERY_CODE_WRONG',
        message: msg.errorsVault.wordsNotRight(asked.map((at) => at + 1)),
      },
    })
    await app.vault.close()
    computer.kept.clear()
    value(await unlockWithCode(computer.vaultFiles, 'sandbox', first))

    await computer.open()
    const right = asked.map((place) => (words[place] as string).toUpperCase())
    value(await confirm(right))
    expect(await resultOf(unlockWithCode(computer.vaultFiles, 'sandbox', first))).toMatchObject({
      error: { code: 'RECOVERY_CODE_WRONG' },
    })
    value(await unlockWithCode(computer.vaultFiles, 'sandbox', words.join(' ')))
    expect(await confirm(right), 'a second time').toMatchObject({
      error: { code: 'RECOVERY_CODE_MISSING' },
    })
  })

  test('opens the data on another computer and stores the key in its keychain', async () => {
    const computer = newComputer(cleanup, hosts)
    const app = await computer.open()
    const deal_id = await addDeal(app)
    const code = await makeCode(computer)
    expect(value(await vaultStatus(computer.vaultFiles, app.context)).recovery_code_made_at).toMatch(
      /^2026-05-04/,
    )
    await app.vault.close()
    computer.kept.clear()
    const before = contentBelow(computer.root)

    await expect(computer.open()).rejects.toThrow('VAULT_KEY_MISSING')
    value(await unlockWithCode(computer.vaultFiles, 'sandbox', code.toUpperCase().replaceAll(' ', '\n ')))
    expect(contentBelow(computer.root), 'nothing of the data was changed').toEqual(before)
    const again = await computer.open()
    expect((await dealOf(again, deal_id)).legal_name).toBe('Juniper Bakery LLC')
  })

  test('replaces a different key in the keychain, and keeps a copy of that key', async () => {
    const computer = newComputer(cleanup, hosts)
    await (await computer.open()).vault.close()
    const reopened = await computer.open()
    const code = await makeCode(computer)
    await reopened.vault.close()
    const other = 'cd'.repeat(32)
    computer.kept.set('sandbox/vault-key', other)
    await expect(computer.open()).rejects.toThrow('VAULT_KEY_WRONG')
    value(await unlockWithCode(computer.vaultFiles, 'sandbox', code))
    await computer.open()
    expect([...computer.kept.values()]).toContain(other)
  })

  test('is not stored on disk, and neither is the key', async () => {
    const computer = newComputer(cleanup, hosts)
    await computer.open()
    const code = await makeCode(computer)
    const key = Buffer.from(computer.kept.get('sandbox/vault-key') ?? '', 'hex')
    const secrets = [code, code.replaceAll(' ', ''), key.toString('hex'), key.toString('base64'), key]
    for (const path of filesBelow(computer.folder))
      for (const secret of secrets) expect(readFileSync(path).includes(secret), path).toBe(false)
  })
})

describe('a damaged vault', () => {
  const database = (computer: Computer) => join(computer.root, 'sandbox', 'vault.db')
  const flip = (path: string, at: number) => {
    const bytes = readFileSync(path)
    bytes[at] = (bytes[at] as number) ^ 1
    writeFileSync(path, bytes)
  }

  test.each([
    ['its beginning is damaged', (path: string) => flip(path, 100)],
    ['it was emptied', (path: string) => truncateSync(path, 0)],
    ['it was truncated', (path: string) => truncateSync(path, 10_000)],
    ['it is missing', (path: string) => rmSync(path)],
  ])('is reported as damaged and stays unchanged if %s', async (_, harm) => {
    const computer = newComputer(cleanup, hosts)
    const app = await computer.open()
    await addDeal(app)
    await app.vault.close()
    harm(database(computer))
    const before = contentBelow(computer.root)
    await expect(computer.open()).rejects.toThrow('VAULT_DAMAGED')
    expect(contentBelow(computer.root)).toEqual(before)
  })

  test('with damaged pages is reported as damaged when it is opened or read', async () => {
    const computer = newComputer(cleanup, hosts)
    const app = await computer.open()
    for (let count = 0; count < 40; count++) await addDeal(app)
    await app.vault.close()
    const path = database(computer)
    const pages = readFileSync(path).length / 4096
    // Damages the pages that contain the deals. These pages come after those of the schema.
    for (let page = 3; page < pages; page++) flip(path, page * 4096 + 77)
    const again = await computer.open().catch((error: unknown) => String(error))
    const reported =
      typeof again === 'string'
        ? again
        : JSON.stringify(
            await resultOf(
              again.vault.listDeals({ search: '', filter: 'all', sort: 'newest', offset: 0, limit: 50 }),
            ),
          )
    expect(reported).toContain('VAULT_DAMAGED')
  })

  test.each([
    ['changed in its checksum', (text: string) => text.replace(/"check": "./, '"check": "x')],
    ['truncated', (text: string) => text.slice(0, 90)],
    ['changed in its wrapped key', (text: string) => text.replace(/"sealed": "../, '"sealed": "//')],
    ['changed in its version', (text: string) => text.replace('"version": 1', '"version": 9')],
  ])(
    'with a key file that was %s opens after the app restores the file from its copy, and the recovery code still works',
    async (_, damage) => {
      const computer = newComputer(cleanup, hosts)
      await computer.open()
      const code = await makeCode(computer)
      await computer.end()
      const path = join(computer.root, 'sandbox', 'key.json')
      const text = readFileSync(path, 'utf8')
      writeFileSync(path, damage(text))
      expect(readFileSync(path, 'utf8')).not.toBe(text)
      await computer.open()
      await computer.end()
      expect(readFileSync(path, 'utf8')).toBe(text)
      writeFileSync(path, damage(text))
      computer.kept.clear()
      value(await unlockWithCode(computer.vaultFiles, 'sandbox', code))
      await computer.open()
    },
  )

  test('with a key file older than the vault opens with the key in the keychain, and the older file is renamed', async () => {
    const computer = newComputer(cleanup, hosts)
    const app = await computer.open()
    const deal_id = await addDeal(app)
    await makeCode(computer)
    const folder = join(computer.root, 'sandbox')
    const older = ['key.json', 'key.json.copy'].map(
      (name) => [name, readFileSync(join(folder, name))] as const,
    )
    const code = await makeCode(computer)
    await computer.end()
    for (const [name, bytes] of older) writeFileSync(join(folder, name), bytes)

    const again = await computer.open()
    expect(await dealOf(again, deal_id)).toMatchObject({ deal_id })
    const status = value(await vaultStatus(computer.vaultFiles, again.context))
    // The app keeps the older key file under another name, and asks the broker to create a new recovery code.
    expect(status.recovery_code_made_at).toBeNull()
    expect(readFileSync(join(folder, 'key.json.damaged'))).toEqual(older[0]?.[1])
    expect(await resultOf(unlockWithCode(computer.vaultFiles, 'sandbox', code))).toMatchObject({ ok: false })
    await computer.end()
    await computer.open()
  })

  test('with a key file of a later version is refused, and that file stays unchanged', async () => {
    const computer = newComputer(cleanup, hosts)
    await (await computer.open()).vault.close()
    const path = join(computer.root, 'sandbox', 'key.json')
    const later = JSON.stringify({ format: 'funding-desk-vault-key', version: 2, more: 'x' })
    writeFileSync(path, later)
    // The copy of the key file is from a later version too, so this version of the app cannot use the copy instead.
    writeFileSync(`${path}.copy`, later)
    await expect(computer.open()).rejects.toThrow('VAULT_NEWER_VERSION')
    expect(readFileSync(path, 'utf8')).toBe(later)
  })

  test('can be replaced by a new vault, and is archived completely with its key', async () => {
    const computer = newComputer(cleanup, hosts)
    const app = await computer.open()
    await addDeal(app)
    await app.vault.close()
    flip(database(computer), 100)
    const before = contentBelow(join(computer.root, 'sandbox'))
    const key = computer.kept.get('sandbox/vault-key')

    const { archived_folder } = value(await startNewVault(computer.vaultFiles, computer.reopen, 'sandbox'))
    expect(archived_folder).toContain('sandbox-set-aside-20260504-')
    expect(contentBelow(archived_folder as string)).toEqual(before)
    expect(computer.kept.get('sandbox/vault-key')).not.toBe(key)
    expect([...computer.kept.values()]).toContain(key)
    expect(existsSync(database(computer))).toBe(true)
  })
})
