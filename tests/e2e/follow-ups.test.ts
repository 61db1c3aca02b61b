import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunningApp } from '../../build/demo/launch-app.ts'
import { startNotificationDaemon, type NotificationDaemon } from '../../build/demo/notification-daemon.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { Hands } from '../support/e2e/keyboard.ts'
import { launch } from '../support/e2e/launch.ts'
import { fillVault } from '../support/fill-vault.ts'
import { storedDeal } from '../support/stored-deal.ts'

const DAY_MS = 86_400_000
const from = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const sent = (application_id: string, legal_name: string, application_status: string) =>
  storedDeal({
    state: 'received',
    application_id,
    legal_name,
    application_status,
    application_status_at: from(-3),
    submitted_at: from(-4),
    updated_at: from(-3),
  })

const quiet = {
  ...sent('71', 'Quiet Quarry Inc', 'app_declined_closed'),
  values: { company: { phone: '(541) 555-0142' } },
}
const expiring = {
  ...sent('72', 'Expiring Orchards LLC', 'app_final_approval'),
  offer_status: 'offer_available',
  offers: [{ ...bareOffer('o1'), status: 'available', amount_cents: 4_200_000, expires_at: from(1.5) }],
}
const asked = sent('73', 'Asked Garage Co', 'app_incomplete_info')
const draft = storedDeal({
  legal_name: 'Drafty Windows LLC',
  values: { company: { legal_name: 'Drafty Windows LLC' } },
  field_problems: [{ path: 'company.ein', message: 'Fill this in.' }],
  updated_at: from(-1),
})

// The tests are consecutive steps at one desk, with the keyboard only. If a step fails, the following steps fail too.
describe('follow-ups by keyboard', () => {
  let data: string
  let daemon: NotificationDaemon
  let app: RunningApp
  let hands: Hands
  /** The number of key presses since `count` was reset. */
  let keys = 0
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'funding-desk-follow-ups-'))
    await fillVault(data, 1, () => [
      ...[quiet, expiring, asked, draft].map((deal) => ({ write: 'create_deal' as const, deal })),
      {
        write: 'put_follow_up',
        follow_up: {
          deal_id: quiet.deal_id,
          wall: null,
          at: from(-1),
          note: 'Ask Maria for the May statement',
          set_at: from(-3),
          fired_at: null,
        },
      },
      {
        write: 'insert_news',
        item: {
          deal_id: asked.deal_id,
          at: from(-3),
          status: 'app_incomplete_info',
          title: 'More information needed',
          body: asked.legal_name,
        },
      },
    ])
    daemon = await startNotificationDaemon()
    app = await launch(data)
    hands = new Hands(app.page)
    await hands.tabAndPress(app.page.getByRole('button', { name: 'Explore first' }))
    await heading('Pipeline')
  })
  afterAll(async () => {
    await app.close().catch(() => {})
    daemon.stop()
    await rm(data, { recursive: true, force: true, maxRetries: 5 })
  })

  const heading = (name: string) => app.page.getByRole('heading', { name, exact: true }).waitFor()
  const dialog = () => app.page.getByRole('dialog')
  const chosen = () => dialog().locator('[aria-selected="true"]')
  const lines = () => app.page.locator('[data-section] [data-line]').allInnerTexts()
  const names = async () => (await lines()).map((text) => text.split('\n')[0])
  async function press(...pressed: string[]) {
    for (const one of pressed) {
      keys++
      await hands.press(one)
    }
  }
  const toast = (words: string | RegExp) => app.page.locator('.mantine-Notification-root', { hasText: words })

  it('a due reminder appears on the desktop soon after the start, and a click on it opens the deal', async () => {
    const shown = await daemon.waitFor('Quiet Quarry Inc')
    expect(shown.summary).toBe('Follow up: Ask Maria for the May statement')
    daemon.click(shown)
    await heading('Quiet Quarry Inc')
    await app.page.locator('[data-follow-up="due"]').waitFor()
  })

  it('three keys set a reminder on a deal, even while the broker types in the form', async () => {
    const { page } = app
    await page.evaluate((id) => void (location.hash = `#/deals/${id}`), draft.deal_id)
    await heading('Drafty Windows LLC')
    await hands.tabTo(page.locator('[data-path="application.reference"]'))
    keys = 0
    await press('Control+Shift+H')
    await dialog().getByText('Drafty Windows LLC').waitFor()
    await press('3')
    await expect.poll(() => chosen().innerText()).toMatch(/In 3 days/)
    await press('Enter')
    expect(keys).toBe(3)
    await page.locator('[data-follow-up="set"]').waitFor()
    await dialog().waitFor({ state: 'detached' })
    await hands.expectFocus(page.locator('[data-path="application.reference"]'))
    expect(await page.locator('[data-path="application.reference"]').inputValue()).toBe('')
  })

  it('the dialog shows the meaning of the text while it is typed, and says why it does not understand a text', async () => {
    await press('Control+Shift+H')
    await hands.type('fri 14:30')
    await expect.poll(() => chosen().innerText()).toMatch(/Fri, .*2:30.PM/)
    await hands.type(' xyz')
    await dialog().getByText('Not understood.').waitFor()
    for (let removed = 0; removed < 4; removed++) await press('Backspace')
    await expect.poll(() => chosen().innerText()).toMatch(/Fri, .*2:30.PM/)
    await dialog()
      .getByRole('button', { name: /^Set for Fri, .*2:30.PM/ })
      .waitFor()
    // No handler gets the Enter with which an input method accepts a word, so it sets no reminder.
    const handled = await app.page.evaluate<
      string[]
    >(`[{ isComposing: true }, { keyCode: 229 }, {}].map((key) => {
      let handled = 'ignored'
      const see = () => (handled = 'handled')
      document.addEventListener('keydown', see, { capture: true, once: true })
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: key.keyCode || key.isComposing ? 'Enter' : 'Shift', bubbles: true, ...key }))
      document.removeEventListener('keydown', see, { capture: true })
      return handled
    })`)
    expect(handled).toEqual(['ignored', 'ignored', 'handled'])
    await press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('three keys set a reminder for the current deal of the pipeline, and the palette takes a typed time', async () => {
    const { page } = app
    await press('Control+1')
    await heading('Pipeline')
    await press('j')
    const row = page.locator('[role="row"]:focus')
    await row.waitFor()
    const name = (await row.locator('[data-column="business"]').innerText()).split('\n')[0] ?? ''
    keys = 0
    await press('h')
    await dialog().getByText(name).waitFor()
    await press('m', 'Enter')
    expect(keys).toBe(3)
    await toast(/reminder set for Mon/).waitFor()
    await dialog().waitFor({ state: 'detached' })
    await hands.expectFocus(page.locator('[role="row"]'))

    keys = 0
    await press('Control+k')
    await dialog().waitFor()
    await press('3')
    await dialog().getByText('Remind me').first().waitFor()
    await press('Enter')
    expect(keys).toBe(3)
    await toast(/reminder set for .* 9:00.AM/).waitFor()
    await dialog().waitFor({ state: 'detached' })
    await press('Control+k')
    await dialog().waitFor()
    await hands.type('tomorrow 9')
    await dialog().getByText('Remind me').first().waitFor()
    await press('Enter')
    await toast(/reminder set for .* 9:00.AM/).waitFor()
    await dialog().waitFor({ state: 'detached' })
  })

  it('Today lists what needs the broker, and each line can be opened, done, dismissed, and snoozed', async () => {
    const { page } = app
    await expect.poll(() => page.locator('[data-to-do]').getAttribute('data-to-do')).not.toBeNull()
    await press('Control+t')
    await heading('Today')
    await expect
      .poll(names)
      .toEqual(expect.arrayContaining(['Quiet Quarry Inc', 'Expiring Orchards LLC', 'Asked Garage Co']))
    const count = async () => Number(await page.locator('[data-to-do]').getAttribute('data-to-do'))
    const before = await count()
    expect((await lines())[0]).toContain('Quiet Quarry Inc')
    await hands.expectFocus('[data-section="follow_up"]')

    // A due reminder shows its note and the number to call.
    expect((await lines())[0]).toContain('Ask Maria for the May statement')
    await hands.tabAndPress(page.getByRole('button', { name: 'Copy (541) 555-0142' }))
    const copied = () => app.application.evaluate(({ clipboard }) => clipboard.readText())
    await expect.poll(copied).toBe('(541) 555-0142')

    // One key ends the due follow-up, and another one brings it back.
    await press('e')
    await expect.poll(async () => (await names())[0]).toBe('Expiring Orchards LLC')
    await expect.poll(count).toBe(before - 1)
    await hands.expectFocus('[data-section="offer"]')
    await press('Control+z')
    await expect.poll(async () => (await names())[0]).toBe('Quiet Quarry Inc')
    await press('k', 'e')
    await expect.poll(async () => (await names())[0]).toBe('Expiring Orchards LLC')

    // An offer cannot be snoozed beyond its end.
    await press('h')
    await hands.type('5 days')
    await dialog().getByText('The offer expires before then.').waitFor()
    await hands.press('Control+a')
    await hands.type('2h')
    await press('Enter')
    await dialog().waitFor({ state: 'detached' })
    const coming = page.locator('[data-section="coming"]', { hasText: 'Expiring Orchards LLC' })
    await coming.waitFor()
    await toast('Expiring Orchards LLC: snoozed until').waitFor()
    await press('Control+z')
    await coming.waitFor({ state: 'detached' })

    // Enter opens the place where the broker acts.
    await press('k', 'k', 'k', 'k', 'Enter')
    await heading('Expiring Orchards LLC')
    expect(page.url()).toContain('/offers')
  })

  it('Ctrl+Z outside a field undoes the newest action, whether it changed the form or not', async () => {
    const { page } = app
    await page.evaluate((id) => void (location.hash = `#/deals/${id}`), draft.deal_id)
    const reference = page.locator('[data-path="application.reference"]')
    const reminder = page.locator('[data-follow-up="set"]')
    await reference.focus()
    await hands.type('A-1')
    await page.getByRole('button', { name: /^Undo: / }).waitFor()
    await press('Control+Shift+H', '5', 'Enter')
    await toast(/Drafty Windows LLC: reminder set/).waitFor()
    await dialog().waitFor({ state: 'detached' })
    await reminder.focus()
    await press('Control+z')
    await toast(/^Undone: “Drafty/).waitFor()
    expect(await reference.inputValue()).toBe('A-1')
    await reminder.focus()
    await press('Control+z')
    await expect.poll(() => reference.inputValue()).toBe('')
  })
})
