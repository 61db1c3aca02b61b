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
import { TestOffice } from './support/office.ts'
import { StallWatch } from './support/stall-watch.ts'

// One office, one step after another: a step that fails takes those after it along.
describe('news, while nobody looks', () => {
  let office: TestOffice
  let deal_id: string
  beforeAll(async () => {
    office = await TestOffice.openSetUp()
  })
  afterAll(() => office.close())
  failOnStalls(() => office.stalls)
  const windows = () => office.app.application.windows().length

  it('closing the window keeps the app listening, and says so once', async () => {
    await startApplication(office.page)
    await fillApplication(office.page)
    deal_id = office.page.url().split('/').at(-1) ?? ''
    await attachFiles(office.page, office.pdfs.slice(0, 1))
    await office.page.locator('[data-document]').waitFor()
    await submitApplication(office.page)
    await office.page.locator('[data-document][data-state="received"]').waitFor()
    await office.page.close()
    await office.daemon.waitFor('keeps listening')
    expect(windows()).toBe(0)
  })

  it('an offer is announced without a window, and a click on it opens the deal', async () => {
    const shown = await office.daemon.waitFor('Offer available')
    const opened = office.app.application.waitForEvent('window')
    office.daemon.click(shown)
    office.app.page = await opened
    await office.page.locator('[data-partner-status="offer_available"]').waitFor()
    expect(office.page.url()).toContain(deal_id)
  })

  it('what was seen is read, and the inbox keeps it', async () => {
    const { page } = office
    await page.getByRole('link', { name: 'Inbox', exact: true }).click()
    await page.locator('[data-inbox="offer_available"]').waitFor()
    expect(await page.locator('[data-inbox][data-unread]').count()).toBe(0)
    expect(await page.title()).toBe('Inbox – Funding Desk – Sandbox')
  })

  it('inside, the newest word of a deal stands, beside its offer, and one of several takes the place of the first', async () => {
    const { page } = office
    const toasts = page.locator('.mantine-Notification-root')
    const tell = (kind: string, title: string, instead_of: string | null, about: string | null = deal_id) =>
      office.app.application.evaluate(
        ({ BrowserWindow }, news) =>
          BrowserWindow.getAllWindows()[0]?.webContents.send('notification.shown', news),
        { deal_id: about, kind, title, body: 'Juniper Bakery LLC', instead_of },
      )
    const told = async () =>
      (await toasts.allInnerTexts()).map((text) => text.split('\n')[0] ?? '').toSorted()
    await tell('offers', 'Offer available', null)
    await tell('updates', 'Under review', null)
    await tell('updates', 'Documentation pending', null)
    await expect.poll(told).toEqual(['Documentation pending', 'Offer available'])
    await tell('updates', '2 updates', deal_id, null)
    await expect.poll(told).toEqual(['2 updates', 'Offer available'])
  })

  it('a link from outside opens the deal it names, and nothing else', async () => {
    const { page } = office
    await office.startBeside(`fundingdesk://deal/${deal_id}`)
    await page.locator('[data-partner-status="offer_available"]').waitFor()
    const before = page.url()
    await office.startBeside(`fundingdesk://deal/${deal_id}?accept=1`)
    expect(page.url()).toBe(before)
    await office.startBeside(`fundingdesk://deal/${randomUUID()}`)
    await page.getByText('This deal is not here any more.').waitFor()
    expect(windows()).toBe(1)
  })

  it('a link starts the app where it is not running', async () => {
    await office.app.close()
    office.app = await launchApp({
      electron: await findElectron(),
      data: `${office.folder}/app`,
      args: [`fundingdesk://deal/${deal_id}`],
    })
    office.stalls = await StallWatch.start(office.app.application)
    await office.page.locator('[data-partner-status="offer_available"]').waitFor()
  })
})
