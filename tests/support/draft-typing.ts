import type { Page } from 'playwright-core'

/** Creates a deal with a draft, or uses the deal `deal_id`. Opens its form and returns its id. Works offline, as the app's drafts do. */
export async function openDraft(page: Page, deal_id?: string): Promise<string> {
  const id =
    deal_id ??
    (await page.evaluate<string>('fundingDesk.call("deals.create", {}).then(({ value }) => value.deal_id)'))
  await page.evaluate(`void (location.hash = "#/deals/${id}")`)
  await page.locator('[data-path="company.legal_name"]').waitFor()
  return id
}

/**
 * Installs code in the page that measures the time from each key press until the page shows the change as saved. Stores these times in
 * `globalThis.saves.waits`. After each save, the code also logs the field's content to the console, as `committed TEXT`.
 */
export async function watchSaves(page: Page): Promise<void> {
  await page.evaluate(`{
    const saves = (globalThis.saves = { waits: [] })
    let waiting = []
    let field = null
    addEventListener('keydown', (event) => {
      waiting.push(event.timeStamp)
      field = event.target
    }, true)
    const look = () => {
      if (document.querySelector('[data-save]')?.dataset.save !== 'saved' || waiting.length === 0) return
      const now = performance.now()
      saves.waits.push(...waiting.map((at) => now - at))
      waiting = []
      console.log('committed ' + field.value)
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true, childList: true, attributes: true, attributeFilter: ['data-save'],
    })
  }`)
}
