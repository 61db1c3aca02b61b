import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answeringDialogs,
  attachFiles,
  fillApplication,
  openPart,
  openSettings,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

// The sandbox sends commission points in percent and an upsell as a factor. This endpoint profile expects the opposite: points as a factor
// and an upsell in percent. The app therefore doubts both values.
let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
  const { page } = environment
  await openSettings(page, 'Advanced')
  const paths = page.getByRole('region', { name: 'API endpoints' })
  const offer_units = {
    ...standardEndpoints.offer_units,
    commission_points: { unit: 'factor', from: 0.25, to: 25 },
    maximum_upsell: { unit: 'percent', from: 0.005, to: 0.3 },
  }
  await paths.locator('input[type="file"]').setInputFiles({
    name: 'endpoints.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...standardEndpoints, offer_units })),
  })
  await answeringDialogs(environment.app.application, 'yes', async () => {
    await paths.getByRole('button', { name: 'Save', exact: true }).click()
    await paths.getByText('(yours)').waitFor()
  })
})
afterAll(() => environment.close())

it('offer values in unexpected units are shown as the partner sent them, with a warning, and cannot be adjusted', async () => {
  const { page } = environment
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await startApplication(page)
  await fillApplication(page)
  await attachFiles(page, environment.pdfs.slice(0, 1))
  await page.locator('[data-document]').waitFor()
  await submitApplication(page)
  await openPart(page, 'offers')
  await page.locator('[data-offer]').getByText('Check 2 values with the funder.').waitFor()

  await page.getByRole('link', { name: 'Compare offers' }).first().click()
  const cell = (row: string) => page.locator(`[data-row="${row}"] td`).first()
  await expect
    .poll(() => cell('commission').innerText())
    .toMatch(/The funding partner sent “commission_points: \d+(\.\d+)?”. Check with the funder./)
  expect(await cell('upsell').innerText()).toMatch(
    /The funding partner sent “maximum_upsell: 0\.\d+”. Check with the funder./,
  )
  // Without a plausible maximum upsell, the broker cannot try another upsell.
  expect(await page.getByRole('textbox', { name: /^Upsell/ }).count()).toBe(0)
})
