// @module-tag journey

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  attachFiles,
  fillApplication,
  startApplication,
  submitApplication,
} from '../../build/demo/journey.ts'
import { launchApp } from '../../build/demo/launch-app.ts'
import { findElectron } from '../../build/runtime/electron.mjs'
import { failOnStalls } from '../support/e2e/fail-on-stalls.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { StallWatch } from '../support/e2e/stall-watch.ts'
import { fillPipeline, fillVault } from '../support/fill-vault.ts'
import { storedDeal } from '../support/stored-deal.ts'

// The tests are consecutive steps in one office. If a step fails, the following steps fail too.
describe('the Today screen', () => {
  const ITEMS = 60
  let environment: TestEnvironment
  beforeAll(async () => {
    const deal = storedDeal({ state: 'received', application_id: '1', amount_cents: 35_000_00 })
    const { deal_id } = deal
    environment = await TestEnvironment.open(async (data) => {
      await fillPipeline(data, 0)
      await fillVault(data, 1, () => [
        { write: 'create_deal', deal },
        ...Array.from({ length: ITEMS }, (_, at) => ({
          write: 'insert_news' as const,
          item: {
            deal_id,
            status: 'offer_available',
            title: 'Offer available',
            body: 'Juniper Bakery LLC',
            at: new Date(Date.UTC(2026, 4, 4, 10, at)).toISOString(),
            amount: { cents: (30_000 + at) * 100, of: 'offer' as const },
          },
        })),
      ])
    })
  })
  afterAll(() => environment.close())

  it('shows the deal once with what is new about it, until the broker is done with it', async () => {
    const { page } = environment
    await environment.goTo('#/today')
    const lines = page.locator('[data-today]')
    await lines.first().waitFor()
    expect(await lines.count()).toBe(1)
    for (const text of ['Juniper Bakery LLC', 'Send the missing documents', 'Offer available · $30,059'])
      expect(await lines.innerText()).toContain(text)
    expect(await lines.innerText()).toContain(`and ${ITEMS - 1} earlier`)
    const count = page.locator('[data-to-do]')
    await expect.poll(() => count.getAttribute('data-to-do')).toBe('1')
    expect(await page.title()).toBe('(1) Today – Funding Desk – Sandbox')
    await page.keyboard.press('e')
    await page.getByText('Nothing needs you').waitFor()
    await expect.poll(() => count.count()).toBe(0)
    await page.keyboard.press('Control+z')
    await expect.poll(() => lines.count()).toBe(1)
  })

  it('lists the news that was marked as read under what is done, where it can be put back', async () => {
    const { page } = environment
    await page.keyboard.press('r')
    const news = page.locator('[data-reason="news"]')
    await expect.poll(() => news.count()).toBe(0)
    await page.getByRole('button', { name: 'Show what is done' }).click()
    await news.first().waitFor()
    await page.getByRole('button', { name: 'Put back: Juniper Bakery LLC' }).first().click()
    await page.locator('[data-section="need"] [data-reason="news"]').waitFor()
  })
})

describe('notifications without a focused window', () => {
  let environment: TestEnvironment
  let deal_id: string
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
  })
  afterAll(() => environment.close())
  failOnStalls(() => environment.stalls)
  const windows = () => environment.app.windows().length

  it('closing the window keeps the app running, and a desktop notification says so', async () => {
    await startApplication(environment.page)
    await fillApplication(environment.page)
    deal_id = new URL(environment.page.url()).hash.split('/')[2] ?? ''
    await attachFiles(environment.page, environment.pdfs.slice(0, 1))
    await environment.page.locator('[data-document]').waitFor()
    await submitApplication(environment.page)
    await environment.page.locator('[data-document][data-state="received"]').waitFor()
    await environment.page.close()
    await environment.daemon.waitFor('keeps running')
    expect(windows()).toBe(0)
  })

  it('an offer is announced without a window, and a click on the announcement opens the deal', async () => {
    const shown = await environment.daemon.waitFor('Offer available')
    const opened = environment.app.nextWindow()
    environment.daemon.click(shown)
    environment.app.page = await opened
    await environment.page.locator('[data-partner-status="offer_available"]').waitFor()
    expect(environment.page.url()).toContain(deal_id)
  })

  it('news of a deal that was opened is read, and stays under what is done', async () => {
    const { page } = environment
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByText('Reply to the offer').waitFor()
    expect(await page.locator('[data-reason="news"]').count()).toBe(0)
    await page.getByRole('button', { name: 'Show what is done' }).click()
    await page.locator('[data-section="done"]').getByText('Offer available').first().waitFor()
  })

  it('a new update toast of a deal replaces the previous update toast, but not the toast about the offer', async () => {
    const { page } = environment
    const toasts = page.locator('.mantine-Notification-root')
    const notify = (
      kind: string,
      title: string,
      instead_of: string | null,
      about: string | null = deal_id,
      tone = 'good',
    ) =>
      environment.app.application.evaluate(
        ({ BrowserWindow }, news) =>
          BrowserWindow.getAllWindows()[0]?.webContents.send('event', 'notification.shown', news),
        { deal_id: about, kind, tone, title, body: 'Juniper Bakery LLC · $35,000', instead_of },
      )
    const reported = async () =>
      (await toasts.allInnerTexts()).map((text) => text.split('\n')[0] ?? '').toSorted()
    await notify('offers', 'Offer available', null)
    await notify('updates', 'Under review', null)
    await notify('updates', 'Documentation pending', null)
    await expect.poll(reported).toEqual(['Documentation pending', 'Offer available'])
    await notify('updates', '2 updates', deal_id, null)
    await expect.poll(reported).toEqual(['2 updates', 'Offer available'])
    // The color of a toast shows whether its news is good.
    const other = randomUUID()
    await notify('updates', 'Declined or closed', null, other, 'bad')
    const colorOf = (title: string) =>
      toasts
        .filter({ hasText: title })
        .evaluate((toast) => toast.style.getPropertyValue('--notification-color'))
    expect(await colorOf('Offer available')).toContain('teal')
    expect(await colorOf('Declined or closed')).toContain('gray')
    await notify('updates', 'Offer rescinded', null, deal_id, 'bad')
    await expect.poll(reported).toEqual(['2 updates', 'Declined or closed', 'Offer rescinded'])
  })

  it('a toast opens its deal and closes, and none is shown on the screen of the deal', async () => {
    const { page } = environment
    const notify = (title: string) =>
      environment.app.application.evaluate(
        ({ BrowserWindow }, news) =>
          BrowserWindow.getAllWindows()[0]?.webContents.send('event', 'notification.shown', news),
        { deal_id, kind: 'offers', tone: 'good', title, body: 'Juniper Bakery LLC', instead_of: null },
      )
    // The reload removes the toasts of the previous test.
    await page.reload()
    await page.locator('main').waitFor()
    const toast = page.locator('.mantine-Notification-root', { hasText: /Offer available|Second offer/ })
    await notify('Offer available')
    await toast.getByRole('button', { name: 'Open' }).click()
    await page.locator('[data-partner-status="offer_available"]').waitFor()
    await toast.waitFor({ state: 'detached' })
    await notify('Second offer')
    await page.getByRole('link', { name: 'Today' }).click()
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    expect(await toast.count()).toBe(0)
  })

  it('an external link opens the deal that it names, and an invalid link opens nothing', async () => {
    const { page } = environment
    await environment.startBeside(`fundingdesk://deal/${deal_id}`)
    await page.locator('[data-partner-status="offer_available"]').waitFor()
    const before = page.url()
    await environment.startBeside(`fundingdesk://deal/${deal_id}?accept=1`)
    expect(page.url()).toBe(before)
    await environment.startBeside(`fundingdesk://deal/${randomUUID()}`)
    await page.getByText('This deal no longer exists here.').waitFor()
    expect(windows()).toBe(1)
  })

  it('a link starts the app if it is not running', async () => {
    await environment.app.close()
    environment.app = await launchApp({
      electron: await findElectron(),
      data: `${environment.folder}/app`,
      args: [`fundingdesk://deal/${deal_id}`],
    })
    environment.stalls = await StallWatch.start(environment.app.application)
    await environment.page.locator('[data-partner-status="offer_available"]').waitFor()
  })
})
