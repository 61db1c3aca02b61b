import { afterAll, beforeAll, expect, it } from 'vitest'
import { fillPipeline } from '../support/fill-vault.ts'
import { pdfText } from '../support/pdf-text.ts'
import { TestOffice } from './support/office.ts'

const DEALS = 1_130

let office: TestOffice
beforeAll(async () => {
  office = await TestOffice.open((data) => fillPipeline(data, DEALS))
})
afterAll(() => office.close())

/** What Chromium puts on paper of the window: its words, and how many sheets they take. */
async function onPaper(): Promise<string> {
  const base64 = await office.app.application.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    return (await window?.webContents.printToPDF({ preferCSSPageSize: true }))?.toString('base64') ?? ''
  })
  return pdfText(Buffer.from(base64, 'base64'))
}

it('prints the whole filtered list with its columns, and says what it is and what it left out', async () => {
  const { page } = office
  // The system's own dialog cannot be pressed by a test: what it would print is read instead.
  await page.evaluate('window.print = () => void (window.printed = (window.printed ?? 0) + 1)')
  await page.locator('[data-index="0"]').waitFor()
  await page.keyboard.press('Control+P')
  await expect.poll(() => page.evaluate('window.printed')).toBe(1)
  const all = await onPaper()
  expect(all).toContain('The first 1,000 of 1,130 deals.')
  expect(all).toMatch(/Printed \w{3} \d/)
  await expect.poll(() => page.locator('.printed-list').count()).toBe(0)

  await page.locator('[data-filter="draft"]').click()
  await page.getByLabel('Search deals').fill('bakery')
  await page.getByText(/deals? found/).waitFor({ state: 'attached' })
  const total = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
  expect(total).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Print the list' }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBe(2)
  const rows = page.locator('.printed-list tbody tr')
  expect(await rows.count()).toBe(total)
  const last = await rows.last().locator('td').first().textContent()
  const some = await onPaper()
  expect(some).toContain(`${total} deals`)
  expect(some).toContain('Drafts · “bakery” · sorted by Changed')
  expect(some).toContain('Best offer')
  expect(some).toContain(last)
  expect(some).not.toContain('Search deals')
})
