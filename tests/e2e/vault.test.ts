// @module-tag journey

import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enterCredentials,
  makeRecoveryCode,
  openSettings,
  startApplication,
} from '../../build/demo/journey.ts'
import { KeytarSecretStore } from '../../src-main/platform/keychain/keytar-secret-store.ts'
import { keychainService } from '../../src-shared/platform/base/keychain-names.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { stripsAboveTable } from '../support/e2e/strips-above-table.ts'

describe('recovering a vault', () => {
  let environment: TestEnvironment
  let words: string[]
  let oldWords: string[]
  beforeAll(async () => {
    environment = await TestEnvironment.open()
  })
  afterAll(() => environment.close())

  it('a banner reminds the broker of the recovery code until it is confirmed, and a backup can be made', async () => {
    const { page } = environment
    await enterCredentials(page, environment.sandbox)
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('button', { name: 'Open Pipeline' }).click()
    await startApplication(page)
    await page.getByRole('textbox', { name: 'Legal name' }).first().fill('Juniper Bakery LLC')
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await page.getByRole('row', { name: /Juniper Bakery LLC/ }).waitFor()
    const banner = page.getByTestId('recovery-banner')
    await banner.waitFor()
    expect(await stripsAboveTable(page)).toEqual(['recovery-banner', 'toolbar'])
    await banner.getByRole('button', { name: 'Create one now' }).click()
    words = await makeRecoveryCode(page)
    expect(words).toHaveLength(12)
    await banner.waitFor({ state: 'detached' })
    expect(await stripsAboveTable(page)).toEqual(['toolbar'])

    await openSettings(page, 'Vault')
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText('Verified: 1 deal').waitFor()
  })

  it('a new recovery code changes the key, and backups that the old code still opens are listed and replaced', async () => {
    const { page, app } = environment
    await page.getByRole('button', { name: 'New recovery code…' }).click()
    await page.getByText('The old code then no longer opens the data on this computer').waitFor()
    oldWords = words
    words = await makeRecoveryCode(page)
    await page.getByText('The recovery code is confirmed and works.').waitFor()
    const older = page.getByTestId('older-copies')
    await older.getByText('1 backup in').waitFor()

    await app.application.evaluate(({ dialog }) => {
      dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false })
    })
    const before = await readdir(join(environment.folder, 'app', 'backups'))
    await older.getByRole('button', { name: 'Replace these backups…' }).click()
    await older.waitFor({ state: 'detached' })
    const after = await readdir(join(environment.folder, 'app', 'backups'))
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await page.getByRole('row', { name: /Juniper Bakery LLC/ }).waitFor()
  })

  it('the current recovery code opens the vault after its key was deleted from the keychain, and the old code does not', async () => {
    await environment.app.close()
    const data = join(environment.folder, 'app')
    const profile = createHash('sha256').update(data).digest('hex').slice(0, 12)
    await new KeytarSecretStore(keychainService(profile)).delete('sandbox/vault-key')
    await environment.relaunch()
    const { page, app } = environment
    await page.getByRole('heading', { name: 'cannot be opened' }).waitFor()

    const backups = join(data, 'backups')
    const [backup] = await readdir(backups)
    await app.application.evaluate(
      ({ dialog }, path) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
      },
      join(backups, backup ?? ''),
    )
    await page.getByRole('button', { name: 'Choose a backup…' }).click()
    await page
      .getByRole('dialog')
      .getByText(backup ?? '')
      .waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('textbox', { name: 'Recovery code' }).fill(oldWords.join(' '))
    await page.getByRole('button', { name: 'Open with code' }).click()
    await page.getByText('This recovery code does not belong to this data.').waitFor()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(words.join(' ').toUpperCase())
    await page.getByRole('button', { name: 'Open with code' }).click()
    await page.getByRole('row', { name: /Juniper Bakery LLC/ }).waitFor()
  })
})
