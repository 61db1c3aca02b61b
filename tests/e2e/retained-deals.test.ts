import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answeringDialogs,
  APPLICATION,
  attachFiles,
  fillApplication,
  openPart,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { asAdmin } from '../support/relay/sandbox.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

const SECOND = {
  ...APPLICATION,
  'company.legal_name': 'Marlow Garage Inc',
  'company.ein': '987654321',
  'company.owners.0.ssn': '900654321',
}

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
})
afterAll(() => environment.close())

it('an application_id that belongs to another deal is reported with that deal, and nothing is uploaded', async () => {
  const { page, sandbox } = environment
  await startApplication(page)
  await fillApplication(page)
  await submitApplication(page)
  await page.locator('[data-deal-state="received"]').waitFor()
  const first = page.url()
  const deal_id = first.split('/deals/')[1]?.slice(0, 36)
  const { value } = await page.evaluate<{ value: { application_id: string } }>(
    `fundingDesk.call('deals.get', ${JSON.stringify({ deal_id })})`,
  )
  const { application_id } = value
  await asAdmin(sandbox as never).setFaults({
    route: 'POST /iso/api/v1/application',
    fault: 'status',
    status: 201,
    body: { application_id },
    times: 1,
  })
  await page.getByRole('link', { name: 'Back to Pipeline' }).click()
  await startApplication(page)
  await fillApplication(page, SECOND)
  await attachFiles(page, environment.pdfs.slice(0, 1))
  await page.locator('[data-document]').waitFor()
  await submitApplication(page)
  const note = page.locator('[data-code="APPLICATION_ID_TAKEN"]')
  await note.waitFor()
  expect(await page.locator('[data-deal-state]').getAttribute('data-deal-state')).toBe('unknown')
  expect(await page.locator('[data-document]').first().getAttribute('data-state')).toBe('attached')
  await note.getByRole('link', { name: 'Open other deal' }).click()
  await page.locator('[data-deal-state="received"]').waitFor()
  expect(page.url()).toContain(deal_id)
  await openPart(page, 'timeline')
  await page.locator('[data-kind="application_id_repeated"]').getByText('Marlow Garage Inc').waitFor()
})

it('a submitted deal is deleted from the trash only after the broker agrees to lose its proof', async () => {
  const { page, app } = environment
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Move to Trash' }).click()
  await page.locator('[data-filter="bin"]').click()
  await page.getByText('Your records', { exact: true }).waitFor()
  const erase = async () => {
    await page.getByRole('checkbox', { name: 'Select Juniper Bakery LLC' }).check()
    await page.locator('[data-bulk="pipeline.selected_erase"]').click()
  }
  const asked = await answeringDialogs(app.application, 'no', async () => {
    await erase()
    const questions = () =>
      app.application.evaluate(() => (globalThis as unknown as { asked: string[] }).asked.length)
    await expect.poll(questions).toBe(1)
  })
  expect(asked.join()).toContain('proof of submission')
  await answeringDialogs(app.application, 'yes', async () => {
    await erase()
    await page.getByText('1 deal was deleted permanently.').waitFor()
  })
  await page.getByText('Trash is empty').waitFor()
})
