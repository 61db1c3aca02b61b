// @module-tag journey

import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answeringDialogs,
  attachFiles,
  enterCredentials,
  fillApplication,
  makeRecoveryCode,
  openSettings,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

// An office without a relay, whose funding partner lists offers without their statuses.
let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.open()
  const { page } = environment
  await enterCredentials(page, environment.sandbox)
  await page.getByRole('button', { name: 'Not now' }).click()
  await makeRecoveryCode(page)
  await page.getByRole('button', { name: 'Open Pipeline' }).click()
  await page.locator('[data-connection="polling"]').waitFor()
  await openSettings(page, 'Advanced')
  const paths = page.getByRole('region', { name: 'API endpoints' })
  const offer_fields = { ...standardEndpoints.offer_fields, status: ['nowhere'] }
  await paths.locator('input[type="file"]').setInputFiles({
    name: 'endpoints.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...standardEndpoints, offer_fields })),
  })
  await answeringDialogs(environment.app.application, 'yes', async () => {
    await paths.getByRole('button', { name: 'Save', exact: true }).click()
    await paths.getByText('(yours)').waitFor()
  })
})
afterAll(() => environment.close())

it('an offer found without a relay puts the deal into Offers on every screen', async () => {
  const { page } = environment
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await startApplication(page)
  await fillApplication(page)
  await attachFiles(page, environment.pdfs.slice(0, 1))
  await page.locator('[data-document]').waitFor()
  await submitApplication(page)
  const step = page.getByRole('region', { name: 'Next step' })
  const address = new URL(page.url()).hash.split('/').slice(0, 3).join('/')
  await environment.goTo(`${address}/compare`)
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: 'Refresh' }).click()
        return page.getByRole('columnheader', { name: 'Offer 1' }).count()
      },
      { interval: 1_000 },
    )
    .toBe(1)
  await page.getByRole('link', { name: 'Back to deal' }).click()
  await step.getByText(/^The offer expires in \d+ days$/).waitFor()
  await step.getByText('Needs you').waitFor()
  expect(await page.locator('header').getByText('Offer available').count()).toBe(1)

  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  const filter = page.locator('[data-filter="offer"]')
  await expect.poll(() => filter.textContent()).toContain('1')
  await filter.click()
  const row = page.getByRole('row').filter({ hasText: 'Juniper Bakery LLC' })
  await row.getByText('Offer available').waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  // The command palette finds the deal by its status.
  await page.keyboard.type('offer available')
  await page.getByRole('dialog').getByText('Juniper Bakery LLC').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByText('Reply to the offer').first().waitFor()
})
