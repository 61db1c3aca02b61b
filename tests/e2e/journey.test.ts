// @module-tag journey

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  APPLICATION,
  attachFiles,
  chooseKind,
  enterCredentials,
  fillApplication,
  makeRecoveryCode,
  pairRelay,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { fieldAt } from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

// Tests the app's main workflow as consecutive steps in one office. If a step fails, the following steps fail too.
describe('from setup to the first offer', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.open()
  })
  afterAll(() => environment.close())

  it('stores the credentials, and never sends the secret back to the page', async () => {
    const { page, sandbox } = environment
    await enterCredentials(page, sandbox)
    // The form is empty when the broker returns to it, because the secret is never sent back to the page.
    const status = await page.evaluate(() =>
      (
        globalThis as unknown as { fundingDesk: { call(c: string, i: object): Promise<unknown> } }
      ).fundingDesk.call('environment.get', {}),
    )
    expect(status).toMatchObject({ ok: true, value: { configured: true, has_client_secret: true } })
    expect(JSON.stringify(status)).not.toContain(sandbox.client_secret)
  })

  it('pairs with the relay, registers it with the partner, and connects', async () => {
    const { page, relay } = environment
    await pairRelay(environment.app, relay)
    await makeRecoveryCode(page)
    await page.getByRole('button', { name: 'Open Pipeline' }).click()
    await page.locator('[data-connection="live"]').waitFor()
  })

  it('fills in an application while the partner is down, and keeps it after a restart', async () => {
    await environment.sandbox.stop()
    await startApplication(environment.page)
    await fillApplication(environment.page)
    await environment.app.close()

    await environment.relaunch()
    await environment.page.getByRole('row', { name: /Juniper Bakery LLC/ }).click()
    await expect
      .poll(() => environment.page.locator('[data-path="company.legal_name"]').inputValue())
      .toBe(APPLICATION['company.legal_name'])
    expect(await environment.page.locator(fieldAt('company.owners.0.ssn')).inputValue()).toBe('•••-••-3456')
    await environment.restartSandbox()
  })

  it('attaches several PDFs together, each with its kind', async () => {
    const { page, pdfs } = environment
    await attachFiles(page, pdfs)
    await expect.poll(() => page.locator('[data-document]').count()).toBe(pdfs.length)
    await chooseKind(page, 'Voided check.pdf', 'Voided check')
    await page.getByText('3 pages').first().waitFor()
  })

  it('submits the application and then each document', async () => {
    const { page, pdfs } = environment
    await submitApplication(page)
    await expect.poll(() => page.locator('[data-document][data-state="received"]').count()).toBe(pdfs.length)
    expect(await page.locator('[data-kind="application_received"]').count()).toBe(1)
    expect(await page.locator('[data-kind="document_received"]').count()).toBe(pdfs.length)
  })

  it('announces the offer with a desktop notification, and a click on it opens the deal with the offer', async () => {
    const { page, daemon } = environment
    await page.getByRole('link', { name: 'Back to Pipeline' }).click()
    const shown = await daemon.waitFor('Offer available')
    expect(shown.body).toContain('Juniper Bakery LLC')
    await page.locator('[data-deal]', { hasText: 'Offer available' }).waitFor()

    daemon.click(shown)
    await page.locator('[data-partner-status="offer_available"]').waitFor()
    await page.locator('[data-offer]').waitFor()
    await expect.poll(() => page.getByTestId('offers').innerText()).toMatch(/Total payback\s+\$/)
    // The timeline shows for every event that the event's signature covers its body.
    const events = page.locator('[data-kind="event"]')
    expect(await events.count()).toBeGreaterThanOrEqual(2)
    expect(await page.locator('[data-kind="event"] [data-verification="body"]').count()).toBe(
      await events.count(),
    )
  })

  it('announces the offer only once', () => {
    expect(environment.daemon.shown.filter(({ summary }) => summary === 'Offer available')).toHaveLength(1)
  })

  it('leaves no secret and no personal data readable on disk', async () => {
    await environment.app.close()
    const folder = join(environment.folder, 'app')
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    )
    expect(files.some(({ name }) => name === 'vault.db')).toBe(true)
    const secrets = [
      environment.sandbox.client_secret,
      '900-12-3456',
      '900123456',
      '12-3456789',
      'Juniper Bakery',
      '%PDF-',
    ]
    for (const { parentPath, name } of files) {
      const bytes = await readFile(join(parentPath, name))
      for (const secret of secrets) expect(bytes.includes(secret), `${secret} in ${name}`).toBe(false)
    }
    await environment.relaunch()
  })
})
