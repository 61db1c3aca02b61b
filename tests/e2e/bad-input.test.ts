import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answeringDialogs,
  APPLICATION,
  attachFiles,
  fillApplication,
  fillCredentials,
  fillField,
  openSettings,
  setUp,
  startApplication,
  submitApplication,
  waitUntilSaved,
} from '../../build/demo/journey.ts'
import { dropFiles } from '../support/e2e/drop-files.ts'
import { failOnStalls } from '../support/e2e/fail-on-stalls.ts'
import { fieldAt } from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

const run = promisify(execFile)

describe('bad input', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.open()
  })
  afterAll(() => environment.close())
  failOnStalls(() => environment.stalls)

  /** Returns the code of the error that the page shows. */
  const shownCode = () => environment.page.getByRole('alert').first().getAttribute('data-code')

  it('a wrong client secret is reported, and the other typed values stay', async () => {
    const { page, sandbox } = environment
    await fillCredentials(page, { ...sandbox, client_secret: 'not-the-secret' })
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect.poll(shownCode).toBe('PARTNER_CREDENTIALS_REJECTED')
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await expect.poll(shownCode).toBe('PARTNER_CREDENTIALS_REJECTED')
    // The typed text is still there, and the message does not repeat the secret.
    expect(await page.getByLabel('Client ID').inputValue()).toBe(sandbox.client_id)
    expect(await page.getByRole('alert').innerText()).not.toContain('not-the-secret')
  })

  it('an address without a server is reported as unreachable', async () => {
    const { page, sandbox } = environment
    await fillCredentials(page, { ...sandbox, base_url: 'http://127.0.0.1:9' })
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect.poll(shownCode).toBe('PARTNER_UNREACHABLE')
  })

  it('an unencrypted address is reported at its field', async () => {
    const { page, sandbox } = environment
    await fillCredentials(page, { ...sandbox, base_url: 'http://partner.example' })
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect.poll(shownCode).toBe('PARTNER_ADDRESS_INSECURE')
    await page.getByText('Use https://.', { exact: true }).waitFor()
  })

  it('a base address with a path is refused and the path is named, and a missing scheme is added', async () => {
    const { page, sandbox } = environment
    await fillCredentials(page, { ...sandbox, base_url: `${sandbox.base_url}/iso/api/auth/oauth2/token` })
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect.poll(shownCode).toBe('PARTNER_ADDRESS_INVALID')
    await page.getByText('Leave out “/iso/api/auth/oauth2/token”').first().waitFor()
    const address = page.getByRole('textbox', { name: 'Base URL' })
    await address.fill('partner.example')
    await page.getByText('= https://partner.example').waitFor()
    expect(await address.inputValue()).toBe('partner.example')
    await address.blur()
    expect(await address.inputValue()).toBe('https://partner.example')
  })

  it('an invalid pairing code is refused, and the app can be used without a relay', async () => {
    const { page, sandbox, relay } = environment
    await fillCredentials(page, sandbox)
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByLabel('Relay address').fill(relay.url)
    await page.getByLabel('Pairing code').fill('AAAA-BBBB-CCCC')
    await answeringDialogs(environment.app.application, 'yes', async () => {
      await page.getByRole('button', { name: 'Pair and register' }).click()
      await expect.poll(shownCode).toBe('RELAY_PAIRING_REFUSED')
    })
    // Clear the field, because unsaved input would block the reload.
    await page.getByRole('textbox', { name: 'Relay address' }).fill('')
    await page.getByRole('textbox', { name: 'Pairing code' }).fill('')
    await page.reload()
    await page.getByRole('button', { name: 'Not now' }).click()
    await page.getByRole('button', { name: 'Later' }).click()
    await page.getByRole('button', { name: 'Open Pipeline' }).click()
    // Without a relay, the app polls the service.
    await page.locator('[data-connection="polling"]').waitFor()
  })

  it('an incomplete application is not sent, and the first open field gets the focus', async () => {
    const { page } = environment
    await startApplication(page)
    await fillField(page, 'application.amount_requested', '35000')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Use of funds is required.').waitFor()
    await expect
      .poll(() => page.evaluate('document.activeElement?.getAttribute("data-path")'))
      .toBe('application.use_of_funds')
    await page.locator('[data-deal-state="draft"]').waitFor()
  })

  it('a wrong value is reported when its field loses focus', async () => {
    const { page } = environment
    await fillField(page, 'company.email', 'not an address')
    const field = page.locator('[data-path="company.email"]')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await fillField(page, 'company.email', 'office@juniper.example')
    await expect.poll(() => field.getAttribute('aria-invalid')).not.toBe('true')
  })

  it('foreign letters in an email address and a too long name stay as typed, with the reason', async () => {
    const { page } = environment
    await fillField(page, 'company.email', 'jörg@bäcker.example')
    expect(await page.locator('[data-path="company.email"]').inputValue()).toBe('jörg@bäcker.example')
    await page.getByText('The funding partner does not accept “ö” here').waitFor()
    await fillField(page, 'company.legal_name', 'A'.repeat(120))
    expect(await page.locator('[data-path="company.legal_name"]').inputValue()).toBe('A'.repeat(120))
    await page.getByText('Legal name is too long. Use at most 100 characters.').waitFor()
    await fillField(page, 'company.email', 'office@juniper.example')
    await fillField(page, 'company.legal_name', '')
  })

  it('non-PDF, encrypted, damaged, and empty files are refused, while a good file among them is attached', async () => {
    const { page, folder, pdfs } = environment
    const [good = ''] = pdfs
    const bad = (name: string) => join(folder, name)
    await writeFile(bad('letter.pdf'), 'Dear Sir or Madam, this is a letter.')
    await writeFile(bad('empty.pdf'), '')
    await writeFile(bad('cut.pdf'), '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R')
    await run('qpdf', ['--encrypt', 'user', 'owner', '256', '--', good, bad('locked.pdf')])
    await attachFiles(page, [bad('letter.pdf'), bad('empty.pdf'), bad('cut.pdf'), bad('locked.pdf'), good])

    const refused = page.getByTestId('file-note')
    await expect.poll(() => refused.count()).toBe(4)
    const codes = await refused.evaluateAll((notes) =>
      notes.map((note) => (note as unknown as { dataset: { code: string } }).dataset.code),
    )
    expect(codes).toEqual(['FILE_NOT_PDF', 'FILE_EMPTY', 'FILE_DAMAGED', 'FILE_ENCRYPTED'])
    await expect.poll(() => page.locator('[data-document]').count()).toBe(1)
  })

  it('a dropped file that no longer exists and a duplicate file are refused with the reason', async () => {
    const { page, folder, pdfs } = environment
    const [good = '', second = ''] = pdfs
    const vanishing = join(folder, 'vanishing.pdf')
    await run('cp', [second, vanishing])
    await dropFiles(page, [vanishing, good], () => rm(vanishing))
    const refused = page.getByTestId('file-note')
    // The files that the test above attached stay in the list of refused files.
    await expect.poll(() => refused.count()).toBe(6)
    const added = refused.filter({ hasText: /vanishing|Not attached again/ })
    const text = await added.allInnerTexts()
    expect(text[0]).toContain('no longer exists')
    expect(text[1]).toContain('Not attached again')

    await dropFiles(page, [second])
    await expect.poll(() => page.locator('[data-document]').count()).toBe(2)
  })

  it('an application with documents can be sent after the original files were deleted', async () => {
    const { page, pdfs } = environment
    await Promise.all(pdfs.map((path) => rm(path)))
    await fillApplication(page)
    await submitApplication(page)
    await expect.poll(() => page.locator('[data-document][data-state="received"]').count()).toBe(2)
  })

  it('a value that the partner refuses is shown at its field, and the corrected application is sent', async () => {
    const { page, sandbox, relay } = environment
    await page.getByRole('link', { name: 'Back to Pipeline' }).click()
    await startApplication(page)
    await fillApplication(page, { ...APPLICATION, 'company.owners.0.ssn': '666123456' })
    await submitApplication(page)
    await page.locator('[data-deal-state="refused"]').waitFor()
    const field = page.locator(fieldAt('company.owners.0.ssn'))
    // The form goes to the field when the refusal arrives.
    const isInView = () =>
      field.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      })
    await expect.poll(isInView).toBe(true)
    // The header, the refusal, and the links to the parts take little of the window. When the deal scrolls, the refusal scrolls away.
    const parts = page.getByRole('navigation', { name: 'Deal sections' })
    const screen = page.locator('[data-deal-state]')
    const heightAbove = () =>
      parts.evaluate(
        (one) =>
          one.getBoundingClientRect().bottom -
          (one.closest('[data-deal-state]')?.getBoundingClientRect().top ?? 0),
      )
    await screen.evaluate((one) => one.scrollTo(0, 0))
    expect(await heightAbove()).toBeLessThanOrEqual(160)
    await page
      .getByText('The funding partner returned it for correction. Nothing was accepted. Fix')
      .waitFor()
    await screen.evaluate((one) => one.scrollTo(0, 400))
    await expect.poll(heightAbove).toBeLessThan(90)
    expect(await page.getByRole('button', { name: 'Fix', exact: true }).isVisible()).toBe(true)
    expect(await shownCode()).toBe('PARTNER_VALIDATION_FAILED')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    // The form also goes to the field when the broker opens the deal later.
    const address = /#\/deals\/[0-9a-f-]{36}/.exec(page.url())?.[0] ?? ''
    await page.getByRole('link', { name: 'Back to Pipeline' }).click()
    await environment.goTo(address)
    await expect.poll(() => page.url()).toMatch(/\/application\/company\.owners\.\w+\.ssn$/)
    await expect.poll(isInView).toBe(true)

    await page.getByRole('button', { name: 'Change SSN' }).click()
    await fillField(page, 'company.owners.0.ssn', '900123456')
    await waitUntilSaved(page)
    await submitApplication(page)
    await page.locator('[data-deal-state="received"]').waitFor()
    // The timeline shows hashes only after the broker asked for them.
    const deal = new URL(page.url()).hash.split('/').slice(0, 3).join('/')
    const timeline = async () => {
      await environment.goTo(`${deal}/timeline`)
      await page.getByTestId('timeline').getByText('Application sent').first().waitFor()
      return page.getByTestId('timeline').innerText()
    }
    expect(await timeline()).not.toContain('SHA-256')
    await openSettings(page, 'Advanced')
    expect(await timeline()).toContain('SHA-256')
    expect(sandbox.base_url).not.toBe(relay.url)
  })
})

describe('a complete setup', () => {
  it('ends with the pipeline open and the connection status Live', async () => {
    const environment = await TestEnvironment.open()
    try {
      await setUp(environment.app, environment.sandbox, environment.relay)
      expect(await environment.page.locator('[data-environment="sandbox"]').count()).toBe(1)
    } finally {
      await environment.close()
    }
  })
})
