import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  attachFiles,
  fieldAt,
  fillApplication,
  openPart,
  startApplication,
} from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp()
})
afterAll(() => environment.close())

const copied = () => environment.app.application.evaluate(({ clipboard }) => clipboard.readText())
const focused = () => environment.page.evaluate<string>(`document.activeElement?.dataset.path ?? ''`)

it('a deep link opens a field, keys move from problem to problem, and back and forward move through the deal', async () => {
  const { page } = environment
  await startApplication(page)
  const deal = new URL(page.url()).hash.split('/').slice(0, 3).join('/')
  await page.locator('[data-next="fill_fields"]').waitFor()
  await environment.goTo(`${deal}/application/company.ein`)
  await expect.poll(focused).toBe('company.ein')
  await page.keyboard.press('F8')
  await expect.poll(focused).toBe('company.entity_type')
  await page.keyboard.press('Shift+F8')
  await expect.poll(focused).toBe('company.ein')
  // The focused element is visible and not covered.
  const covered = await page.evaluate<boolean>(`{
    const { left, top, width, height } = document.activeElement.getBoundingClientRect()
    !document.activeElement.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }`)
  expect(covered).toBe(false)

  await page.keyboard.press('Alt+5')
  await page.getByTestId('timeline').waitFor()
  await page.goBack()
  await page.locator('[data-path="company.ein"]').waitFor()
  await page.goForward()
  await page.getByTestId('timeline').waitFor()
  await openPart(page, 'application')
})

it('a revealed SSN is protected from screenshots and masked again automatically, and copying an SSN does not reveal it', async () => {
  const { page, app } = environment
  await fillApplication(page)
  const ssn = page.locator(fieldAt('company.owners.0.ssn'))
  await app.application.evaluate(({ BrowserWindow }) => {
    const reported: boolean[] = []
    for (const window of BrowserWindow.getAllWindows())
      window.setContentProtection = (on: boolean) => void reported.push(on)
    Object.assign(globalThis, { reported })
  })
  const reported = () =>
    app.application.evaluate(() => (globalThis as unknown as { reported: boolean[] }).reported)

  await page.getByRole('button', { name: 'Show SSN' }).click()
  await expect.poll(() => ssn.inputValue()).toBe('900-12-3456')
  expect(await reported()).toEqual([true])
  await page.getByRole('textbox', { name: 'First name' }).focus()
  await expect.poll(() => ssn.inputValue()).toBe('•••-••-3456')
  await expect.poll(reported).toEqual([true, false])

  await page.getByRole('button', { name: 'Show SSN' }).click()
  await expect.poll(() => ssn.inputValue()).toBe('900-12-3456')
  await app.application.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'))
  await expect.poll(() => ssn.inputValue()).toBe('•••-••-3456')

  await page.getByRole('button', { name: 'Copy SSN' }).click()
  await page.getByText('It is cleared from the clipboard in one minute.').waitFor()
  expect(await copied()).toBe('900-12-3456')
  expect(await page.content()).not.toContain('900-12-3456')
  await expect.poll(reported).toEqual([true, false, true, false])
})

it('a copied SSN stays out of clipboard histories, whether copied by button, keyboard, or menu', async () => {
  const { page, app } = environment
  const ssn = page.locator(fieldAt('company.owners.0.ssn'))
  // In an in-memory session, Chromium marks copied text so that Windows adds it neither to its clipboard history nor to its cloud
  // clipboard. Record whether each window has a persistent session.
  await app.application.evaluate(({ app: electron }) => {
    const persistent: boolean[] = []
    Object.assign(globalThis, { persistent })
    electron.on('browser-window-created', (_, { webContents }) => {
      persistent.push(webContents.session.isPersistent())
    })
  })
  const persistent = () =>
    app.application.evaluate(() => (globalThis as unknown as { persistent: boolean[] }).persistent)
  const clear = () => app.application.evaluate(({ clipboard }) => clipboard.clear())

  await clear()
  await page.getByRole('button', { name: 'Copy SSN' }).click()
  await expect.poll(copied).toBe('900-12-3456')
  await clear()
  await page.getByRole('button', { name: 'Show SSN' }).click()
  await expect.poll(() => ssn.inputValue()).toBe('900-12-3456')
  await ssn.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(copied).toBe('900-12-3456')
  await clear()
  await app.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.copy())
  await expect.poll(copied).toBe('900-12-3456')
  expect(await persistent()).toEqual([false, false, false])
})

it('the package is one zip with the unchanged documents and masked numbers', async () => {
  const { page, app, folder, pdfs } = environment
  const [pdf = ''] = pdfs
  await attachFiles(page, [pdf])
  await page.locator('[data-document]').waitFor()
  const filePath = join(folder, 'package.zip')
  await app.application.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path })
  }, filePath)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Save package…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save…' }).click()
  await page.getByText('Saved as package.zip').waitFor()
  const files = Object.entries(unzipSync(await readFile(filePath)))
  const [document] = files.filter(([name]) => name.startsWith('Documents/')).map(([, bytes]) => bytes)
  expect(Buffer.compare(Buffer.from(document ?? []), await readFile(pdf))).toBe(0)
  const texts = Buffer.concat(files.map(([, bytes]) => bytes)).toString()
  expect(texts).toContain('•••-••-3456')
  expect(texts).not.toContain('900-12-3456')
  expect(app.complaints.filter((line) => line.startsWith('page:'))).toEqual([])
})

it('the documents of a deal are rows of 48 pixels', async () => {
  const { page } = environment
  await openPart(page, 'documents')
  const heights = await page
    .locator('[data-document]')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
  expect(heights.length).toBeGreaterThan(0)
  expect(Math.max(...heights)).toBeLessThanOrEqual(49)
})
