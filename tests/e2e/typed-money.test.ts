import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSettings, startApplication, waitUntilSaved } from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
})
afterAll(() => environment.close())

it('an amount field shows the amount that the app understood, during and after typing', async () => {
  const { page } = environment
  await startApplication(page)
  const field = page.locator('[data-path="company.monthly_revenue"]')
  await field.focus()
  await page.keyboard.type('$42.5k')
  await page.getByText('= $42,500').waitFor()
  expect(await field.inputValue()).toBe('$42.5k')
  await field.blur()
  await page.getByText('= $42,500').waitFor({ state: 'detached' })
  expect(await field.inputValue()).toBe('$42,500')
  await field.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' per month')
  await field.blur()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.inputValue()).toBe('42500 per month')
  await waitUntilSaved(page)
})

it('typing replaces an amount that was selected with the Tab key or by a script', async () => {
  const { page } = environment
  const field = page.locator('[data-path="company.monthly_revenue"]')
  await field.fill('42500')
  await field.blur()
  expect(await field.inputValue()).toBe('$42,500')
  await field.fill('43k')
  await field.blur()
  expect(await field.inputValue()).toBe('$43,000')
  await field.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('44k')
  expect(await field.inputValue()).toBe('44k')
  await field.blur()
  expect(await field.inputValue()).toBe('$44,000')
  // A click sets the caret before the field switches to its editable text. The caret must remain between the same digits.
  await field.click({ position: { x: 2, y: 8 } })
  await expect.poll(() => field.inputValue()).toBe('44000')
  await page.keyboard.type('1')
  await field.blur()
  expect(await field.inputValue()).toBe('$144,000')
  await waitUntilSaved(page)
})

it('an imported amount that cannot be read is added to the form exactly as the file had it', async () => {
  const { page } = environment
  const file = join(environment.folder, 'amounts.csv')
  await writeFile(file, 'Business name,Amount,Monthly revenue\nBirch Inc,55k,35.000\n')
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(file)
  await page.getByRole('button', { name: 'Import 1 draft' }).click()
  await page.getByRole('heading', { name: 'Birch Inc' }).waitFor()
  const field = (path: string) => page.locator(`[data-path="${path}"]`)
  expect(await field('application.amount_requested').inputValue()).toBe('$55,000')
  await page.getByRole('button', { name: 'Add to form: Monthly revenue' }).click()
  await expect.poll(() => field('company.monthly_revenue').inputValue()).toBe('35.000')
  await waitUntilSaved(page)
})

it('the pipeline filter accepts an amount in thousands, and ignores an amount that cannot be read', async () => {
  const { page } = environment
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const from = page.getByLabel('Amount from')
  await from.pressSequentially('100k')
  await page.getByText('= $100,000').waitFor()
  await page.getByRole('button', { name: /from \$100,000/i }).waitFor()
  await from.press('ControlOrMeta+a')
  await page.keyboard.type('100 mil')
  await from.blur()
  await page.getByText('“mil” can mean thousand or million.').waitFor()
  expect(await from.inputValue()).toBe('100 mil')
  await page.getByRole('button', { name: /from \$1/i }).waitFor({ state: 'detached' })
  await from.fill('')
  await page.keyboard.press('Escape')
})

it('a credit box accepts an amount in thousands, and does not save a value out of range', async () => {
  const { page } = environment
  await openSettings(page, 'Funder criteria')
  await page.getByRole('button', { name: 'Add funder criteria' }).click()
  const least = page.getByRole('textbox', { name: 'Min amount' })
  const score = page.getByRole('textbox', { name: 'Min credit score' })
  await least.pressSequentially('5k')
  await score.pressSequentially('30')
  await score.blur()
  await page.getByText('Enter a number from 300 to 850.').waitFor()
  expect([await least.inputValue(), await score.inputValue()]).toEqual(['$5,000', '30'])
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  await score.fill('600')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Not saved yet.').waitFor({ state: 'detached' })
  const boxes = await page.evaluate<unknown>(
    `fundingDesk.call('credit_box.get', {}).then(({ value }) => value.boxes)`,
  )
  expect(boxes).toMatchObject([{ minimum_amount_cents: 5_000_00, minimum_score: 600 }])
})
