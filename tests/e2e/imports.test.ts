// @module-tag journey

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { faultyWorkbook } from '../support/bad-input/faulty-workbook.ts'
import { hostileDrafts } from '../support/bad-input/hostile-drafts.ts'
import { openSettings } from '../../build/demo/journey.ts'
import { failOnStalls } from '../support/e2e/fail-on-stalls.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { LONGEST_STALL_MS } from '../support/e2e/stall-watch.ts'

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
})
afterAll(() => environment.close())
failOnStalls(() => environment.stalls)

const files = hostileDrafts()
const dialog = () => environment.page.getByRole('dialog', { name: 'Import drafts' })

async function shoot(name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await environment.page.emulateMedia({ colorScheme })
    await environment.page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
}

/** Picks a file in the import dialog. */
async function pick(name: string): Promise<void> {
  const path = join(environment.folder, name)
  await writeFile(path, files[name] ?? '')
  await dialog().locator('input[type=file]').setInputFiles(path)
}

it('the import refuses hostile files with an error and stays usable', async () => {
  const { page } = environment
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  for (const [name, words] of [
    ['many-drafts.json', 'more than 1,000 drafts'],
    ['unknown-values.json', 'more than 200,000 values'],
    ['many-columns.csv', 'more than 200,000 values'],
  ] as const) {
    await pick(name)
    await dialog().getByRole('alert').getByText(words).waitFor()
  }
})

it('canceling while the import reads a file returns to the file selection, without an error', async () => {
  const pressed = environment.page.evaluate(pressCancel)
  await pick('large-good.csv')
  await pressed
  await dialog().getByRole('button', { name: 'Choose a CSV or Excel file' }).waitFor()
  expect(await dialog().getByRole('alert').count()).toBe(0)
})

it('canceling an import creates nothing, and the import can be started again', async () => {
  const { page } = environment
  await pick('large-good.csv')
  const importAll = dialog().getByRole('button', { name: 'Import 1,000 drafts' })
  await importAll.waitFor()
  const pressed = page.evaluate(pressCancel)
  await importAll.click()
  await pressed
  await dialog().getByRole('button', { name: 'Choose another file' }).waitFor()
  expect(await page.evaluate(countDeals)).toBe(0)
  expect(await importAll.isEnabled()).toBe(true)
})

it('an import of 1,000 drafts with 20 unknown values each creates all of them', async () => {
  const { page } = environment
  await dialog().getByRole('button', { name: 'Import 1,000 drafts' }).click()
  await page.getByText('1,000 drafts imported from large-good.csv.').waitFor()
  expect(await page.evaluate(countDeals)).toBe(1_000)
})

/** Runs in the page and clicks "Cancel" as soon as the button appears, because an import takes a second or less. */
function pressCancel(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
      const cancel = buttons.find((button) => button.textContent === 'Cancel')
      if (cancel === undefined) return
      observer.disconnect()
      cancel.click()
      resolve()
    })
    observer.observe(document.body, { subtree: true, childList: true })
  })
}

/** Returns the number of deals. Runs in the page. */
async function countDeals(): Promise<number> {
  const { fundingDesk } = globalThis as unknown as {
    fundingDesk: { call(channel: string, input: object): Promise<{ value: { total: number } }> }
  }
  return (await fundingDesk.call('deals.list', {})).value.total
}

it('the stall watch of these tests reports a busy loop of 400 ms in the main process', async () => {
  await environment.app.application.evaluate(() => {
    // On a busy machine, the loop takes much longer than its 400 ms of processor time.
    for (const end = Date.now() + 30_000, from = process.cpuUsage(); Date.now() < end;)
      if (process.cpuUsage(from).user > 400_000) break
  })
  await expect.poll(async () => (await environment.stalls.longest()).ms).toBeGreaterThan(LONGEST_STALL_MS)
  await environment.stalls.reset()
})

it('the broker chooses the columns and the notation of a CSV file, and sees the rows as they will be imported', async () => {
  const { page } = environment
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const path = join(environment.folder, 'crm.csv')
  const lines = [
    'Party;Wish;EIN;Since',
    'Alder LLC;1.234,56;12-345;03.04.2020',
    'Birch Inc;90.000;12-3456789;1.2.2019',
  ]
  await writeFile(path, lines.join('\r\n'))
  await dialog().locator('input[type=file]').setInputFiles(path)
  await dialog().getByText('1 of 4 columns fill a field of the form.').waitFor()
  const cells = dialog().getByTestId('import-cells')
  const choose = (column: string, field: string) =>
    cells.getByLabel(`Field for ${column}`).selectOption({ label: field })
  await choose('Party', 'Legal name')
  await cells.getByText('Alder LLC').waitFor()
  await choose('Wish', 'Amount requested')
  await cells.getByText('$1,234.56').waitFor()
  await choose('Since', 'Business start date')
  await cells.getByText('Apr 3, 2020').waitFor()
  expect(await dialog().getByLabel('Dates').inputValue()).toBe('day_first')
  await dialog().getByLabel('Dates').selectOption('month_first')
  await cells.getByText('Mar 4, 2020').waitFor()
  // The incomplete EIN is marked in its cell.
  expect(await cells.locator('[data-problem]').count()).toBe(1)
  await choose('EIN', 'Do not import')
  await dialog().getByText('Every value has a matching field.').waitFor()
  await dialog().getByRole('button', { name: 'Import 2 drafts' }).click()
  await page.getByText('2 drafts imported from crm.csv.').waitFor()
  await page.getByRole('row').filter({ hasText: '$90,000' }).waitFor()
})

it('the same file again imports no row, and undoing the import moves its drafts to the trash', async () => {
  const { page } = environment
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog().locator('input[type=file]').setInputFiles(join(environment.folder, 'crm.csv'))
  const rows = dialog().getByTestId('import-rows').getByRole('checkbox', { disabled: true, checked: false })
  await expect.poll(() => rows.count()).toBe(2)
  expect(await dialog().getByRole('button', { name: 'Import 0 drafts' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByText('Undone: “2 drafts imported from crm.csv”').waitFor()
  await expect.poll(() => page.evaluate(countDeals)).toBe(1_000)
})

it('the preview names the rows of one business, and the import makes one draft of them', async () => {
  const { page } = environment
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const path = join(environment.folder, 'owners.csv')
  const lines = [
    'Legal name,EIN,Owner First name',
    'Larch Diner,71-1111111,Ada',
    'Maple Diner,72-1111111,Cy',
    'Larch Diner LLC,71-1111111,Bo',
  ]
  await writeFile(path, lines.join('\n'))
  await dialog().locator('input[type=file]').setInputFiles(path)
  await dialog().getByText('Row 4 · Same business as row 2').waitFor()
  expect(await dialog().getByText('Same business as row').count()).toBe(1)
  await dialog().getByText('1 row is about the same business as an earlier row.').waitFor()
  await dialog().getByText('contains 3 rows.').waitFor()
  await dialog().getByText('Create new drafts').click()
  await dialog().getByRole('button', { name: 'Import 3 drafts' }).waitFor()
  await dialog().getByText('One draft per business').click()
  // Without its first row, the next row of the business creates the draft.
  await dialog().getByRole('checkbox', { name: 'Import row 2, Larch Diner' }).uncheck()
  await dialog().getByTestId('import-duplicates').waitFor({ state: 'detached' })
  await dialog().getByRole('button', { name: 'Import 2 drafts' }).waitFor()
  await dialog().getByRole('checkbox', { name: 'Import row 2, Larch Diner' }).check()
  await dialog().getByRole('button', { name: 'Import 2 drafts' }).click()
  await page.getByText('2 drafts imported from owners.csv.').waitFor()
})

it('each row of the preview says which values differ from the draft of its business, unless each row makes a draft', async () => {
  const { page } = environment
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const path = join(environment.folder, 'differing.csv')
  const lines = [
    'Legal name,EIN,Amount',
    'Maple Restaurant,72-1111111,',
    'Nutmeg Diner,73-1111111,35000',
    'Nutmeg Diner,73-1111111,40000',
  ]
  await writeFile(path, lines.join('\n'))
  await dialog().locator('input[type=file]').setInputFiles(path)
  const row = (name: string) => dialog().getByTestId('import-rows').getByRole('row').filter({ hasText: name })
  await row('Row 2').getByText('Legal name: Maple Restaurant').waitFor()
  await row('Row 2').getByText('The draft has Maple Diner, and keeps it.').waitFor()
  await row('Row 3').getByText('All values match').waitFor()
  await row('Row 4').getByText('Amount requested: $40,000').waitFor()
  await row('Row 4').getByText('An earlier row has $35,000, which fills the field.').waitFor()
  await shoot('import-differing')
  await dialog().getByText('Create new drafts').click()
  await row('Row 2').getByText('All values match').waitFor()
  await row('Row 4').getByText('All values match').waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

it('the preview warns of drafts without a business name and of closed deals, and leaves them out with one click', async () => {
  const { page } = environment
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const path = join(environment.folder, 'closed.csv')
  const lines = [
    'Known to us as,State,Deal Stage,Amount',
    'Aspen Bakery,TX,Closed Won,50000',
    'Elm Garage,OR,New Lead,60000',
    'Fir Salon,CA,Dead,70000',
    ',NY,Not funded,80000',
  ]
  await writeFile(path, lines.join('\n'))
  await dialog().locator('input[type=file]').setInputFiles(path)
  await dialog().getByText('4 drafts have no business name.').waitFor()
  await dialog().getByText('2 rows have a status of a closed deal: Closed Won · Dead.').waitFor()
  await dialog().getByText('Row 4 · Dead').waitFor()
  await shoot('import-doubtful')
  await dialog().getByLabel('Field for Known to us as').selectOption({ label: 'Legal name' })
  await dialog().getByText('1 draft has no business name.').waitFor()
  await dialog().getByRole('button', { name: 'Leave out 1 row' }).click()
  await dialog().getByRole('button', { name: 'Leave out 2 rows' }).click()
  await dialog().getByTestId('import-doubtful').waitFor({ state: 'detached' })
  await dialog().getByRole('button', { name: 'Import 1 draft' }).click()
  await page.getByText('1 draft imported from closed.csv.').waitFor()
  await page.getByRole('link', { name: 'Back to Pipeline' }).click()
})

it('a workbook with the faults of other programs is read, and its left-over values can be removed together', async () => {
  const { page } = environment
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  const path = join(environment.folder, 'Broker list.xlsx')
  await writeFile(path, await faultyWorkbook())
  await dialog().locator('input[type=file]').setInputFiles(path)
  await dialog().getByText('contains 4 rows').waitFor()
  expect(await dialog().getByLabel('Sheet').inputValue()).toBe('Deals')
  expect(await dialog().getByLabel('Headings').inputValue()).toBe('4')
  const rows = dialog().getByTestId('import-rows')
  await rows.getByText('1.23457E+08').waitFor()
  await rows.getByText('Row 8 · repeats the headings').waitFor()
  await rows.getByText('Row 10 · looks like a line with totals').waitFor()
  const notCarried = await dialog().getByTestId('import-not-carried').innerText()
  expect(notCarried).toContain('Lead source (4) · Shoe size (3)')
  // The broker can choose another sheet, and the app then asks for its headings.
  await dialog().getByLabel('Sheet').selectOption('About')
  await dialog().getByTestId('import-headings').waitFor()
  expect(await dialog().getByRole('button', { name: 'Import 2 drafts' }).isDisabled()).toBe(true)
  await dialog().getByRole('button', { name: 'It has no headings' }).click()
  await dialog().getByRole('button', { name: 'Import 2 drafts', disabled: false }).waitFor()
  await dialog().getByLabel('Sheet').selectOption('Deals')
  await dialog().getByRole('button', { name: 'Import 4 drafts' }).click()
  await page.getByText('4 drafts imported from Broker list.xlsx.').waitFor()
  await page.getByRole('row').filter({ hasText: 'Café Niño' }).click()
  const left = page.getByTestId('orphaned-values')
  await left.getByText('5 values are not in this form').waitFor()
  expect(await left.getByText('@SUM(A1)').isVisible()).toBe(false)
  await left.getByRole('button', { name: 'Show the values' }).click()
  await left.getByText('@SUM(A1)').waitFor()
  await left.getByRole('button', { name: 'Remove all' }).click()
  await left.getByRole('alert').getByRole('button', { name: 'Remove all' }).click()
  await left.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
})

it('the import mentions JSON only to brokers who turned on technical details, and reads it for all', async () => {
  const { page } = environment
  const open = () => page.getByRole('button', { name: 'Import', exact: true }).click()
  const showsJson = async () => (await dialog().innerText()).includes('JSON')
  await open()
  await dialog().getByRole('button', { name: 'Choose a CSV or Excel file' }).waitFor()
  expect(await showsJson()).toBe(false)
  const path = join(environment.folder, 'application.json')
  await writeFile(path, JSON.stringify({ company: { legal_name: 'Nutmeg Bar' } }))
  await dialog().locator('input[type=file]').setInputFiles(path)
  await dialog().getByText('Nutmeg Bar').waitFor()
  await page.keyboard.press('Escape')
  await openSettings(page, 'Advanced')
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await open()
  await dialog().getByRole('button', { name: 'Choose a CSV, Excel, or JSON file' }).waitFor()
  await dialog().getByText('JSON: drafts exported from Funding Desk').waitFor()
})
