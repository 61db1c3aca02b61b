import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RunningApp } from '../../build/demo/launch-app.ts'
import type { VaultWrite } from '../../src-main/platform/vault/vault.ts'
import { bareOffer } from '../../src-shared/features/offers/offer.ts'
import { fillVault } from '../support/fill-vault.ts'
import { storedDeal } from '../support/stored-deal.ts'
import { openPart } from '../../build/demo/journey.ts'
import { launch } from '../support/e2e/launch.ts'

// Tests how the app shows stored data that it cannot display, such as an invalid time: a fault of one row must not hide the others.

const NOW = new Date().toISOString()
const good = storedDeal({ legal_name: 'Juniper Bakery LLC' })
const bad = storedDeal({
  deal_id: randomUUID(),
  legal_name: 'Broken Clock Repairs Inc',
  state: 'received',
  application_id: '77',
  submitted_at: NOW,
  updated_at: NOW,
  application_status: 'app_under_review',
  application_status_at: NOW,
})

const hinted = storedDeal({
  legal_name: 'Cedar Street Dental PLLC',
  state: 'received',
  application_id: '78',
  submitted_at: NOW,
  application_status: 'app_under_review',
  application_status_at: NOW,
})

let data: string
let app: RunningApp
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'funding-desk-broken-'))
  await storeBrokenData()
  app = await launch(data)
})
afterAll(async () => {
  await app.close().catch(() => {})
  await rm(data, { recursive: true, force: true, maxRetries: 5 })
})

async function storeBrokenData(): Promise<void> {
  const { deal_id } = bad
  const line = (at: string, title: string, verification: 'body'): VaultWrite => ({
    write: 'append_timeline',
    entry: { deal_id, at, kind: 'event', title, detail: '', verification },
  })
  const announced = { deal_id, status: 'app_under_review', title: 'Under review', body: bad.legal_name }
  await fillVault(data, 1, () => [
    { write: 'create_deal', deal: good },
    { write: 'create_deal', deal: bad },
    // The discounts are not a list, so the app can neither show nor compare the offer.
    {
      write: 'update_deal',
      deal_id,
      changes: { offers: [{ ...bareOffer('o1'), prepayment_discounts: 5 as never }] },
    },
    line(NOW, 'A line like any other', 'body'),
    line(NOW, 'A line of no known kind', 'strange' as 'body'),
    line('x', 'A line without a time', 'body'),
    { write: 'insert_news', item: { ...announced, at: 'x' } },
    ...unconfirmedOffer(),
  ])
}

/** Returns the writes for a notification whose signature does not cover its body and which the partner did not confirm in time. */
function unconfirmedOffer(): VaultWrite[] {
  const { deal_id } = hinted
  const event = {
    event_id: 'e1',
    seq: 1,
    received_at: NOW,
    message_type: 'offer_event',
    status: 'offer_available',
    application_id: '78',
    timestamp: NOW,
    verification: 'hint',
    raw_body: '',
    signature: '',
    state: 'unconfirmed',
    taken_at: NOW,
  } as const
  const entry = { deal_id, at: NOW, kind: 'event', title: 'Offer available', detail: '' } as const
  const noted = { application_id: '78', first_at: NOW, last_at: NOW }
  const reason = 'A notification was rejected: its signature has expired.'
  return [
    { write: 'create_deal', deal: hinted },
    { write: 'insert_event', event },
    { write: 'append_timeline', entry: { ...entry, verification: 'hint' }, event_id: 'e1' },
    { write: 'note_event_problem', problem: { ...noted, problem: 'rejected', reason, count: 3 } },
    {
      write: 'note_event_problem',
      problem: { ...noted, problem: 'signature_reused', reason: '', count: 12 },
    },
  ]
}

/** Saves a screenshot if the environment variable `SHOTS` names a folder. */
async function shoot(name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  await mkdir(folder, { recursive: true })
  for (const colorScheme of ['light', 'dark'] as const) {
    await app.page.emulateMedia({ colorScheme })
    await app.page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
}

it('a row with invalid data does not break its screen, and an error in one screen does not break other screens', async () => {
  const { page } = app
  await page.getByRole('button', { name: 'Explore first' }).click()
  await page.getByRole('link', { name: bad.legal_name }).waitFor()
  await page.getByRole('link', { name: good.legal_name }).waitFor()
  await shoot('pipeline')

  await page.getByRole('link', { name: /^Today/ }).click()
  await page.locator('[data-today]', { hasText: bad.legal_name }).getByText('Unknown time').waitFor()
  await shoot('today')

  await page.evaluate(`void (location.hash = '#/deals/${bad.deal_id}/timeline')`)
  const timeline = page.getByTestId('timeline')
  await timeline.getByText('A line like any other').waitFor()
  await timeline.getByText('A line without a time').waitFor()
  await timeline.locator('[data-broken="row"]').waitFor()
  expect(await timeline.getByText('A line of no known kind').count()).toBe(0)
  await page.getByRole('heading', { level: 1, name: bad.legal_name }).waitFor()
  await page.getByTestId('offers').locator('[data-broken="row"]').waitFor({ state: 'attached' })
  await timeline.scrollIntoViewIfNeeded()
  await shoot('deal')

  await page.evaluate(`void (location.hash = '#/deals/${bad.deal_id}/compare')`)
  const broken = page.locator('[data-broken="screen"]')
  await broken.waitFor()
  await shoot('screen')
  await broken.getByRole('button', { name: 'Try again' }).click()
  await broken.waitFor()
  await broken.getByRole('link', { name: 'Go to Pipeline' }).click()
  await page.getByRole('link', { name: good.legal_name }).waitFor()
  expect(await broken.count()).toBe(0)
})

it('an unconfirmed notification is marked as unconfirmed in the list, on the deal, and on the timeline of the deal', async () => {
  const { page } = app
  const name = 'Offer available (unconfirmed)'
  await page.evaluate(`void (location.hash = '#/')`)
  await page.locator(`[data-deal="${hinted.deal_id}"]`).getByText(name).waitFor()
  await shoot('unconfirmed-list')
  await page.getByRole('link', { name: hinted.legal_name }).click()
  await page.locator('header', { hasText: hinted.legal_name }).getByText(name).waitFor()
  await openPart(page, 'timeline')
  const line = page.getByTestId('timeline').locator('[data-kind="event"]')
  await line.locator('[data-verification="hint"]', { hasText: 'Unconfirmed' }).waitFor()
  await shoot('unconfirmed')
})

it('rejected notifications are listed in Settings with their reason until the broker clears the list', async () => {
  const { page } = app
  await page.evaluate(`void (location.hash = '#/settings/alerts')`)
  const section = page.getByRole('region', { name: 'Notification problems' })
  await section.getByText('its signature has expired').waitFor()
  await section.scrollIntoViewIfNeeded()
  await shoot('problems')
  await section.getByRole('button', { name: 'Clear list' }).click()
  await section.waitFor({ state: 'detached' })
})
