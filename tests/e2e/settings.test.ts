import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  attachFiles,
  fillApplication,
  openPart,
  openSettings,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { standardEndpoints } from '../../src-shared/profile/standard-endpoints.ts'
import { TestOffice } from './support/office.ts'

describe('how the service is talked to, as the broker sets it', () => {
  let office: TestOffice
  beforeAll(async () => {
    office = await TestOffice.openSetUp()
  })
  afterAll(() => office.close())

  const section = (name: string) => office.page.getByRole('region', { name })

  it('marks what is assumed of the paths', async () => {
    await openSettings(office.page, 'Service')
    const rows = section('Paths of the service').getByRole('row')
    await rows.filter({ hasText: 'offers.list' }).getByText('assumed').waitFor()
    expect(await rows.filter({ hasText: 'application.create' }).getByText('assumed').count()).toBe(0)
  })

  it('refuses a profile that is none, and names what is wrong', async () => {
    const paths = section('Paths of the service')
    await paths.getByRole('button', { name: 'Edit' }).click()
    const editor = paths.getByRole('textbox', { name: 'Endpoint profile as JSON' })
    await editor.fill('{"kind": "endpoint-profile"')
    await paths.getByRole('button', { name: 'Check and save' }).click()
    await paths.getByText('This is no JSON').waitFor()

    const { 'document.create': _, ...endpoints } = standardEndpoints.endpoints
    await editor.fill(JSON.stringify({ ...standardEndpoints, endpoints }))
    await paths.getByRole('button', { name: 'Check and save' }).click()
    await paths.getByText('endpoints.document.create').waitFor()
  })

  it('takes an imported profile, and the feature whose path is not there steps back with a plain word', async () => {
    const { page } = office
    const changed = structuredClone(standardEndpoints)
    changed.endpoints['offers.list'] = { method: 'GET', path: '/iso/api/v1/nowhere' }
    const paths = section('Paths of the service')
    await paths.locator('input[type="file"]').setInputFiles({
      name: 'endpoints.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(changed)),
    })
    await paths.getByRole('button', { name: 'Check and save' }).click()
    await paths.getByText('(yours)').waitFor()

    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await startApplication(page)
    await fillApplication(page)
    await attachFiles(page, office.pdfs.slice(0, 1))
    await page.locator('[data-document]').waitFor()
    await submitApplication(page)
    await page.locator('[data-partner-status="offer_available"]').waitFor()
    await openPart(page, 'offers')
    await page.getByTestId('offers').getByText('the service has not told them yet').waitFor()
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.getByText('This service does not offer that.').waitFor()

    await openSettings(page, 'Service')
    await paths.getByRole('button', { name: 'Back to the standard' }).click()
    await paths.getByText('(yours)').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await page.getByRole('row', { name: /Juniper Bakery/ }).click()
    await page.getByRole('button', { name: 'Read again' }).click()
    await page.locator('[data-offer]').waitFor()
  })

  it('a proxy address that is none is told at its field', async () => {
    const { page } = office
    await openSettings(page, 'Service')
    const network = section('Network')
    await network.getByRole('combobox', { name: 'Proxy' }).click()
    await page.getByRole('option', { name: 'This proxy:' }).click()
    await network.getByRole('textbox', { name: 'Address of the proxy' }).fill('proxy')
    await network.getByRole('button', { name: 'Save the network' }).click()
    await network.getByText('Give it as http://host:port.').waitFor()
  })

  it('the call log tells each call and holds nothing of a client', async () => {
    const { page } = office
    await page.getByRole('link', { name: 'Call log' }).click()
    await page.getByRole('row').filter({ hasText: '/iso/api/v1/document' }).first().waitFor()
    await page.getByRole('textbox', { name: 'Search calls' }).fill('post application')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    await page.getByRole('textbox', { name: 'Search calls' }).fill('')
    await page.getByRole('row').filter({ hasText: '/nowhere' }).filter({ hasText: '404' }).first().waitFor()
    const text = await page.getByRole('main').innerText()
    for (const secret of ['900123456', '900-12-3456', 'Juniper', 'Bearer', office.sandbox.client_secret])
      expect(text).not.toContain(secret)
  })
})
