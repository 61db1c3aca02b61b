import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillField, startApplication, waitUntilSaved } from '../../build/demo/journey.ts'
import { TestEnvironment } from './support/environment.ts'

let environmentManager: TestEnvironment
beforeAll(async () => {
  environmentManager = await TestEnvironment.openSetUp()
})
afterAll(() => environmentManager.close())

it('two windows on a deal: each sees the other type, a field typed in both keeps both, and undo outlives the app', async () => {
  const { page, app } = environmentManager
  await startApplication(page)
  await page.getByRole('button', { name: 'More' }).click()
  const [second] = await Promise.all([
    app.application.waitForEvent('window'),
    page.getByRole('menuitem', { name: 'Open in new window' }).click(),
  ])
  const field = (window: typeof page, path: string) => window.locator(`[data-path="${path}"]`)
  await field(second, 'company.legal_name').waitFor()

  // Pasted with the code of the country, which is no digit of the number.
  await fillField(page, 'company.phone', '+1 (503) 555-0142')
  expect(await field(page, 'company.phone').inputValue()).toBe('(503) 555-0142')

  await field(page, 'company.industry').focus()
  await fillField(second, 'company.legal_name', 'Alder Bakery')
  await expect.poll(() => field(page, 'company.legal_name').inputValue()).toBe('Alder Bakery')
  expect(await page.evaluate('document.activeElement.dataset.path')).toBe('company.industry')

  await field(second, 'company.industry').focus()
  await Promise.all([page.keyboard.type('Bakeries'), second.keyboard.type('Cafes')])
  const typed = async () => [
    await field(page, 'company.industry').inputValue(),
    await field(second, 'company.industry').inputValue(),
  ]
  // Whichever was first is in the draft; the other one lies beside it until somebody chooses.
  const kept = () =>
    page.evaluate<string>(
      `fundingDesk.call('deals.get', { deal_id: location.hash.split('/')[2] })
        .then(({ value }) => value.values.company.industry)`,
    )
  await expect.poll(kept).toMatch(/^(Bakeries|Cafes)$/)
  const [late, chosen, other] =
    (await kept()) === 'Cafes' ? [page, 'Bakeries', 'Cafes'] : [second, 'Cafes', 'Bakeries']
  await late.getByRole('button', { name: 'Keep this value' }).click()
  await expect.poll(typed).toEqual([chosen, chosen])
  await late.keyboard.press('Control+z')
  await expect.poll(typed).toEqual([other, other])

  await waitUntilSaved(page)
  const { hash } = new URL(page.url())
  await environmentManager.app.close()
  await environmentManager.relaunch()
  await environmentManager.goTo(hash)
  await environmentManager.page.getByRole('button', { name: 'Redo: Industry' }).click()
  await expect.poll(() => field(environmentManager.page, 'company.industry').inputValue()).toBe(chosen)
})

it('a file becomes drafts only on a press, and what does not fit lies beside them', async () => {
  const { page } = environmentManager
  const file = join(environmentManager.folder, 'book.csv')
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
  expect(environmentManager.app.complaints.filter((line) => line.startsWith('page:'))).toEqual([])
})

it('half a number stays while the broker looks the rest up in another window, and is masked when the field is left', async () => {
  const { page } = environmentManager
  await page.evaluate("location.hash = '#/'")
  await page.reload()
  await startApplication(page)
  const ssn = page.locator('[data-path="company.owners.0.ssn"]')
  await ssn.pressSequentially('90012')
  // What a window that loses the focus does to its page; the harness itself never lets it go.
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
