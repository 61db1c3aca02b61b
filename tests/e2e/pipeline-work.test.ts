import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FundingDeskApi } from '../../src-shared/app/contract.ts'
import { fillApplication, startApplication } from '../../build/demo/journey.ts'
import { call } from '../../build/demo/connect.ts'
import { failOnStalls } from '../support/e2e/fail-on-stalls.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { stripsAboveTable } from '../support/e2e/strips-above-table.ts'
import { zoom } from '../support/e2e/wcag-checks.ts'

describe('working with many deals', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
    await environment.page.evaluate(async () => {
      const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
      for (let number = 1; number <= 30; number++) await fundingDesk.call('deals.create', {})
    })
  })
  afterAll(() => environment.close())
  failOnStalls(() => environment.stalls)

  const filter = (name: string) => environment.page.locator(`[data-filter="${name}"]`).textContent()
  const row = (index: number) => environment.page.locator(`[data-index="${index}"]`)
  const heads = () => environment.page.getByRole('columnheader').allInnerTexts()

  it('selects a range with the keyboard, moves it to the trash, and undoes that', async () => {
    const { page } = environment
    await expect.poll(() => filter('all')).toBe('All30')
    await row(1).focus()
    await page.keyboard.press('x')
    for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('toolbar').getByText('4 deals selected').waitFor()
    // The delete key of a Mac is Backspace.
    await page.keyboard.press('Backspace')
    await expect.poll(() => filter('all')).toBe('All26')
    expect(await filter('bin')).toBe('Trash4')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => filter('all')).toBe('All30')
    // The toast about a single deal names it, and the undo key brings it back.
    await row(1).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Backspace')
    await page.getByText('the unnamed deal moved to Trash.').waitFor()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => filter('all')).toBe('All30')
    await page.getByRole('checkbox', { name: 'Select all deals in this list' }).click()
    await page.getByRole('toolbar').getByText('30 deals selected').waitFor()
    // The checkbox selects the deals of one list only. After all deals of a list are selected, the checkbox of another list is still empty.
    const all = page.getByRole('checkbox', { name: 'Select all deals in this list' })
    expect(await all.isChecked()).toBe(true)
    await page.locator('[data-filter="draft"]').click()
    await expect.poll(() => all.isChecked()).toBe(false)
    await page.locator('[data-filter="all"]').click()
    await expect.poll(() => all.isChecked()).toBe(true)
    // The toolbar is visible at 200 % zoom too, where the screen scrolls.
    await zoom(environment, 2)
    const bar = await page.getByRole('toolbar').boundingBox()
    const height = await page.evaluate<number>('innerHeight')
    await zoom(environment, 1)
    expect((bar?.y ?? height) + (bar?.height ?? 0)).toBeLessThanOrEqual(height + 1)
    // The app offers no submission of incomplete deals.
    await page.keyboard.press('Shift+S')
    const asked = page.getByRole('dialog', { name: 'None of these can be submitted' })
    await asked.waitFor()
    expect(await asked.getByRole('button', { name: 'Submit' }).count()).toBe(0)
    await asked.getByText('Close', { exact: true }).click()
    await asked.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Clear selection' }).click()

    // When the broker returns from a deal, that deal is still the current row of the list.
    const at = () => page.evaluate<string>('document.activeElement.dataset.index ?? ""')
    await row(7).focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-path="company.legal_name"]').waitFor()
    await page.goBack()
    await row(7).waitFor()
    await page.keyboard.press('j')
    await expect.poll(at).toBe('8')
    // After the broker switches to another list, the key `j` moves to the first row of that list.
    await page.locator('[data-filter="draft"]').click()
    await page.evaluate('document.activeElement.blur()')
    await expect.poll(() => filter('draft')).toBe('Drafts30')
    await page.keyboard.press('j')
    await expect.poll(at).toBe('0')
    await page.locator('[data-filter="all"]').click()
  })

  it('the memory of closed panels is released while the list stays open', async () => {
    const { page } = environment
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const open = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await page.locator('[role="dialog"], [role="menu"]').first().waitFor()
    }
    /** Returns the number of DOM nodes that are still referenced. */
    const nodes = async () => {
      for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
      const { metrics } = await session.send('Performance.getMetrics')
      return metrics.find(({ name }) => name === 'Nodes')?.value ?? 0
    }
    const inTurns = async (times: number) => {
      for (let time = 0; time < times; time++) {
        await open('Filter')
        await open('Columns')
      }
      await page.keyboard.press('Escape')
    }
    await inTurns(3)
    const before = await nodes()
    await inTurns(10)
    // A panel has about 300 nodes, so a single leaked panel would exceed this limit.
    await expect.poll(nodes).toBeLessThan(before + 300)
  })

  it('the board, columns, widths, order, and a saved filter stay the same after a reload', async () => {
    const { page } = environment
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Owner' }).click()
    await page.getByRole('button', { name: 'Move Status up' }).click()
    await page.keyboard.press('Escape')
    const edge = page.getByRole('separator', { name: 'Width of Status' })
    const before = Number(await edge.getAttribute('aria-valuenow'))
    await edge.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
    await page.getByRole('button', { name: 'Requested', exact: true }).click()
    const sorted = page.locator('[role=columnheader][data-column="amount"]')
    await expect.poll(() => sorted.getAttribute('aria-sort')).toBe('descending')
    await page.getByRole('button', { name: 'Requested', exact: true }).click()
    await expect.poll(() => sorted.getAttribute('aria-sort')).toBe('ascending')

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Amount from').fill('1000')
    await page.keyboard.press('Escape')
    await page.getByText('No deals match these filters').waitFor()
    await page.getByRole('button', { name: 'Save filter' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Large ones')
    await page.keyboard.press('Enter')
    await page.locator('[data-saved="Large ones"]').waitFor()
    await page.getByRole('button', { name: 'Remove “From $1,000”' }).click()
    await page.locator('label', { hasText: 'Board' }).click()
    await page.locator('[data-stage="draft"] [data-card]').first().waitFor()
    expect(await page.locator('[data-stage="draft"] [data-card]').count()).toBeLessThan(30)
    // The first J goes to the first card, as in the list to the first row.
    await page.keyboard.press('j')
    await page.locator('[data-card="0"]:focus').waitFor()
    await page.keyboard.press('?')
    await page.locator('[data-action="pipeline.next_row"][data-keys="J"]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('[data-card="0"]').first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset['card'])).toBe('1')
    // The app stores a change of the pipeline's view after a short delay. Wait longer than this delay.
    await page.waitForTimeout(500)

    await page.reload()
    await page.locator('[data-stage="draft"] [data-card]').first().waitFor()
    await page.locator('[data-saved="Large ones"]').getByText('0').waitFor()
    await page.locator('label', { hasText: 'List' }).click()
    await expect
      .poll(heads)
      .toEqual(
        expect.arrayContaining([
          'Business',
          'Status',
          'Requested',
          'Top offer',
          'Documents',
          'To complete',
          'Changed',
          'Owner',
        ]),
      )
    expect((await heads()).filter((name) => name !== '').slice(0, 3)).toEqual([
      'Business',
      'Status',
      'Requested',
    ])
    expect(Number(await edge.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
    expect(await sorted.getAttribute('aria-sort')).toBe('ascending')

    // After a restart, the first list uses the sort order that the broker chose before.
    const changed = page.locator('[role=columnheader][data-column="updated"]')
    const topmost = () => environment.page.locator('[data-list] [data-index="0"]').getAttribute('data-deal')
    await changed.getByRole('button').click()
    await expect.poll(() => changed.getAttribute('aria-sort')).toBe('descending')
    const newest = await topmost()
    await changed.getByRole('button').click()
    await expect.poll(topmost).not.toBe(newest)
    const oldest = await topmost()
    await page.waitForTimeout(500)
    await environment.app.close()
    await environment.relaunch()
    await environment.page.locator('[data-deal]').first().waitFor()
    expect(await topmost()).toBe(oldest)
    // The app is connected, and a recovery code exists.
    expect(await stripsAboveTable(environment.page)).toEqual(['toolbar'])
  })

  it('a submission that was taken back in the queue is not undone again, and the undo key undoes the action before it', async () => {
    const { page } = environment
    await call(page, 'submission.save_settings', { undo_seconds: 60, duplicate_days: 90 })
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await page.locator('label', { hasText: 'List' }).click()
    await row(1).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Backspace')
    await expect.poll(() => filter('bin')).toBe('Trash1')
    await startApplication(page)
    await fillApplication(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.locator('[data-deal-state="queued"]').waitFor()
    await page.locator('main').getByRole('button', { name: 'Undo' }).click()
    await page.locator('[data-deal-state="draft"]').waitFor()
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await row(1).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => filter('bin')).toBe('Trash0')
    expect(await page.getByRole('alert').count()).toBe(0)
    // The key also takes back a submission from the list, whose toast names the deal.
    const search = page.getByLabel('Search deals', { exact: true })
    await search.fill('Juniper')
    await expect.poll(() => filter('draft')).toBe('Drafts1')
    await row(0).focus()
    await page.keyboard.press('x')
    await page.getByRole('toolbar').waitFor()
    await page.keyboard.press('Shift+S')
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Juniper Bakery LLC queued.').waitFor()
    await expect.poll(() => filter('draft')).toBe('Drafts0')
    await row(0).focus()
    await page.keyboard.press('ControlOrMeta+z')
    await expect.poll(() => filter('draft')).toBe('Drafts1')
    await search.fill('')
    await call(page, 'submission.save_settings', { undo_seconds: 0, duplicate_days: 90 })
  })

  it('an empty column of the board is as narrow as its title, and opens when a deal arrives', async () => {
    const { page } = environment
    await startApplication(page)
    await fillApplication(page)
    const deal_id = (await page.evaluate<string>('location.hash')).split('/')[2] ?? ''
    await page.getByRole('link', { name: 'Pipeline', exact: true }).click()
    await page.locator('label', { hasText: 'Board' }).click()
    await page.locator('[data-stage="draft"] [data-card]').first().waitFor()
    const columns = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-stage]')].map((column) => ({
          stage: column.dataset['stage'] ?? '',
          isEmpty: column.dataset['empty'] !== undefined,
          cards: column.querySelectorAll('[data-card]').length,
          width: column.getBoundingClientRect().width,
        })),
      )
    const open = async () => (await columns()).filter(({ isEmpty }) => !isEmpty).map(({ stage }) => stage)
    await expect.poll(open).toEqual(['draft'])
    const collapsed = (await columns()).filter(({ isEmpty }) => isEmpty)
    expect(collapsed.length).toBeGreaterThan(2)
    for (const { stage, width } of collapsed) expect(width, stage).toBeLessThanOrEqual(40)

    // The funder may already have replied when the card appears. So the deal may be in any column that was empty.
    await call(page, 'submission.submit', { deal_id })
    const names = new Set(collapsed.map(({ stage }) => stage))
    const opened = async () =>
      (await columns())
        .filter(({ stage, cards }) => names.has(stage) && cards > 0)
        .map(({ isEmpty, width }) => ({ isEmpty, isWide: width > 200 }))
    await expect.poll(opened).toEqual([{ isEmpty: false, isWide: true }])
    for (const { stage, width } of (await columns()).filter(({ isEmpty }) => isEmpty))
      expect(width, stage).toBeLessThanOrEqual(40)
  })
})
