import { failureOf } from '../../src-main/platform/base/failure.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enterCredentials, openSettings, startApplication } from '../../build/demo/journey.ts'
import { EnvironmentSecretStore } from '../../src-main/platform/keychain/environment-secret-store.ts'
import type { SecretStore } from '../../src-main/platform/keychain/secrets.ts'
import { appError } from '../../src-shared/platform/base/errors.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

const FIRST = 'correct horse battery staple'
const SECOND = 'another good passphrase'

/** Simulates a Linux system without a keychain, on which the broker chose a passphrase. */
async function choosePassphrase(data: string): Promise<void> {
  const none = () => Promise.reject(failureOf(appError('KEYCHAIN_UNAVAILABLE', 'none', 'none')))
  const keychain: SecretStore = { get: none, set: none, delete: none }
  await new EnvironmentSecretStore(keychain, join(data, 'secrets.json'), 'linux').choose(FIRST)
}

describe('data protected by a passphrase', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.open(choosePassphrase)
  })
  afterAll(() => environment.close())

  async function enter(passphrase: string): Promise<void> {
    const field = environment.page.getByRole('textbox', { name: 'Passphrase' })
    const button = environment.page.getByRole('button', { name: 'Open', exact: true })
    // Retries, because this is the first action in a window that may not be visible yet.
    await expect.poll(() => field.fill(passphrase).then(() => button.isEnabled())).toBe(true)
    await field.press('Enter')
  }

  it('changes its passphrase in Settings if the current one is given', async () => {
    const { page } = environment
    await enter(FIRST)
    await enterCredentials(page, environment.sandbox)
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('button', { name: 'Open Pipeline' }).click()
    await startApplication(page)
    await page.getByRole('textbox', { name: 'Legal name' }).first().fill('Juniper Bakery LLC')
    await openSettings(page, 'Vault')
    await page.getByRole('button', { name: 'Change passphrase' }).click()

    const dialog = page.getByRole('dialog', { name: 'Change passphrase' })
    const present = dialog.getByRole('textbox', { name: 'Current passphrase' })
    const next = dialog.getByRole('textbox', { name: 'New passphrase' })
    const again = dialog.getByRole('textbox', { name: 'Repeat passphrase' })
    const change = dialog.getByRole('button', { name: 'Change passphrase' })
    const kinds = [present, next, again].map((field) => field.getAttribute('autocomplete'))
    expect(await Promise.all(kinds)).toEqual(['current-password', 'new-password', 'new-password'])

    await present.fill('a guess that is long enough')
    await next.fill('too short')
    await dialog.getByText('At least 12 characters').waitFor()
    await next.fill(SECOND)
    await again.fill(`${SECOND}!`)
    await dialog.getByText('The passphrases do not match.').waitFor()
    expect(await change.isDisabled(), 'while the two differ').toBe(true)
    await again.fill(SECOND)
    await change.click()
    await dialog.getByText('Incorrect passphrase.').waitFor()
    await present.fill(FIRST)
    await change.click()
    await page.getByText('Passphrase changed.').waitFor()
    await dialog.waitFor({ state: 'detached' })
  })

  it('opens with the new passphrase at the next start, and not with the old one', async () => {
    await environment.app.close()
    await environment.relaunch()
    await enter(FIRST)
    await environment.page.getByText('Incorrect passphrase.').waitFor()
    await enter(SECOND)
    await environment.page.getByRole('row', { name: /Juniper Bakery LLC/ }).waitFor()
  })
})
