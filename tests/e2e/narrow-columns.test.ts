import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Language } from '../../src-shared/platform/texts/messages.ts'
import { setMessages } from '../gallery/ipc.ts'
import { PAPER, PAST_DEALS, pastDeal } from '../gallery/past-deals.ts'
import { TestEnvironment } from '../support/e2e/environment.ts'
import { fillVault } from '../support/fill-vault.ts'

let environment: TestEnvironment
beforeAll(async () => {
  environment = await TestEnvironment.openSetUp((data) => fillVault(data, PAST_DEALS, pastDeal, [PAPER]))
})
afterAll(() => environment.close())

/** Returns the texts of the elements that cut a part of their content. */
const cut = (selector: string) =>
  environment.page
    .locator(selector)
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
        .map((one) => one.textContent),
    )

test.each<Language>(['en', 'es'])(
  'the list and the board of funded deals show whole amounts and names at 1280 pixels (%s)',
  async (language) => {
    const { page } = environment
    await setMessages(page, language)
    await environment.goTo('#/')
    await page.locator('[data-filter="funded"]').click()
    const funded = page.locator('[role="gridcell"][data-column="status"] .tabular')
    await funded.nth(5).waitFor()
    expect(
      await cut('[role="gridcell"]:is([data-column="amount"], [data-column="status"]), [data-head]'),
    ).toEqual([])
    const list = page.getByRole('grid')
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const search = page.locator('[data-search-deals]')
    await search.fill((await search.getAttribute('placeholder')) ?? '')
    expect(await search.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await search.fill('')
    await page.getByText(language === 'en' ? 'Board' : 'Tablero', { exact: true }).click()
    await page.locator('[data-stage="funded"] [data-card]').nth(5).waitFor()
    expect(await cut('[data-card], [data-card] strong')).toEqual([])
    const heights = await page
      .locator('[data-card] strong')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThan(24)
    await page.getByText(language === 'en' ? 'List' : 'Lista', { exact: true }).click()
  },
)
