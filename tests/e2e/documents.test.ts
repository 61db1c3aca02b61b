import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  APPLICATION,
  attachFiles,
  chooseKind,
  fillApplication,
  startApplication,
} from '../../build/demo/journey.ts'
import { failOnStalls } from '../support/e2e/fail-on-stalls.ts'
import { BASELINE_JPEG, PROGRESSIVE_JPEG } from '../../src-main/features/documents/photos/photos.fixture.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
})
afterAll(() => environment.close())
failOnStalls(() => environment.stalls)

/** Prints a PDF with Chromium. It does not use the app's PDF library, and its fonts differ from those of the other test PDFs. */
async function print(name: string, ...pages: string[]): Promise<string> {
  const html = pages.map((page) => `<div style="page-break-after: always">${page}</div>`).join('')
  const base64 = await environment.app.application.evaluate(async ({ BrowserWindow }, content) => {
    const window = new BrowserWindow({ show: false })
    await window.loadURL(`data:text/html,${encodeURIComponent(content)}`)
    const bytes = await window.webContents.printToPDF({})
    window.destroy()
    return bytes.toString('base64')
  }, html)
  const path = join(environment.folder, name)
  await writeFile(path, Buffer.from(base64, 'base64'))
  return path
}

it('a bank statement shows its detected month with the reason, the choice of the broker takes precedence, and missing months are listed', async () => {
  const { page } = environment
  const file = await print(
    'march.pdf',
    '<h1>Granite Valley Bank</h1><p>Business Checking<br>Statement Period 03/01/2026 - 03/31/2026</p><p>Beginning balance $1,204.11</p>',
    '<p>Ending balance $9,220.05. Juniper wholesale deposit</p>',
  )
  await startApplication(page)
  await attachFiles(page, [file, file])
  const row = page.locator('[data-document="march.pdf"]')
  await row.getByRole('button', { name: 'Details of march.pdf' }).click()
  await row.getByText('Says “Statement Period 03/01/2026 - 03/31/2026” on page 1').first().waitFor()
  expect(await row.locator('[data-period]').getAttribute('data-period')).toBe('2026-03-01/2026-03-31')
  const again = page.locator('[data-color="orange"] [data-code="FILE_DUPLICATE"]')
  await again.getByText('Not attached again. This deal already has this file, as “march.pdf”.').waitFor()
  expect(await page.locator('[data-missing]').count()).toBe(1)
  // The app clears the file input, so that the broker can pick a corrected file with the same name. Otherwise, the browser would report no
  // change.
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach PDFs' }).click()
  await chosen
  expect(await page.locator('[data-testid="documents"] input[type="file"]').inputValue()).toBe('')

  await row.getByRole('button', { name: /^Period of march.pdf/ }).click()
  // The app refuses a long period, because the statement would count for every month in that period.
  await page.getByRole('button', { name: 'Custom dates' }).click()
  await page.getByLabel('First day').fill('April 1, 2016')
  await page.getByText('A statement can cover up to one year').waitFor()
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Whole month' }).click()
  await page.getByLabel('Month', { exact: true }).fill('Apr 2026')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => row.locator('[data-period]').getAttribute('data-period'))
    .toBe('2026-04-01/2026-04-30')
  await row.getByRole('button', { name: /^Period of march.pdf/ }).click()
  await page.getByRole('button', { name: 'Custom dates' }).click()
  await page.getByLabel('First day').fill('3/16/2026')
  await page.getByLabel('Last day').fill('Apr 15, 2026')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await row.getByText('Statement cycle across March and April 2026').waitFor()
  await chooseKind(page, 'march.pdf', 'Invoice')
  await page.locator('[data-document="march.pdf"][data-kind-by="broker"]').waitFor()
  await chooseKind(page, 'march.pdf', 'Bank statement')
})

it('spreadsheet cells are pasted as text into a field, and as files elsewhere', async () => {
  const { page } = environment
  const refused = () => page.locator('[data-testid="file-note"]').count()
  const before = await refused()
  const paste = (selector: string, withText: boolean) =>
    page.evaluate(
      `(() => {
        const data = new DataTransfer()
        data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
        if (${withText}) data.setData('text/plain', 'Ada')
        return document.querySelector(${JSON.stringify(selector)})
          .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
      })()`,
    )
  const field = '[data-path="company.legal_name"]'
  // `paste` returns false if the app handled the paste as files, and true if the app left the paste to the field.
  expect(await paste(field, true)).toBe(true)
  expect(await refused()).toBe(before)
  expect(await paste('body', true)).toBe(false)
})

it('the document viewer shows pages with text, finds text, and returns the focus', async () => {
  const { page } = environment
  const opener = page.getByRole('button', { name: 'Open march.pdf' })
  await opener.click()
  const viewer = page.getByRole('dialog', { name: 'march.pdf' })
  await viewer.locator('[data-page="1"][data-drawn]').waitFor()
  expect(await viewer.locator('[data-page="1"]').innerText()).toContain('Granite Valley Bank')
  expect(await viewer.getByTestId('viewer-pages').innerText()).toBe('of 2')
  // The title hides what overflows, so its line must be high enough for letters such as g.
  const heading = viewer.getByRole('heading', { name: 'march.pdf' })
  const title = await heading.evaluate((element) => {
    const { fontSize, lineHeight, overflow } = getComputedStyle(element)
    return { overflow, lines: parseFloat(lineHeight) / parseFloat(fontSize) }
  })
  expect(title).toEqual({ overflow: 'hidden', lines: expect.toSatisfy((lines: number) => lines > 1.2) })
  const find = viewer.getByRole('textbox', { name: 'Find in document' })
  await page.keyboard.press('ControlOrMeta+f')
  await expect.poll(() => find.evaluate((element) => element === document.activeElement)).toBe(true)
  await find.fill('juniper whole')
  await expect.poll(() => viewer.getByTestId('viewer-matches').innerText()).toBe('1 of 1')
  await viewer.locator('[data-page="2"][data-drawn]').waitFor()
  // The page is drawn: at least one of its pixels is not white.
  const isInked = await viewer.locator('[data-page="2"] canvas').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement
    const { data } = (canvas as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height)
    return data.some((value, index) => index % 4 === 0 && value < 128)
  })
  expect(isInked).toBe(true)
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.locator('[data-document="march.pdf"] [data-thumbnail="drawn"]').waitFor()
})

it('pages are arranged into new documents by keyboard, and this can be undone', async () => {
  const { page } = environment
  await page.getByRole('button', { name: 'Arrange pages' }).click()
  await page
    .getByTestId('page-organizer')
    .getByRole('checkbox', { name: /march.pdf/ })
    .check()
  const tiles = page.getByRole('option')
  await expect.poll(() => tiles.count()).toBe(2)
  await tiles.nth(1).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => tiles.nth(0).getAttribute('aria-label')).toContain('page 2 of march.pdf')
  await tiles.nth(1).focus()
  await page.keyboard.press('s')
  // A single Escape does not discard the arrangement; the app asks first.
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  // The app sends a statement exactly as the bank issued it, unless the broker decides otherwise.
  await page.getByText('Send bank statements exactly as the bank issued them').waitFor()
  await page.getByRole('button', { name: 'Create 2 documents' }).click()
  const sendOriginal = page.getByRole('button', { name: 'Send original' })
  await expect
    .poll(() => sendOriginal.evaluate((button) => button === button.ownerDocument.activeElement))
    .toBe(true)
  await sendOriginal.click()
  await page.getByTestId('page-organizer').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('[data-document]').count()).toBe(1)

  await page.getByRole('button', { name: 'Arrange pages' }).click()
  await page
    .getByTestId('page-organizer')
    .getByRole('checkbox', { name: /march.pdf/ })
    .check()
  await tiles.nth(1).focus()
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Create 2 documents' }).click()
  await page.getByRole('button', { name: 'Create anyway' }).click()
  await page.getByTestId('pages-made').getByText('march.pdf is still attached and will be sent too').waitFor()
  expect(await page.getByRole('button', { name: 'Remove original' }).count()).toBe(0)
  await expect.poll(() => page.locator('[data-document]').count()).toBe(3)
  await page.getByTestId('pages-made').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.locator('[data-document]').count()).toBe(1)
})

it('days of a scanned statement without dates are listed as missing until the broker enters a period that covers them', async () => {
  const { page } = environment
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await startApplication(page)
  await fillApplication(page, APPLICATION)
  const scan = await print('scan.pdf', '<div style="width: 9cm; height: 9cm; background: gray"></div>')
  const others = ['Signed application', 'Driver’s license', 'Voided check']
  const files = await Promise.all(
    others.map((other) => print(`${other}.pdf`, `<p>${other} of the owner</p>`)),
  )
  await attachFiles(page, [scan, ...files])
  for (const other of others) {
    // Choose the kinds one after another, as a broker does.
    await chooseKind(page, `${other}.pdf`, other)
  }
  const row = page.locator('[data-document="scan.pdf"]')
  await row.getByText('Choose the type yourself.').waitFor()
  await chooseKind(page, 'scan.pdf', 'Bank statement')
  await row.getByText('No dates were found in this document').waitFor()
  const checklist = page.getByTestId('checklist')
  await checklist.getByText('1 statement has no dates, so its month is unknown').waitFor()
  await checklist.getByText('1 open').waitFor()
  const step = page.getByRole('region', { name: 'Next step' })
  await step.getByText('All required fields are filled. Still missing: Bank statement (').waitFor()

  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Show: Bank statement/ })
    .click()
  await expect.poll(() => page.url()).toMatch(/\/documents\/checklist$/)
  await expect.poll(() => page.locator('[data-part="documents"]').getAttribute('aria-current')).toBe('page')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const today = new Date()
  const monthAgo = (back: number) => {
    const first = new Date(Date.UTC(today.getFullYear(), today.getMonth() - back, 1))
    return first.toISOString().slice(0, 7)
  }
  const missing = () => checklist.locator('[data-missing]').getAttribute('data-missing')
  const cover = async (from: string, to: string) => {
    await row.locator('[data-period] button').click()
    await page.getByRole('button', { name: /^(Custom dates|Whole month)$/ }).waitFor()
    if (await page.getByRole('button', { name: 'Custom dates' }).isVisible())
      await page.getByRole('button', { name: 'Custom dates' }).click()
    await page.getByLabel('First day').fill(from)
    await page.getByLabel('Last day').fill(to)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await cover(`${monthAgo(3)}-01`, `${monthAgo(1)}-16`)
  await expect.poll(missing).toMatch(new RegExp(`^${monthAgo(1)}-17/${monthAgo(1)}-\\d\\d( |$)`))
  await step.getByText('Bank statement (').waitFor()
  await cover(`${monthAgo(3)}-01`, `${monthAgo(0)}-28`)
  await checklist.getByText('All attached').waitFor()
  await step.getByText('Ready to submit').waitFor()
})

it('photos become PDFs that the broker can combine, and a refused file is shown above the documents with advice', async () => {
  const { page } = environment
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await startApplication(page)
  const file = async (name: string, bytes: Buffer) => {
    const path = join(environment.folder, name)
    await writeFile(path, bytes)
    return path
  }
  const locked = await file('locked.pdf', Buffer.alloc(0))
  await attachFiles(page, [
    await file('front.jpg', BASELINE_JPEG),
    await file('IMG_7.HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')),
    locked,
    await file('back.jpg', PROGRESSIVE_JPEG),
  ])
  const refused = page.getByTestId('file-note')
  await expect.poll(() => refused.count()).toBe(2)
  await page.locator('[data-document="back.pdf"]').waitFor()
  expect(await refused.first().innerText()).toContain('The app cannot convert HEIC photos to PDF.')
  const [list, first] = [page.getByTestId('file-notes'), page.locator('[data-document]').first()]
  expect((await list.boundingBox())?.y).toBeLessThan((await first.boundingBox())?.y ?? 0)

  // The broker saves the file again, and tries again with the keyboard.
  await file('locked.pdf', BASELINE_JPEG.subarray(0, -1))
  await page.getByRole('button', { name: 'Try to attach locked.pdf again' }).press('Enter')
  await refused.getByText('The photo is incomplete or damaged.').waitFor()
  await page.getByRole('button', { name: 'Dismiss all' }).press('Enter')
  await expect.poll(() => refused.count()).toBe(0)

  await page.getByRole('button', { name: 'Details of front.pdf' }).click()
  await page.locator('[data-document="front.pdf"]').getByText('Converted from front.jpg').waitFor()
  await page.getByRole('button', { name: 'Combine into one PDF' }).click()
  const combined = page.locator('[data-document="Photos.pdf"]')
  await combined.getByText('2 pages').waitFor()
  await expect.poll(() => page.locator('[data-document]').count()).toBe(1)
  await page.getByRole('button', { name: 'Details of Photos.pdf' }).click()
  await combined.getByText('Converted from front.jpg, back.jpg').waitFor()
})

it('a locked PDF asks for its password, and arranging a form is refused by default', async () => {
  const { page } = environment
  await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
  await startApplication(page)
  const pdf = await PDFDocument.create()
  pdf.addPage([612, 792]).drawText('Statement Period 03/01/2026 - 03/31/2026', { x: 50, y: 700, size: 12 })
  const form = await PDFDocument.create()
  form.addPage([612, 792]).drawText('Amount', { x: 50, y: 620, size: 12 })
  const amount = form.getForm().createTextField('amount')
  amount.addToPage(form.getPage(0), { x: 50, y: 600, width: 90, height: 20 })
  amount.setText('120,000')
  pdf.encrypt({ userPassword: 'Juniper' })
  const locked = join(environment.folder, 'locked statement.pdf')
  const filled = join(environment.folder, 'filled form.pdf')
  await writeFile(locked, await pdf.save())
  await writeFile(filled, await form.save())
  await attachFiles(page, [locked, filled])
  const refused = page.locator('[data-testid="file-note"]')
  await refused.getByText('The PDF needs a password.').waitFor()
  const password = page.getByLabel('Password of locked statement.pdf')
  await password.fill('juniper')
  await password.press('Enter')
  await refused.getByText('This password does not open the PDF.').waitFor()
  await expect.poll(() => password.evaluate((element) => element === document.activeElement)).toBe(true)
  await password.fill('Juniper')
  await page.getByRole('button', { name: 'Unlock' }).click()
  const row = page.locator('[data-document="locked statement.pdf"]')
  await row.getByRole('button', { name: 'Details of locked statement.pdf' }).click()
  await row.locator('[data-sends="unlocked"]').waitFor()
  await row.getByRole('button', { name: 'Send original instead' }).click()
  await row.locator('[data-sends="original"]').waitFor()

  await page.getByRole('button', { name: 'Arrange pages' }).click()
  const organizer = page.getByTestId('page-organizer')
  await organizer.getByLabel(/^filled form\.pdf/).check()
  await organizer.getByText('Form fields become plain text.').waitFor()
  await organizer.getByRole('button', { name: 'Rotate right' }).click()
  await organizer.getByRole('button', { name: 'Create document' }).click()
  const original = organizer.getByRole('button', { name: 'Send original' })
  await expect.poll(() => original.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await organizer.waitFor({ state: 'detached' })
  expect(await page.locator('[data-document]').count()).toBe(2)
})

it('removed files share one toast, and the toast about open fields ends when the broker leaves the deal', async () => {
  const { page, pdfs } = environment
  await environment.goTo('#/pipeline')
  await startApplication(page)
  await attachFiles(page, pdfs.slice(0, 2))
  const rows = page.locator('[data-document]')
  await expect.poll(() => rows.count()).toBe(2)
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect.poll(() => rows.count()).toBe(1)
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await expect.poll(() => rows.count()).toBe(0)
  const toasts = page.locator('.mantine-Notification-root')
  await toasts.filter({ hasText: 'removed.' }).first().waitFor()
  expect(await toasts.filter({ hasText: 'removed.' }).count()).toBe(1)
  // The undo key brings both back.
  await page.keyboard.press('Control+z')
  await expect.poll(() => rows.count()).toBe(1)
  await page.keyboard.press('Control+z')
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  const open = toasts.filter({ hasText: 'fields need attention' })
  await open.waitFor()
  await environment.goTo('#/today')
  await open.waitFor({ state: 'detached', timeout: 2_000 })
})
