import { readdir, readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answeringDialogs,
  attachFiles,
  fillApplication,
  fillField,
  openPart,
  openSettings,
  startApplication,
  submitApplication,
  waitUntilSaved,
} from '../../build/demo/journey.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { standardProfile } from '../../src-shared/features/form/standard-profile.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

/** A field that the broker's own payload profile adds to the form. */
const NICKNAME = { path: 'company.nickname', beside: 'company.dba', typed: 'Old Juniper on the corner' }

describe('the settings', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
  })
  afterAll(() => environment.close())

  /** Returns true if the service (the sandbox) stored the text in any of its files. */
  async function isWithTheService(text: string): Promise<boolean> {
    const files = await readdir(environment.sandbox.data, { recursive: true, withFileTypes: true })
    const contents = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name))),
    )
    return contents.some((content) => content.includes(text))
  }
  const importFile = (within: Locator, text: string) =>
    within
      .locator('input[type="file"]')
      .setInputFiles({ name: 'profile.json', mimeType: 'application/json', buffer: Buffer.from(text) })
  const section = (name: string) => environment.page.getByRole('region', { name })

  it('mark assumed endpoints', async () => {
    await openSettings(environment.page, 'Advanced')
    const rows = section('API endpoints').getByRole('row')
    await rows.filter({ hasText: 'offers.list' }).getByText('assumed').waitFor()
    expect(await rows.filter({ hasText: 'application.create' }).getByText('assumed').count()).toBe(0)
  })

  it('refuse an invalid profile, and show the problem', async () => {
    const paths = section('API endpoints')
    const problems = paths.getByTestId('profile-check')
    await importFile(paths, '{\n  "kind": "endpoint-profile"\n  "version": 1\n}')
    await problems.getByText('Line 3').waitFor()
    await problems.getByText('This is not valid JSON').waitFor()

    const { 'document.create': _, ...endpoints } = standardEndpoints.endpoints
    await importFile(paths, JSON.stringify({ ...standardEndpoints, endpoints }))
    await problems.getByText('endpoints.document.create').waitFor()
    expect(await paths.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)
    await paths.getByRole('button', { name: 'Cancel', exact: true }).click()
  })

  it('accept a new application form after showing its changes, and refuse an invalid one', async () => {
    const form = section('Application fields')
    const importForm = (profile: object) => importFile(form, JSON.stringify(profile, null, 2))
    const save = form.getByRole('button', { name: 'Save', exact: true })
    const problems = form.getByTestId('profile-check')
    const changed = structuredClone(standardProfile)
    const next = standardProfile.version + 1
    const business = changed.sections.find(({ fields = [] }) =>
      fields.some(({ path }) => path === NICKNAME.beside),
    )
    business?.fields?.push({ path: 'elsewhere.nickname', type: 'text', label: 'Nickname' })
    await importForm(changed)
    const line = JSON.stringify(changed, null, 2).split('"elsewhere.nickname"')[0]?.split('\n').length
    await problems
      .getByText(`Line ${line} sections`)
      .filter({ hasText: '“elsewhere.nickname” must be inside application or company.' })
      .waitFor()
    expect(await save.count()).toBe(0)

    business?.fields?.splice(-1, 1, { path: NICKNAME.path, type: 'text', label: 'Nickname' })
    await importForm(changed)
    await problems.getByText(`This profile has changes. Use version ${next}.`).waitFor()
    await importForm({ ...changed, version: next, title: 'Form of this office' })
    const change = form.getByRole('table', { name: '1 change to the current profile' }).locator('tbody tr')
    expect(await change.getAttribute('data-change')).toBe('added')
    expect(await change.innerText()).toContain(NICKNAME.path)
    await save.click()
    await form.getByText(`Form of this office · version ${next} (yours)`).waitFor()
    await form.getByRole('table', { name: '1 difference from the standard' }).waitFor()
  })

  it('accept an imported endpoint profile, and report a missing path in plain words', async () => {
    const { page } = environment
    const changed = structuredClone(standardEndpoints)
    changed.endpoints['offers.list'] = { method: 'GET', path: '/iso/api/v1/nowhere' }
    const paths = section('API endpoints')
    await importFile(paths, JSON.stringify(changed))
    const change = paths.getByRole('table', { name: '1 change to the current profile' }).locator('tbody tr')
    expect(await change.innerText()).toContain('/iso/api/v1/nowhere')
    const save = paths.getByRole('button', { name: 'Save', exact: true })
    const refused = await answeringDialogs(environment.app.application, 'no', async () => {
      await save.click()
      await paths.locator('[data-code="CHANGE_NOT_CONFIRMED"]').waitFor()
    })
    expect(refused).toEqual([expect.stringContaining('offers.list: GET /iso/api/v1/nowhere')])
    await answeringDialogs(environment.app.application, 'yes', async () => {
      await save.click()
      await paths.getByText('(yours)').waitFor()
    })

    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await startApplication(page)
    await fillApplication(page)
    await fillField(page, NICKNAME.path, NICKNAME.typed)
    await waitUntilSaved(page)
    await attachFiles(page, environment.pdfs.slice(0, 1))
    await page.locator('[data-document]').waitFor()
    await submitApplication(page)
    await page.locator('[data-partner-status="offer_available"]').waitFor()
    expect(await isWithTheService(NICKNAME.typed)).toBe(true)
    await openPart(page, 'offers')
    await page.getByTestId('offers').getByText('has not sent its figures yet').waitFor()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('The funding partner does not know this address or application.').waitFor()

    await openSettings(page, 'Advanced')
    await paths.getByRole('button', { name: 'Reset to standard' }).click()
    await paths.getByText('(yours)').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await page.getByRole('row', { name: /Juniper Bakery/ }).click()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.locator('[data-offer]').waitFor()
  })

  it('keep unsaved values while another section is open, and can be reset', async () => {
    const { page } = environment
    const away = async () => {
      await openSettings(page, 'About and updates')
      await page.getByRole('region', { name: 'Updates', exact: true }).waitFor()
    }
    await openSettings(page, 'Funder criteria')
    await page.getByRole('button', { name: 'Add funder criteria' }).click()
    await page.getByRole('textbox', { name: 'Min amount' }).fill('50000')
    await away()
    await openSettings(page, 'Sending')
    const days = page.getByRole('textbox', { name: 'Duplicate warning period in days' })
    const usual = await days.inputValue()
    await days.fill('7')
    await away()

    await openSettings(page, 'Funder criteria')
    expect(await page.getByRole('textbox', { name: 'Min amount' }).inputValue()).toBe('$50,000')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByTestId('credit-box').waitFor({ state: 'detached' })
    await openSettings(page, 'Sending')
    await expect.poll(() => days.inputValue()).toBe('7')
    await page.getByText('Not saved yet.').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    expect(await days.inputValue()).toBe(usual)
  })

  it('report an invalid proxy address at its field', async () => {
    const { page } = environment
    await openSettings(page, 'Advanced')
    const network = section('Network')
    await network.getByRole('combobox', { name: 'Proxy' }).click()
    await page.getByRole('option', { name: 'Use this proxy:' }).click()
    await network.getByRole('textbox', { name: 'Proxy address' }).fill('proxy')
    await network.getByRole('button', { name: 'Save network settings' }).click()
    await network.getByText('Enter it as http://host:port.').waitFor()
    await network.getByRole('button', { name: 'Discard changes' }).click()
  })

  it('require a new pairing code for another relay, but not for the paired one', async () => {
    const { page } = environment
    await openSettings(page, 'Offer alerts')
    const relay = section('Offer alerts')
    const address = relay.getByRole('textbox', { name: 'Relay address' })
    const pair = relay.getByRole('button', { name: 'Pair and register' })
    expect(await relay.getByRole('textbox', { name: 'Name of this computer' }).inputValue()).toBe(
      hostname().replace(/\.local$/, ''),
    )
    expect(await pair.isEnabled()).toBe(true)
    const before = await address.inputValue()
    await address.fill('https://another.example')
    expect(await pair.isDisabled()).toBe(true)
    await relay.getByRole('textbox', { name: 'Pairing code' }).fill('AAAA-BBBB-CCCC')
    expect(await pair.isEnabled()).toBe(true)
    // A whole pairing link fills in both fields, and the app still waits for the click.
    const code = relay.getByRole('textbox', { name: 'Pairing code' })
    await code.fill('fundingdesk://pair/relay.example.com/K7QD-9M2P-XT4F')
    expect(await code.inputValue()).toBe('K7QD-9M2P-XT4F')
    expect(await address.inputValue()).toBe('https://relay.example.com')
    await address.fill(before)
    await relay.getByRole('textbox', { name: 'Pairing code' }).fill('')
    expect(await pair.isEnabled()).toBe(true)
  })

  it('show each call in the call log without client data', async () => {
    const { page } = environment
    await openSettings(page, 'Advanced')
    await page.getByRole('link', { name: 'View call log' }).click()
    await page.getByRole('row').filter({ hasText: '/iso/api/v1/document' }).first().waitFor()
    await page.getByRole('textbox', { name: 'Search calls' }).fill('post application')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('textbox', { name: 'Search calls' }).fill('')
    await page.getByRole('row').filter({ hasText: '/nowhere' }).filter({ hasText: '404' }).first().waitFor()
    const text = await page.getByRole('main').innerText()
    for (const secret of ['900123456', '900-12-3456', 'Juniper', 'Bearer', environment.sandbox.client_secret])
      expect(text).not.toContain(secret)
  })

  const holds = () =>
    environment.page.evaluate<boolean>(
      `!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`,
    )
  const away = () => openSettings(environment.page, 'About and updates')
  const warning = () => environment.page.getByRole('alert').filter({ hasText: 'You have unsaved settings.' })
  const quit = () => environment.app.application.evaluate(({ app }) => app.quit())

  it('stop the window from closing only while a typed value differs from the saved value', async () => {
    const { page } = environment
    expect(await holds()).toBe(false)
    await openSettings(page, 'Sending')
    const days = page.getByRole('textbox', { name: 'Duplicate warning period in days' })
    const usual = await days.inputValue()
    for (const typed of ['7', usual]) {
      await days.fill(typed)
      await page.getByText('Not saved yet.').waitFor()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
      expect(await holds(), 'saved').toBe(false)
      await away()
      expect(await holds(), 'saved, and out of sight').toBe(false)
      await openSettings(page, 'Sending')
    }
    await days.fill('8')
    await days.fill(usual)
    expect(await holds(), 'typed back').toBe(false)
  })

  it('keep unsaved connection settings while another section is open, except secrets', async () => {
    const { page } = environment
    await openSettings(page, 'Connection')
    const [address, secret] = [
      page.getByRole('textbox', { name: 'Base URL' }),
      page.getByRole('textbox', { name: 'Client secret' }),
    ]
    const usual = await address.inputValue()
    await secret.fill('another-secret')
    await away()
    await page.getByRole('region', { name: 'Updates', exact: true }).waitFor()
    expect(await holds()).toBe(false)
    await openSettings(page, 'Connection')
    expect(await secret.inputValue()).toBe('')
    await address.fill('https://elsewhere.example')
    await away()
    await openSettings(page, 'Offer alerts')
    const relay = page.getByRole('textbox', { name: 'Relay address' })
    const usualRelay = await relay.inputValue()
    await relay.fill('https://relay.example')
    await away()
    for (const [part, field, typed, saved] of [
      ['Connection', address, 'https://elsewhere.example', usual],
      ['Offer alerts', relay, 'https://relay.example', usualRelay],
    ] as const) {
      await openSettings(page, part)
      await expect.poll(() => field.inputValue()).toBe(typed)
      await page.getByRole('button', { name: 'Discard changes' }).click()
      expect(await field.inputValue()).toBe(saved)
    }
    expect(await holds()).toBe(false)
  })

  it('do not stop the window from closing after they were saved', async () => {
    const { page } = environment
    await openSettings(page, 'Connection')
    // The app saves the address without the slash at its end.
    await page.getByRole('textbox', { name: 'Base URL' }).fill(`${environment.sandbox.base_url}/`)
    await page.getByRole('textbox', { name: 'Client secret' }).fill(environment.sandbox.client_secret)
    await page.getByRole('button', { name: 'Test and save' }).click()
    await page.getByText('The connection works and is saved.').waitFor()
    expect(await holds(), 'credentials').toBe(false)
    await openSettings(page, 'Offer alerts')
    await page.getByRole('textbox', { name: 'Pairing code' }).fill(await environment.relay.pairingCode())
    await page.getByRole('button', { name: 'Pair and register' }).click()
    await page.getByText('You now get offer alerts here.').waitFor()
    expect(await holds(), 'relay').toBe(false)
    await openSettings(page, 'Advanced')
    const network = section('Network')
    await network.getByRole('textbox', { name: 'Proxy user name' }).fill('clerk')
    await network.getByRole('textbox', { name: 'Proxy password' }).fill('secret')
    await network.getByRole('button', { name: 'Save network settings' }).click()
    await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
    expect(await holds(), 'network').toBe(false)
  })

  it.each([
    ['Connection', 'Base URL', 'https://elsewhere.example'],
    ['Connection', 'Client ID', 'another-client'],
    ['Connection', 'Client secret', 'another-secret'],
    ['Offer alerts', 'Relay address', 'https://relay.example'],
    ['Offer alerts', 'Pairing code', 'AAAA-BBBB-CCCC'],
    ['Advanced', 'Proxy user name', 'another-clerk'],
    ['Advanced', 'Proxy password', 'another-secret'],
  ])(
    '%s: %s with unsaved input stops the first attempt to close the window, but not the second',
    async (part, name, typed) => {
      const { page } = environment
      await openSettings(page, part)
      const field = page.getByRole('textbox', { name })
      const usual = await field.inputValue()
      await field.fill(typed)
      await field.fill(usual)
      expect(await holds(), 'typed back').toBe(false)
      await field.fill(typed)
      expect(await holds(), 'typed').toBe(true)
      await warning().waitFor()
      expect(await holds(), 'once').toBe(false)
      await page.reload()
    },
  )

  it('stop the first attempt to quit while they have unsaved input, but not the second', async () => {
    const { page, app } = environment
    await openSettings(page, 'Sending')
    await page.getByRole('textbox', { name: 'Duplicate warning period in days' }).fill('9')
    await openSettings(page, 'About and updates')
    const ended = app.application.waitForEvent('close')
    await quit()
    await warning().getByText('Close the window again to discard unsaved changes.').waitFor()
    await openSettings(page, 'Sending')
    expect(await page.getByRole('textbox', { name: 'Duplicate warning period in days' }).inputValue()).toBe(
      '9',
    )
    await quit()
    await ended
  })

  it('do not stop the app from quitting if another window already saved the typed values', async () => {
    await environment.relaunch()
    const { page, app } = environment
    await openSettings(page, 'Sending')
    const undo = page.getByRole('textbox', { name: 'Undo time in seconds' })
    await undo.fill('-5')
    await undo.blur()
    await page.getByText('Enter a number from 0 to 600.').waitFor()
    // The error moves neither the other field nor the button out of line.
    const tops = await Promise.all(
      [
        undo,
        page.getByRole('textbox', { name: 'Duplicate warning period in days' }),
        page.getByRole('button', { name: 'Save', exact: true }),
      ].map(async (one) => Math.round((await one.boundingBox())?.y ?? 0)),
    )
    expect(new Set(tops).size).toBe(1)
    await undo.fill('0')
    await page.getByRole('textbox', { name: 'Duplicate warning period in days' }).fill('9')
    await openSettings(page, 'Connection')
    await page.getByRole('textbox', { name: 'Base URL' }).waitFor()
    const saved = await page.evaluate<{ ok: boolean }>(
      `fundingDesk.call('submission.save_settings', { undo_seconds: 0, duplicate_days: 9 }, 'sandbox')`,
    )
    expect(saved.ok).toBe(true)
    const ended = app.application.waitForEvent('close')
    await quit()
    await ended
  })
})
