import type { Page } from 'playwright-core'

/**
 * Returns the elements and pseudo-elements of the page with a transition or animation of at least `ms` milliseconds. Leaves out endless
 * animations, such as a spinner, because they show that something is in progress.
 */
export function motionFrom(page: Page, ms: number): Promise<string[]> {
  return page.evaluate((limit) => {
    const inMs = (times: string) =>
      times.split(',').map((time) => Number.parseFloat(time) * (time.trim().endsWith('ms') ? 1 : 1000))
    const found = new Set<string>()
    for (const element of document.querySelectorAll('*'))
      for (const pseudo of ['', '::before', '::after']) {
        const style = getComputedStyle(element, pseudo)
        const isEndless = style.animationIterationCount.includes('infinite')
        const times = [...inMs(style.transitionDuration), ...(isEndless ? [] : inMs(style.animationDuration))]
        const longest = Math.max(...times)
        if (longest >= limit)
          found.add(`${element.getAttribute('class') ?? element.tagName}${pseudo}: ${longest} ms`)
      }
    return [...found]
  }, ms)
}
