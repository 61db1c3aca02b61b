import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type axeCore from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../build/demo/connect.ts'
import {
  attachFiles,
  enterCredentials,
  fillApplication,
  makeRecoveryCode,
  openPart,
  openSettings,
  pairRelay,
  startApplication,
  submitApplication,
  waitUntilSaved,
} from '../../build/demo/journey.ts'
import { contract } from '../../src-shared/app/contract.ts'
import { fieldAt } from '../../build/demo/journey.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { inHeap, inRenderers } from '../support/e2e/page-memory.ts'
import { smallTargets, zoom } from '../support/e2e/wcag-checks.ts'
import { killApp } from '../support/kill-app.ts'

const PIN = '271828'
/** Values that appear nowhere else. */
const NAME = `Quillfeather ${randomUUID().slice(0, 8)} LLC`
const NOTE = `Remember ${randomUUID().slice(0, 8)}`
const SSN = '900-12-3456'

// The tests are consecutive steps in one office. If a step fails, the following steps fail too.
describe('the lock', () => {
  let environment: TestEnvironment
  let deal_id: string
  let words: string[]
  beforeAll(async () => {
    environment = await TestEnvironment.open()
    const { app, page, sandbox, relay } = environment
    await enterCredentials(page, sandbox)
    await pairRelay(app, relay)
    words = await makeRecoveryCode(page)
    await page.getByRole('button', { name: 'Open Pipeline' }).click()
    await startApplication(page)
    await fillApplication(page)
    deal_id = new URL(page.url()).hash.split('/').find((part) => part.length === 36) ?? ''
  })
  afterAll(() => environment.close())

  const pages = () => environment.app.windows()
  const pinField = (page: Page) => page.getByLabel('PIN or passphrase')
  const isLocked = (page: Page) => page.getByRole('heading', { name: 'Funding Desk is locked' }).waitFor()
  /** Returns the texts of the windows, their titles, and the history that Chromium keeps of each. */
  const visible = () =>
    environment.app.application.evaluate(({ BrowserWindow }) =>
      Promise.all(
        BrowserWindow.getAllWindows().map(async (window) => {
          const text: unknown = await window.webContents.executeJavaScript('document.body.innerText')
          return JSON.stringify([
            text,
            window.getTitle(),
            window.webContents.navigationHistory.getAllEntries?.() ?? [],
          ])
        }),
      ),
    )
  async function unlock(page: Page, pin = PIN) {
    await pinField(page).fill(pin)
    await page.getByRole('button', { name: 'Unlock', exact: true }).click()
  }

  it('needs a PIN: the shortcut leads to the settings, which refuse a weak PIN and accept a good one', async () => {
    const { page } = environment
    await page.keyboard.press('Control+l')
    await page.getByRole('heading', { name: 'App lock' }).waitFor()
    const save = page.getByRole('button', { name: 'Set PIN' })
    for (const field of ['New PIN or passphrase', 'Repeat it']) await page.getByLabel(field).fill('123456')
    await save.click()
    await page.locator('[data-code="PIN_TOO_WEAK"]').waitFor()
    for (const field of ['New PIN or passphrase', 'Repeat it']) await page.getByLabel(field).fill(PIN)
    await save.click()
    await page.getByRole('button', { name: 'Turn off lock…' }).waitFor()
    const stored = await readFile(join(environment.folder, 'app', 'preferences.json'), 'utf8')
    expect(stored).toContain('"has_pin":true')
    expect(stored).not.toContain(PIN)
  })

  it('removes everything from the memory of the pages, in all windows', async () => {
    const { page, app } = environment
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    const opened = app.nextWindow()
    await page.keyboard.press('Control+Shift+N')
    const second = await opened
    await second.getByRole('heading', { name: 'Pipeline' }).waitFor()
    await environment.goTo(`#/deals/${deal_id}/application`)
    await page.locator('[data-path="company.legal_name"]').fill(NAME)
    await waitUntilSaved(page)
    await second.getByRole('row', { name: new RegExp(NAME) }).waitFor()
    await openPart(page, 'timeline')
    await page.getByRole('textbox', { name: 'Note' }).fill(NOTE)
    await openPart(page, 'application')
    await page.getByRole('button', { name: 'Show SSN' }).click()
    await expect.poll(() => page.locator(fieldAt('company.owners.0.ssn')).inputValue()).toBe(SSN)
    await page.locator('[data-path="company.phone"]').focus()
    await page.getByRole('button', { name: 'Show SSN' }).click()

    // The planted values can be found before the lock. Otherwise, the second search would prove nothing.
    expect(await inHeap(page, [NAME, NOTE, SSN])).toEqual([NAME, NOTE, SSN])
    expect(await inHeap(second, [NAME])).toEqual([NAME])
    const canReadMemory = process.platform === 'linux' && process.getuid?.() === 0
    if (canReadMemory) expect(await inRenderers(app, [NAME, NOTE, SSN])).toEqual([NAME, NOTE, SSN])

    const name = page.locator('[data-path="company.legal_name"]')
    await name.focus()
    // Typed and then locked immediately: the last keystrokes are not saved yet.
    await page.keyboard.press('End')
    await page.keyboard.type(' of Oregon')
    await page.keyboard.press('Control+l')
    for (const one of [page, second]) await isLocked(one)
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('password')
    for (const one of [page, second]) expect(await inHeap(one, [NAME, NOTE, SSN])).toEqual([])
    if (canReadMemory) {
      await expect.poll(() => inRenderers(app, [NAME, NOTE, SSN])).toEqual([])
    }
    expect((await visible()).join('')).not.toMatch(/Quillfeather|Oregon|Remember|3456/)
  })

  it('answers no call of a page, and sends no event to a page', async () => {
    const { page, app } = environment
    const codes = await page.evaluate(
      `Promise.all(${JSON.stringify(Object.keys(contract))}.map((channel) => fundingDesk.call(channel, {}).then(
        ({ ok, error }) => [channel, ok ? 'ok' : error.code])))`,
    )
    const answered = (codes as [string, string][]).filter(([, code]) => code !== 'LOCKED')
    expect(answered.map(([channel]) => channel).toSorted()).toEqual([
      'appearance.get',
      'lock.enter_code',
      'lock.enter_pin',
      'lock.status',
      'lock.unlock',
    ])
    await page.evaluate(`{
      window.heard = []
      for (const event of ['deal.changed', 'today.counted', 'notification.shown', 'navigate.deal'])
        fundingDesk.on(event, () => window.heard.push(event))
    }`)
    // The way back to the app's page leads to the lock screen again.
    await page.evaluate('history.back()')
    await app.application.evaluate(({ BrowserWindow }) => {
      void BrowserWindow.getAllWindows()[1]
        ?.webContents.loadURL('app://funding-desk/index.html#/')
        .catch(() => {})
    })
    for (const one of pages()) await isLocked(one)
  })

  it('shows the same screen, field, and unsaved note again after the unlock, and lost no keystroke', async () => {
    const { page } = environment
    await unlock(page, '999990')
    await page.locator('[data-code="PIN_WRONG"]').waitFor()
    await unlock(page)
    const name = page.locator('[data-path="company.legal_name"]')
    await expect.poll(() => name.inputValue()).toBe(`${NAME} of Oregon`)
    await expect.poll(() => name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
    await pages()[1]?.getByRole('heading', { name: 'Pipeline' }).waitFor()
    await openPart(page, 'timeline')
    expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe(NOTE)
    await page.getByRole('textbox', { name: 'Note' }).fill('')
    await name.or(page.locator('[data-part="application"]')).first().click()
    await pages()[1]?.close()
  })

  it('sends and receives while locked. Notifications and the tray hide names and amounts, and a click waits for the unlock', async () => {
    const { page, app, daemon } = environment
    const settings = await call(page, 'submission.settings', {})
    // The application waits this many seconds in the queue, so that it is sent after the lock.
    await call(page, 'submission.save_settings', { ...settings, undo_seconds: 5 })
    await environment.goTo(`#/deals/${deal_id}/documents`)
    await attachFiles(page, environment.pdfs.slice(0, 1))
    await page.locator('[data-document]').waitFor()
    await submitApplication(page)
    await page.locator('[data-queue]').waitFor()
    await app.application.evaluate(({ clipboard }) => clipboard.writeText('before'))
    await environment.goTo(`#/deals/${deal_id}/application`)
    await page.getByRole('button', { name: 'Copy SSN' }).click()
    const copied = () => app.application.evaluate(({ clipboard }) => clipboard.readText())
    await expect.poll(copied).toBe(SSN)
    await page.keyboard.press('Control+l')
    await isLocked(page)
    await expect.poll(copied).toBe('')

    const before = daemon.shown.length
    const shown = await daemon.waitFor('An offer is available')
    expect(JSON.stringify(daemon.shown.slice(before - 1))).not.toMatch(/Quillfeather|Oregon|\$/)
    // The count follows a moment after the news. The lock screen reads it whenever the window gets the focus.
    const counts = async () => {
      await page.evaluate("window.dispatchEvent(new Event('focus'))")
      return page.locator('[data-to-do]').count()
    }
    await expect.poll(counts).toBe(1)
    expect((await visible()).join('')).not.toMatch(/Quillfeather|Oregon|\$/)
    expect(await page.evaluate('window.heard ?? []')).toEqual([])

    daemon.click(shown)
    await environment.startBeside(`fundingdesk://deal/${deal_id}`)
    await isLocked(page)
    expect(pages()).toHaveLength(1)
    await unlock(page)
    await page.locator('[data-partner-status="offer_available"]').waitFor()
    expect(page.url()).toContain(deal_id)
  })

  it('closes system dialogs, and does not save a file if its dialog was open', async () => {
    const { page, app, folder } = environment
    const filePath = join(folder, 'list.csv')
    await app.application.evaluate(({ dialog }, path) => {
      const held = globalThis as unknown as { answer: () => void }
      dialog.showSaveDialog = () =>
        new Promise((resolve) => {
          held.answer = () => resolve({ canceled: false, filePath: path })
        })
    }, filePath)
    await environment.goTo('#/')
    await page.getByRole('row', { name: /Quillfeather/ }).waitFor()
    await page.keyboard.press('e')
    const isAsked = () =>
      app.application.evaluate(() => typeof (globalThis as { answer?: unknown }).answer === 'function')
    await expect.poll(isAsked).toBe(true)
    await page.keyboard.press('Control+l')
    await isLocked(page)
    await app.application.evaluate(() => (globalThis as unknown as { answer: () => void }).answer())
    await unlock(page)
    await page.getByRole('row', { name: /Quillfeather/ }).waitFor()
    await expect(readFile(filePath)).rejects.toThrow('ENOENT')
  })

  it('locks after the idle time, and when the computer sleeps', async () => {
    const { page, app } = environment
    await app.application.evaluate(({ powerMonitor }) => void powerMonitor.emit('suspend'))
    await isLocked(page)
    await unlock(page)
    await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
    await openSettings(page, 'App lock')
    await page.getByRole('combobox', { name: 'Lock after no input for' }).click()
    await page.getByRole('option', { name: '5 minutes', exact: true }).click()
    const clock = await app.application.evaluate(({ powerMonitor }) => {
      const before = powerMonitor.getSystemIdleTime()
      powerMonitor.getSystemIdleTime = () => 301
      // The idle time counts from the last unlock. Move the clock instead of waiting.
      const now = Date.now.bind(Date)
      Date.now = () => now() + 310_000
      return typeof before
    })
    expect(clock).toBe('number')
    await isLocked(page)
    await app.application.evaluate(({ powerMonitor }) => {
      powerMonitor.getSystemIdleTime = () => 0
    })
  })

  it('stays locked if the app is killed and its preferences are deleted, and counts wrong PINs across the restart', async () => {
    for (let tries = 0; tries < 4; tries++) {
      await unlock(environment.page, '999990')
      await environment.page.locator('[data-code="PIN_WRONG"]').waitFor()
      await expect.poll(() => pinField(environment.page).inputValue()).toBe('')
      await pinField(environment.page).fill('x')
      await environment.page.locator('[data-code="PIN_WRONG"]').waitFor()
    }
    await killApp(environment.app.application.process())
    await rm(join(environment.folder, 'app', 'preferences.json'))
    await rm(join(environment.folder, 'app', 'preferences.json.copy'), { force: true })
    await environment.relaunch()
    const { page, app } = environment
    await isLocked(page)
    expect((await visible()).join('')).not.toMatch(/Quillfeather|Oregon/)
    await unlock(page, '999990')
    await page.locator('[data-code="PIN_WAIT"]').waitFor()
    await page
      .getByRole('timer')
      .filter({ hasText: /0:[23]\d/ })
      .waitFor()
    expect(await page.getByRole('button', { name: 'Unlock', exact: true }).isDisabled()).toBe(true)

    await killApp(app.application.process())
    await environment.relaunch()
    await isLocked(environment.page)
    await environment.page.getByRole('timer').waitFor()
    const answer = await environment.page.evaluate(
      `fundingDesk.call('lock.enter_pin', { pin: ${JSON.stringify(PIN)} })`,
    )
    expect(answer).toMatchObject({ error: { code: 'PIN_WAIT' } })
  })

  it('is accessible in both themes and at 200 %, also while the broker must wait', async () => {
    const { page } = environment
    expect(await problemsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Forgot PIN?' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).waitFor()
    expect(await problemsOf(page)).toEqual([])
  })

  it('the recovery code unlocks, removes the PIN, and opens the settings of the lock', async () => {
    const { page } = environment
    // Escape leads back to the PIN.
    await page.getByRole('textbox', { name: 'Recovery code' }).press('Escape')
    await page.getByRole('button', { name: 'Forgot PIN?' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(`${words.slice(0, 11).join(' ')} zebra`)
    await page.getByRole('button', { name: 'Unlock and remove PIN' }).click()
    await page.locator('[data-code^="RECOVERY_CODE"]').waitFor()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(words.join(' '))
    await page.getByRole('button', { name: 'Unlock and remove PIN' }).click()
    await page.getByRole('heading', { name: 'App lock' }).waitFor()
    await page.getByRole('button', { name: 'Set PIN' }).waitFor()
    await environment.app.close()
    await environment.relaunch()
    await environment.page.getByRole('row', { name: /Quillfeather/ }).waitFor()
    expect(environment.app.complaints.filter((line) => line.startsWith('page:'))).toEqual([])
  })

  async function problemsOf(page: Page): Promise<string[]> {
    await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const found: string[] = []
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      found.push(
        ...(await page.evaluate(async () => {
          const { axe } = globalThis as unknown as { axe: typeof axeCore }
          const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
          const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags }, preload: false })
          return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary ?? ''}`)
        })),
      )
    }
    found.push(...(await smallTargets(page)))
    await zoom(environment, 2)
    const cut = await page.evaluate<string[]>(`{
      const { scrollWidth, clientWidth } = document.documentElement
      scrollWidth > clientWidth ? ['the page scrolls sideways'] : []
    }`)
    await zoom(environment, 1)
    return [...found, ...cut]
  }
})
