import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillField, startApplication, waitUntilSaved } from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
})
afterAll(() => environment.close())

it('opening a deal that is open in another window focuses that window, and undo history survives a restart', async () => {
  const { page, app } = environment
  const field = (window: typeof page, path: string) => window.locator(`[data-path="${path}"]`)
  await startApplication(page)
  // Pastes a number with the country code, although the stored number does not include it.
  await fillField(page, 'company.phone', '+1 (503) 555-0142')
  expect(await field(page, 'company.phone').inputValue()).toBe('(503) 555-0142')
  await fillField(page, 'company.legal_name', 'Alder Bakery')
  const hash = new URL(page.url()).hash.split('/').slice(0, 3).join('/')

  await page.getByRole('button', { name: 'More' }).click()
  const [second] = await Promise.all([
    app.nextWindow(),
    page.getByRole('menuitem', { name: 'Open in new window' }).click(),
  ])
  await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
  await expect.poll(() => field(second, 'company.phone').inputValue()).toBe('(503) 555-0142')

  // The tests run without a window manager, so no window gets the focus. Record instead which window requests the focus.
  await app.application.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      window.focus = () => void Object.assign(globalThis, { focused: window.webContents.getURL() })
  })
  const takeFocused = () =>
    app.application.evaluate(() => {
      const { focused } = globalThis as { focused?: string }
      Object.assign(globalThis, { focused: '' })
      return focused ?? ''
    })
  const deal_id = hash.split('/')[2] as string
  const ways: [string, () => Promise<unknown>][] = [
    ['a row of the pipeline', () => page.getByRole('link', { name: 'Alder Bakery' }).click()],
    ['a link in a new window', () => page.evaluate(`window.open('${hash}')`)],
    ['the address', () => page.evaluate(`location.hash = '${hash}/documents'`)],
    [
      'the own window',
      () => page.evaluate(`fundingDesk.call('deals.open_window', { deal_id: '${deal_id}' })`),
    ],
  ]
  for (const [way, open] of ways) {
    await open()
    await expect.poll(takeFocused, { message: way }).toContain(hash)
    await expect.poll(() => new URL(page.url()).hash, { message: way }).toBe('#/')
    await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
  }
  expect(app.windows()).toHaveLength(2)

  await field(second, 'company.industry').focus()
  await second.keyboard.type('Bakeries')
  await waitUntilSaved(second)
  await second.keyboard.press('Control+z')
  await expect.poll(() => field(second, 'company.industry').inputValue()).toBe('')
  await environment.app.close()
  await environment.relaunch()
  await environment.goTo(hash)
  await environment.page.getByRole('button', { name: 'Redo: Industry' }).click()
  await expect.poll(() => field(environment.page, 'company.industry').inputValue()).toBe('Bakeries')
})

it('an import creates drafts only after a click, and keeps values that do not fit as orphaned values', async () => {
  const { page } = environment
  const file = join(environment.folder, 'book.csv')
  await writeFile(file, 'Business name,Amount,Shoe size,SSN\nBirch Inc,12000,43,900-12-3456\n')
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles(file)
  const rows = page.getByTestId('import-rows')
  await rows.getByText('Birch Inc').waitFor()
  expect(await rows.innerText()).toContain('Shoe size: 43')
  expect(await page.content()).not.toContain('900-12-3456')
  expect(await page.locator('[data-deal]').count()).toBe(1)
  await page.getByRole('button', { name: 'Import 1 draft' }).click()
  await page.getByRole('heading', { name: 'Birch Inc' }).waitFor()
  expect(await page.getByTestId('orphaned-values').innerText()).toContain('Shoe size: 43')
  expect(environment.app.complaints.filter((line) => line.startsWith('page:'))).toEqual([])
})

it('a half-typed SSN stays visible while the broker uses another window, and a complete SSN is masked when the field loses focus', async () => {
  const { page } = environment
  await page.evaluate("location.hash = '#/'")
  await page.reload()
  await startApplication(page)
  const ssn = page.locator('[data-path="company.owners.0.ssn"]')
  await ssn.pressSequentially('90012')
  // Simulates that the page's window loses the focus, because the test harness itself never takes the focus away.
  await page.evaluate('document.hasFocus = () => false; document.activeElement.blur()')
  await waitUntilSaved(page)
  expect(await ssn.inputValue()).toBe('90012')
  await page.evaluate('delete document.hasFocus')
  await ssn.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('3456')
  await ssn.blur()
  await expect.poll(() => ssn.inputValue()).toBe('•••-••-3456')
})
