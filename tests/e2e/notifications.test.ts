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
import { failOnStalls } from './support/fail-on-stalls.ts'
import { TestEnvironment } from './support/environment.ts'
import { StallWatch } from './support/stall-watch.ts'

// One office, one step after another: a step that fails takes those after it along.
describe('news without a focused window', () => {
  let environmentManager: TestEnvironment
  let deal_id: string
  beforeAll(async () => {
    environmentManager = await TestEnvironment.openSetUp()
  })
  afterAll(() => environmentManager.close())
  failOnStalls(() => environmentManager.stalls)
  const windows = () => environmentManager.app.application.windows().length

  it('closing the window keeps the app listening, and says so once', async () => {
    await startApplication(environmentManager.page)
    await fillApplication(environmentManager.page)
    deal_id = environmentManager.page.url().split('/').at(-1) ?? ''
    await attachFiles(environmentManager.page, environmentManager.pdfs.slice(0, 1))
    await environmentManager.page.locator('[data-document]').waitFor()
    await submitApplication(environmentManager.page)
    await environmentManager.page.locator('[data-document][data-state="received"]').waitFor()
    await environmentManager.page.close()
    await environmentManager.daemon.waitFor('keeps running')
    expect(windows()).toBe(0)
  })

  it('an offer is announced without a window, and a click on it opens the deal', async () => {
    const shown = await environmentManager.daemon.waitFor('Offer available')
    const opened = environmentManager.app.application.waitForEvent('window')
    environmentManager.daemon.click(shown)
    environmentManager.app.page = await opened
    await environmentManager.page.locator('[data-partner-status="offer_available"]').waitFor()
    expect(environmentManager.page.url()).toContain(deal_id)
  })

  it('an item that was seen is read, and the inbox keeps it', async () => {
    const { page } = environmentManager
    await page.getByRole('link', { name: 'Inbox', exact: true }).click()
    await page.locator('[data-inbox="offer_available"]').waitFor()
    expect(await page.locator('[data-inbox][data-unread]').count()).toBe(0)
    expect(await page.title()).toBe('Inbox – Funding Desk – Sandbox')
  })

  it("in the window, only the newest of a deal's toasts shows, next to its offer", async () => {
    const { page } = environmentManager
    const toasts = page.locator('.mantine-Notification-root')
    const notify = (kind: string, title: string, instead_of: string | null, about: string | null = deal_id) =>
      environmentManager.app.application.evaluate(
        ({ BrowserWindow }, news) =>
          BrowserWindow.getAllWindows()[0]?.webContents.send('notification.shown', news),
        { deal_id: about, kind, title, body: 'Juniper Bakery LLC', instead_of },
      )
    const reported = async () =>
      (await toasts.allInnerTexts()).map((text) => text.split('\n')[0] ?? '').toSorted()
    await notify('offers', 'Offer available', null)
    await notify('updates', 'Under review', null)
    await notify('updates', 'Documentation pending', null)
    await expect.poll(reported).toEqual(['Documentation pending', 'Offer available'])
    await notify('updates', '2 updates', deal_id, null)
    await expect.poll(reported).toEqual(['2 updates', 'Offer available'])
  })

  it('a link from outside opens the deal it names, and nothing else', async () => {
    const { page } = environmentManager
    await environmentManager.startBeside(`fundingdesk://deal/${deal_id}`)
    await page.locator('[data-partner-status="offer_available"]').waitFor()
    const before = page.url()
    await environmentManager.startBeside(`fundingdesk://deal/${deal_id}?accept=1`)
    expect(page.url()).toBe(before)
    await environmentManager.startBeside(`fundingdesk://deal/${randomUUID()}`)
    await page.getByText('This deal no longer exists here.').waitFor()
    expect(windows()).toBe(1)
  })

  it('a link starts the app where it is not running', async () => {
    await environmentManager.app.close()
    environmentManager.app = await launchApp({
      electron: await findElectron(),
      data: `${environmentManager.folder}/app`,
      args: [`fundingdesk://deal/${deal_id}`],
    })
    environmentManager.stalls = await StallWatch.start(environmentManager.app.application)
    await environmentManager.page.locator('[data-partner-status="offer_available"]').waitFor()
  })
})
