import type { Page } from 'playwright-core'
import { LOCALES, type Language } from '../../src-shared/platform/texts/messages.ts'
import type { FundingDeskApi } from '../../src-shared/app/contract.ts'

/**
 * Creates a draft and fills it through the app's IPC channels. Returns its id. Keys are field paths, with any row for the first owner. A
 * choice is given as its stored value, not its label.
 */
export function makeDraft(page: Page, values: Readonly<Record<string, string | boolean>>): Promise<string> {
  return page.evaluate(async (entries) => {
    const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
    const created = await fundingDesk.call('deals.create', {})
    if (!created.ok) throw new Error(created.error.code)
    const { deal_id, values: empty } = created.value
    const [owner = ''] = Object.keys((empty['company'] as { owners: object }).owners)
    const at = (path: string) => path.replace(/^company\.owners\.\w+/, `company.owners.${owner}`)
    const saved = await fundingDesk.call('drafts.save', {
      deal_id,
      window_id: crypto.randomUUID(),
      edits: entries.map(([path, value]) => ({ op: 'set', path: at(path), value })),
    })
    if (!saved.ok) throw new Error(saved.error.code)
    return deal_id
  }, Object.entries(values))
}

/** Switches the app to a language. */
export async function setMessages(page: Page, to: Language): Promise<void> {
  await page.evaluate(async (language) => {
    const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
    await fundingDesk.call('appearance.save', { language, color_scheme: 'auto' })
  }, to)
  await page.locator(`html[lang="${LOCALES[to]}"]`).waitFor({ state: 'attached' })
}

export async function openDeal(page: Page, deal_id: string, part = ''): Promise<void> {
  await page.evaluate((hash) => {
    ;(globalThis as unknown as { location: { hash: string } }).location.hash = hash
  }, `#/deals/${deal_id}${part}`)
  await page.locator('[data-deal-state]').waitFor()
}

/** Sets a PIN and locks the app. Show this scene last, because no later scene would be visible. */
export async function lockApp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { fundingDesk } = globalThis as unknown as { fundingDesk: FundingDeskApi }
    const set = await fundingDesk.call('lock.set_pin', { pin: '271828', present: null })
    if (!set.ok) throw new Error(set.error.code)
    await fundingDesk.call('lock.start', {})
  })
  await page.locator('input[type="password"]').waitFor()
}

/** Opens the entries of the first figure of a deal's bank statements. */
export async function openEntries(page: Page): Promise<void> {
  await page.locator('[data-column]').first().click()
  await page.locator('[data-line]').first().waitFor()
}

/** Opens the values for the form that bank statements suggest. The open deal must be a draft. */
export async function openSuggestions(page: Page): Promise<void> {
  await page.getByTestId('statement-strip').getByRole('button').first().click()
  await page.getByTestId('suggestions-panel').waitFor()
}
