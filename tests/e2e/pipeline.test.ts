import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPart } from '../../build/demo/journey.ts'
import type { FundingDeskApi } from '../../src-shared/app/contract.ts'
import { failOnStalls } from '../support/e2e/fail-on-stalls.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'

describe('the pipeline', () => {
  let environment: TestEnvironment
  beforeAll(async () => {
    environment = await TestEnvironment.openSetUp()
    // Create more deals than the list can show at once, each with a different note.
    await environment.page.evaluate(async () => {
      const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
      for (let number = 1; number <= 130; number++) {
        const created = await fundingDesk.call('deals.create', {})
        if (!created.ok) throw new Error(created.error.code)
        const { deal_id } = created.value
        await fundingDesk.call('deals.add_note', { deal_id, text: `called about lot${number}end` })
      }
    })
  })
  afterAll(() => environment.close())
  failOnStalls(() => environment.stalls)

  const filter = (name: string) => environment.page.locator(`[data-filter="${name}"]`)
  const rowInFocus = () =>
    environment.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['index'])

  it('a click opens no other deal when an update reorders the list between press and release', async () => {
    const { page } = environment
    await expect.poll(() => filter('all').textContent()).toBe('All130')
    const dealAt = (index: number) => page.locator(`[data-index="${index}"]`).getAttribute('data-deal')
    const [pressed, moved] = [await dealAt(3), await dealAt(8)]
    const before = await page.evaluate('location.hash')
    await page.locator('[data-index="3"]').hover()
    await page.mouse.down()
    await page.evaluate(async (deal_id) => {
      const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
      await fundingDesk.call('deals.add_note', { deal_id: deal_id ?? '', text: 'news' })
    }, moved)
    await expect.poll(() => dealAt(0)).toBe(moved)
    await page.mouse.up()
    expect(await page.evaluate('location.hash')).toBe(before)
    await page.locator(`[data-deal="${pressed}"]`).click()
    await expect.poll(() => page.evaluate('location.hash')).toContain(pressed)
    await page.goBack()
  })

  it('finds a deal by its note while the broker types, and can be used by keyboard alone', async () => {
    const { page } = environment
    await expect.poll(() => filter('all').textContent()).toBe('All130')
    expect(await page.locator('[data-deal]').count()).toBeLessThan(130)
    await page.keyboard.press('/')
    await page.keyboard.type('called lot77')
    await expect.poll(() => page.locator('[data-deal]').count()).toBe(1)
    expect(await filter('draft').textContent()).toBe('Drafts1')
    // The search box still has the focus, so Backspace edits the query.
    for (let letter = 0; letter < 5; letter++) await page.keyboard.press('Backspace')
    await expect.poll(() => filter('all').textContent()).toBe('All130')
    await page.keyboard.press('ArrowDown')
    expect(await rowInFocus()).toBe('0')
    await page.keyboard.press('End')
    await expect.poll(rowInFocus).toBe('129')
    await page.keyboard.press('Home')
    await expect.poll(rowInFocus).toBe('0')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('lot33end')
    await expect.poll(() => page.locator('[data-deal]').count()).toBe(1)
    await page.keyboard.press('Enter')
    await openPart(page, 'timeline')
    await page.getByText('called about lot33end').waitFor()
  })

  it('keeps deleted deals in the trash and restores them from there', async () => {
    const { page } = environment
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Move to Trash' }).click()
    // The search is unchanged: its only match is in the trash.
    await page.getByRole('button', { name: 'Show 1 in Trash' }).click()
    await page.getByText('30 days', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Restore', exact: false }).click()
    await page.getByText('No deals match').waitFor()
    await page.getByRole('button', { name: 'Show 1 in all deals' }).click()
    await expect.poll(() => page.locator('[data-deal]').count()).toBe(1)
  })
})
