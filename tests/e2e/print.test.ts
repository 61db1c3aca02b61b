import { afterAll, beforeAll, expect, it } from 'vitest'
import { isInChromium } from '../support/chromium/show-in-chromium.ts'
import { fillPipeline } from '../support/fill-vault.ts'
import { pdfText } from '../support/pdf-text.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

const DEALS = 1_130

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.open((data) => fillPipeline(data, DEALS))
})
afterAll(() => environment.close())

/** Returns the text of the PDF that Chromium prints for the window. */
async function onPaper(): Promise<string> {
  const base64 = await (isInChromium ? printInChromium() : printInElectron())
  return pdfText(Buffer.from(base64, 'base64'))
}

const printInElectron = () =>
  environment.app.application.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    return (await window?.webContents.printToPDF({ preferCSSPageSize: true }))?.toString('base64') ?? ''
  })

async function printInChromium(): Promise<string> {
  const { page } = environment
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.printToPDF', { preferCSSPageSize: true })
  return data
}

it('the pipeline prints the complete filtered list with its columns, its title, and the number of deals', async () => {
  const { page } = environment
  // A test cannot operate the system's print dialog, so it checks the content that would be printed.
  await page.evaluate('window.print = () => void (window.printed = (window.printed ?? 0) + 1)')
  await page.locator('[data-index="0"]').waitFor()
  await page.keyboard.press('Control+P')
  await expect.poll(() => page.evaluate('window.printed')).toBe(1)
  const all = await onPaper()
  // Some of the created deals are in the trash, so the test does not know the exact number of listed deals.
  expect(all.match(/The first 1,000 of 1,1\d\d deals\. Filter the list to print the others\./)).not.toBeNull()
  expect(all.match(/Printed \w{3} \d/)).not.toBeNull()
  expect(all).toContain('Do not give to the merchant.')
  await expect.poll(() => page.locator('.printed-list').count()).toBe(0)

  await page.locator('[data-filter="draft"]').click()
  const drafts = Number(/\d+/.exec(await page.locator('[data-filter="draft"]').innerText())?.[0])
  await page.getByLabel('Search deals').fill('llc')
  const listed = async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1
  // The list shows the result of the search when it has fewer deals than the filter alone.
  await expect.poll(listed).toBeLessThan(drafts)
  const total = await listed()
  expect(total).toBeGreaterThan(20)
  await page.getByRole('button', { name: 'Print list' }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBe(2)
  const rows = page.locator('.printed-list tbody tr')
  expect(await rows.count()).toBe(total)
  const last = await rows.last().locator('td').first().textContent()
  const some = await onPaper()
  const wanted = [`${total} deals`, 'Drafts · “llc” · sorted by Changed', 'Top offer', last ?? '']
  expect(wanted.filter((words) => !some.includes(words))).toEqual([])
  // The last deal's name appears only once. The printed page therefore contains the printed list, but not the screen's own list.
  expect(some.split(last ?? '')).toHaveLength(2)
})

it('the pipeline prints only the selected deals, in the order of the list, and prints their number', async () => {
  const { page } = environment
  const rows = page.locator('.printed-list tbody tr')
  await expect.poll(() => rows.count()).toBe(0)
  const businessAt = (index: number) => page.locator(`[data-index="${index}"] [data-column="business"]`)
  const [first, third] = await Promise.all([0, 2].map((index) => businessAt(index).textContent()))
  for (const index of [2, 0])
    // Click the rows one after another, as a broker does.
    await page.locator(`[data-index="${index}"] input`).click()
  // The selection remains when the list shows other deals.
  await page.getByLabel('Search deals').fill('')
  await page.locator('[data-filter="all"]').click()
  await page.getByRole('button', { name: 'Print selected deals' }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBe(3)
  expect(await rows.count()).toBe(2)
  const names = await rows.evaluateAll((all) => all.map((row) => row.querySelector('td')?.textContent ?? ''))
  const paper = await onPaper()
  expect(paper).toContain('2 selected deals')
  expect(paper).not.toMatch(/sorted by|1,1\d\d deals/)
  expect(names).toEqual([first, third])
})
