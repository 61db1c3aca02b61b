import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fieldAt, startApplication } from '../../build/demo/journey.ts'
import { makeApplication, type MadeApplication } from '../support/documents/application-forms.ts'
import { dropFiles } from '../support/e2e/drop-files.ts'
import { failOnStalls } from '../support/e2e/fail-on-stalls.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

let environment: TestEnvironment
let made: MadeApplication
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
  made = await makeApplication({ layout: 'boxed', seed: 3, empty: 0 })
})
afterAll(() => environment.close())
failOnStalls(() => environment.stalls)

const truth = (path: string) => made.truth.get(path) as string
const field = (path: string) => environment.page.locator(fieldAt(path))
const row = (path: string) => environment.page.locator(`[data-proposal="${path}"]`)

/** Saves screenshots in both color schemes if the environment variable `SHOTS` names a folder. */
async function picture(name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  const { page } = environment
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

it('an application dropped on the pipeline starts a deal, and its values are accepted by keyboard without an SSN in the page', async () => {
  const { page, folder } = environment
  const file = join(folder, 'application.pdf')
  await writeFile(file, made.bytes)
  await environment.goTo('#/')
  await page.getByRole('button', { name: /New/ }).first().waitFor()
  await dropFiles(page, [file])
  const offer = page.getByRole('dialog', { name: 'New deal from these documents?' })
  await offer.getByText('application.pdf').waitFor()
  await picture('prefill-new-deal')
  await page.keyboard.press('Enter')

  const strip = page.getByTestId('prefill-strip')
  await strip.getByText(/\d+ values found in application.pdf/).waitFor()
  await picture('prefill-strip')
  await strip.getByRole('button', { name: 'Review' }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByTestId('prefill-panel')
  await panel.waitFor()
  await expect.poll(() => page.evaluate('document.activeElement?.dataset.proposal ?? ""')).not.toBe('')
  await page.getByTestId('viewer-mark').first().waitFor()
  await picture('prefill-review')

  // The SSN and the EIN reach neither the panel nor the page's other content.
  const ssn = truth('company.owners.0.ssn')
  await row('company.owners.0.ssn').focus()
  expect(await panel.innerText()).toContain(`•••-••-${ssn.slice(-4)}`)
  const heard = await page.evaluate(
    `window.fundingDesk.call('prefill.read', { document_id: ${JSON.stringify(await documentId())} }).then(JSON.stringify)`,
  )
  for (const path of ['company.owners.0.ssn', 'company.owners.1.ssn', 'company.ein'])
    for (const secret of [truth(path), truth(path).replaceAll('-', '')]) {
      expect(await panel.innerText()).not.toContain(secret)
      expect(heard).not.toContain(secret)
    }

  await row('company.legal_name').focus()
  await page.keyboard.press('Enter')
  await page.locator('li[data-state="same"] [data-proposal="company.legal_name"]').waitFor()
  await expect.poll(() => field('company.legal_name').inputValue()).toBe(truth('company.legal_name'))
  expect(await field('company.dba').inputValue()).toBe('')
  await page.keyboard.press('Control+Enter')
  await page.locator('li[data-state="same"] [data-proposal="company.owners.1.last_name"]').waitFor()
  await expect
    .poll(() => field('company.owners.1.last_name').inputValue())
    .toBe(truth('company.owners.1.last_name'))
  await picture('prefill-accepted')
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => strip.count()).toBe(0)
  await page.keyboard.press('Alt+1')
  await picture('prefill-form')
})

it('a value that the broker typed is replaced only by an explicit choice, and the old value is shown', async () => {
  const { page } = environment
  await field('company.dba').fill('Typed by hand')
  await page.keyboard.press('Tab')
  // The deal does not offer an accepted value again that the broker corrects.
  expect(await page.getByTestId('prefill-strip').count()).toBe(0)
  await page.keyboard.press('Alt+2')
  await page.getByRole('button', { name: 'Read values from application.pdf' }).click()
  const changed = page.locator('li[data-state="replaces"]')
  await changed.getByText('Now: Typed by hand').waitFor()
  await picture('prefill-replace')
  await page.keyboard.press('Control+Enter')
  expect(await field('company.dba').inputValue()).toBe('Typed by hand')
  await row('company.dba').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => field('company.dba').inputValue()).toBe(truth('company.dba'))
  await page.getByRole('button', { name: 'Done' }).click()
})

it('a new deal of the same merchant offers the company and the owners, fills empty fields, and undoes them in one step', async () => {
  const { page } = environment
  await environment.goTo('#/')
  await startApplication(page)
  await field('company.legal_name').fill(truth('company.legal_name').toUpperCase().replace(/ LLC$/, ''))
  await page.keyboard.press('Tab')
  const strip = page.getByTestId('reuse-strip')
  await strip.getByText(/You had a deal with/).waitFor()
  await picture('reuse-strip')
  await strip.getByRole('button', { name: 'Choose details' }).click()
  const dialog = page.getByRole('dialog', { name: /Reuse details of/ })
  await dialog.getByRole('checkbox', { name: /Owner 2/ }).waitFor()
  expect(await dialog.innerText()).not.toContain(truth('company.owners.0.ssn'))
  await picture('reuse-dialog')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => field('company.owners.1.first_name').inputValue())
    .toBe(truth('company.owners.1.first_name'))
  expect(await field('company.monthly_revenue').inputValue()).toBe('')
  await page.keyboard.press('Alt+5')
  await page.getByTestId('earlier-deals').getByRole('link').waitFor()
  await picture('earlier-deals')
  await page.keyboard.press('Alt+1')
  await field('company.legal_name').focus()
  await page.keyboard.press('Control+z')
  await expect.poll(() => field('company.owners.1.first_name').count()).toBe(0)
  expect(await field('company.address.city').inputValue()).toBe('')
})

/** Returns the id of the deal's only document. */
async function documentId(): Promise<string> {
  const { page } = environment
  const deal = await page.evaluate(
    `window.fundingDesk.call('deals.get', { deal_id: location.hash.split('/')[2] }).then((answer) => answer.value.document_list[0].document_id)`,
  )
  return String(deal)
}

it('an application of another business is marked in its row and in the check, and its values are accepted only one by one', async () => {
  const { page, folder } = environment
  const file = join(folder, 'other.pdf')
  await writeFile(file, made.bytes)
  await environment.goTo('#/')
  await startApplication(page)
  await field('company.legal_name').fill('Cedar Diner LLC')
  await page.keyboard.press('Alt+2')
  await dropFiles(page, [file])
  await page.getByText(`This application names ${truth('company.legal_name')}`).waitFor()
  await picture('prefill-other-row')
  await page.getByTestId('prefill-strip').getByRole('button', { name: 'Review' }).click()
  await page.getByTestId('prefill-panel').getByText('This document is about another business.').waitFor()
  await picture('prefill-other-review')
  expect(await page.getByRole('button', { name: /Accept all/ }).count()).toBe(0)
})
