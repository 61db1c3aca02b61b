import type { Page } from 'playwright-core'

/**
 * Returns the strips between the top of the window and the table of the pipeline, except for the header with the title. A strip is named by
 * its test id, or else by its text. `toolbar` is the strip with the stages.
 */
export function stripsAboveTable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const table = document.querySelector('[data-list]')
    const main = document.querySelector('main')
    if (!table?.parentElement || !main) return ['no table']
    const { top } = table.getBoundingClientRect()
    const isAbove = (one: Element) => {
      const { height, bottom } = one.getBoundingClientRect()
      return height > 1 && bottom <= top + 1 && one.tagName !== 'HEADER'
    }
    const nameOf = (one: Element) =>
      one.querySelector('[data-filter]') === null
        ? ((one as HTMLElement).dataset['testid'] ?? one.textContent)
        : 'toolbar'
    return [...main.children, ...table.parentElement.children].filter(isAbove).map(nameOf)
  })
}
