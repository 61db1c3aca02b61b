import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answeringDialogs,
  APPLICATION,
  attachFiles,
  fillCredentials,
  makeRecoveryCode,
  pairRelay,
} from '../../build/demo/journey.ts'
import { call } from '../../build/demo/connect.ts'
import { completeDraft } from '../../src-shared/features/form/complete-draft.fixture.ts'
import { leavesOf } from '../../src-shared/features/form/orphaned-values.ts'
import type { FundingDeskApi } from '../../src-shared/app/contract.ts'
import { makeDraft, openDeal } from '../gallery/ipc.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { smallTargets, zoom } from '../support/e2e/wcag-checks.ts'

// Tests the WCAG 2.2 criteria that concern whole tasks. accessibility.test.ts checks the criteria that a single screen can show.

describe('WCAG 2.2 in complete tasks', () => {
  let environment: TestEnvironment
  let page: Page
  beforeAll(async () => {
    environment = await TestEnvironment.open()
    page = environment.page
  })
  afterAll(() => environment.close())

  const valueOf = (name: string) => page.getByRole('textbox', { name }).inputValue()
  async function paste(text: string, into: string) {
    await environment.app.application.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
    await page.getByRole('textbox', { name: into }).press('Control+v')
  }

  it('3.3.8: credentials and the pairing code can be pasted, and the credentials can be saved in a password manager', async () => {
    const { sandbox, relay } = environment
    const autocomplete = (name: string) => page.getByRole('textbox', { name }).getAttribute('autocomplete')
    expect(await autocomplete('Client ID')).toBe('username')
    expect(await autocomplete('Client secret')).toBe('current-password')
    await fillCredentials(page, { ...sandbox, client_secret: '' })
    await paste('not the secret', 'Client secret')
    expect(await valueOf('Client secret')).toBe('not the secret')

    // WCAG 3.3.7: values that were entered before a failed attempt are still there.
    await page.getByRole('button', { name: 'Save and continue' }).click()
    await page.getByRole('alert').waitFor()
    expect(await valueOf('Base URL')).toBe(sandbox.base_url)
    expect(await valueOf('Client ID')).toBe(sandbox.client_id)
    await page.getByRole('textbox', { name: 'Client secret' }).fill('')
    await paste(sandbox.client_secret, 'Client secret')
    await page.getByRole('button', { name: 'Save and continue' }).click()

    await page.getByLabel('Relay address').fill(relay.url)
    await paste('000000', 'Pairing code')
    expect(await valueOf('Pairing code')).toBe('000000')
    await answeringDialogs(environment.app.application, 'yes', async () => {
      await page.getByRole('button', { name: 'Pair and register' }).click()
      await page.getByRole('alert').waitFor()
    })
    expect(await valueOf('Relay address')).toBe(relay.url)
    await pairRelay(environment.app, relay)
    await makeRecoveryCode(page)
    await page.getByRole('button', { name: 'Open Pipeline' }).click()
    await page.getByRole('heading', { name: 'Pipeline' }).waitFor()
  })

  it('3.3.7: values that were entered once appear again in the settings and in a copy of the deal', async () => {
    await page.evaluate("location.hash = '#/settings/connection'")
    await expect.poll(() => valueOf('Base URL')).toBe(environment.sandbox.base_url)
    expect(await valueOf('Client ID')).toBe(environment.sandbox.client_id)

    const deal_id = await makeDraft(page, {
      'company.legal_name': 'Juniper Bakery LLC',
      'company.phone': APPLICATION['company.phone'] ?? '',
    })
    const copied = await page.evaluate(async (from) => {
      const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
      const made = await fundingDesk.call('deals.duplicate', { deal_id: from, with_documents: false })
      return made.ok ? made.value.deal_id : ''
    }, deal_id)
    expect(copied).not.toBe(deal_id)
    await openDeal(page, copied, '/application')
    const field = (path: string) => page.locator(`[data-path="${path}"]`)
    await expect.poll(() => field('company.legal_name').inputValue()).toBe('Juniper Bakery LLC')
    expect(await field('company.phone').inputValue()).toContain('555')
  })

  it('2.5.7: a column edge and a page of a document can be moved without dragging', async () => {
    await page.evaluate("location.hash = '#/'")
    await page
      .getByRole('row', { name: /Juniper Bakery LLC/ })
      .first()
      .waitFor()
    const edges = page.getByRole('grid', { name: 'Deals' }).getByRole('separator')
    const edge = edges.nth(1)
    const width = async () => Number(await edge.getAttribute('aria-valuenow'))
    const before = await width()
    await edge.press('ArrowRight')
    await expect.poll(width).toBeGreaterThan(before)
    await edge.dblclick()
    await expect.poll(width).not.toBe(before + 16)

    await page
      .getByRole('row', { name: /Juniper Bakery LLC/ })
      .first()
      .click()
    await attachFiles(page, environment.pdfs.slice(1, 2))
    await page.getByRole('button', { name: 'Arrange pages' }).click()
    await page
      .getByTestId('page-organizer')
      .getByRole('checkbox', { name: /Statement/ })
      .check()
    const tiles = page.getByRole('dialog').getByRole('option')
    const order = async () =>
      (await tiles.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))).map((label) =>
        label.replace(/^\D*\d+/, ''),
      )
    await expect.poll(async () => (await order()).length).toBe(3)
    const [first, second, third] = await order()
    await page.getByRole('dialog').getByRole('button', { name: 'Later' }).click()
    await expect.poll(order).toEqual([second, first, third])
    await page.keyboard.press('Escape')
  })

  it('2.4.11: a toast moves away from a focused element that it covers, and returns when another element gets the focus', async () => {
    const deal_id = await makeDraft(page, { 'company.legal_name': 'Quarry Stone Supply Co' })
    await openDeal(page, deal_id, '/application')
    const button = page.getByRole('button', { name: 'Save as a copy below the toast' })
    await page.evaluate(`{
      const below = document.createElement('button')
      below.textContent = 'Save as a copy below the toast'
      below.style.cssText = 'position: fixed; right: 40px; bottom: 30px'
      document.body.append(below)
    }`)
    const toast = page.locator('.mantine-Notification-root')
    const isOver = async () => {
      const [over, under] = await Promise.all([toast.boundingBox(), button.boundingBox()])
      return (
        over !== null && under !== null && over.y < under.y + under.height && over.y + over.height > under.y
      )
    }
    await environment.app.application.evaluate(({ BrowserWindow }) => {
      const shown = {
        deal_id: null,
        kind: 'offers',
        title: 'Offer available',
        body: 'Quarry Stone Supply Co',
        instead_of: null,
      }
      BrowserWindow.getAllWindows()[0]?.webContents.send('event', 'notification.shown', shown)
    })
    await toast.waitFor()
    expect(await isOver()).toBe(true)
    await button.focus()
    await expect.poll(isOver).toBe(false)
    await page.locator('[data-path="company.legal_name"]').focus()
    await expect.poll(isOver).toBe(true)
    // A dialog without a button below the toast
    await page.evaluate(`{
      const dialog = document.createElement('div')
      dialog.className = 'mantine-Modal-content'
      dialog.style.cssText = 'position: fixed; inset: 300px 0 0 300px'
      document.body.append(dialog)
    }`)
    await page.locator('[data-path="company.dba"]').focus()
    await expect.poll(() => toast.evaluate((one) => one.getBoundingClientRect().right)).toBeLessThan(300)
  })

  it('2.4.11: a toast covers no button of a dialog that is almost as large as the window', async () => {
    await page.reload()
    await page.locator('main').waitFor()
    await page.evaluate(`{
      const dialog = document.createElement('div')
      dialog.className = 'mantine-Modal-content'
      dialog.style.cssText = 'position: fixed; inset: 40px 100px'
      for (const place of ['top: 10px; right: 10px', 'bottom: 10px; right: 10px', 'bottom: 10px; right: 300px']) {
        const button = document.createElement('button')
        button.style.cssText = 'position: absolute; width: 100px; height: 30px; ' + place
        dialog.append(button)
      }
      document.body.append(dialog)
    }`)
    await environment.app.application.evaluate(({ BrowserWindow }) => {
      const shown = {
        deal_id: null,
        kind: 'offers',
        title: 'Offer available',
        body: 'Juniper',
        instead_of: null,
      }
      BrowserWindow.getAllWindows()[0]?.webContents.send('event', 'notification.shown', shown)
    })
    const boxesOf = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
    await expect
      .poll(async () => {
        const [[toast], buttons] = await Promise.all([
          boxesOf('.mantine-Notification-root'),
          boxesOf('.mantine-Modal-content button'),
        ])
        const covered = buttons.filter(
          (one) =>
            toast.left < one.right &&
            toast.right > one.left &&
            toast.top < one.bottom &&
            toast.bottom > one.top,
        )
        return [toast !== undefined, covered.length]
      })
      .toEqual([true, 0])
    await page.reload()
    await page.locator('main').waitFor()
  })

  it('three toasts, one with an Undo button, cover less than half of a window at 200 %', async () => {
    const names = ['Quarry Stone Supply Co', 'Juniper Bakery LLC', 'Harbor Light Dental PLLC']
    const deals = await Promise.all(names.map((name) => makeDraft(page, { 'company.legal_name': name })))
    const [binned = '', ...reported] = deals
    const toasts = page.locator('.mantine-Notification-root')
    // The reload removes the toasts of the previous tests.
    await page.reload()
    await page.locator('main').waitFor()
    await zoom(environment, 2)
    try {
      await openDeal(page, binned, '/application')
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Move to Trash' }).click()
      await environment.app.application.evaluate(({ BrowserWindow }, deal_ids) => {
        for (const deal_id of deal_ids) {
          const shown = {
            deal_id,
            title: 'Offer available',
            body: 'An offer of $35,000 over 12 months for a merchant with a long name',
            kind: 'offers',
            instead_of: null,
          }
          BrowserWindow.getAllWindows()[0]?.webContents.send('event', 'notification.shown', shown)
        }
      }, reported)
      await expect.poll(() => toasts.count()).toBe(3)
      const height = () =>
        toasts.evaluateAll((all) => {
          const boxes = all.map((one) => one.getBoundingClientRect())
          const isThere = all.every((one) => one.getAnimations().length === 0)
          return isThere
            ? Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top))
            : 0
        })
      await expect.poll(height).toBeGreaterThan(0)
      expect(await height(), 'of 400 CSS px').toBeLessThan(200)
      expect(await smallTargets(page)).toEqual([])
      await toasts.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(async () => (await call(page, 'deals.list', { filter: 'bin' })).total).toBe(0)
    } finally {
      await zoom(environment, 1)
    }
  })

  it('the message dialog shows the message and a short choice of snippets at 200 %', async () => {
    const deal_id = await makeDraft(page, { 'company.legal_name': 'Quarry Stone Supply Co' })
    await zoom(environment, 2)
    try {
      await openDeal(page, deal_id, '/application')
      await page.getByRole('button', { name: 'Write a message', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Write a message' })
      const choice = dialog.getByRole('combobox')
      await choice.selectOption('Missing papers')
      expect((await choice.boundingBox())?.height).toBeLessThan(60)
      const message = await dialog.getByRole('textbox', { name: 'Subject' }).boundingBox()
      expect(message?.y).toBeLessThan(400)
      await page.keyboard.press('Escape')
    } finally {
      await zoom(environment, 1)
    }
  })

  it('the buttons of the submit dialog are in the window at 200 %, while its content scrolls', async () => {
    const complete = leavesOf(completeDraft()).map(({ path, value }) => [path, value])
    const deal_id = await makeDraft(page, Object.fromEntries(complete))
    await zoom(environment, 2)
    try {
      await openDeal(page, deal_id, '/application')
      await page.getByRole('button', { name: 'Submit', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Submit this application?' })
      await dialog.getByTestId('health').waitFor()
      expect(await dialog.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(
        true,
      )
      for (const name of ['Not yet', 'Submit'])
        expect(await isInWindow(dialog.getByRole('button', { name, exact: true }))).toBe(true)
      await page.keyboard.press('Escape')
    } finally {
      await zoom(environment, 1)
    }
  })
})

async function isInWindow(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return bottom <= innerHeight && one.contains(shown)
  })
}
