import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type axeCore from 'axe-core'
import type { Page } from 'playwright-core'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The axe rules of WCAG 2.2, levels A and AA. */
export const WCAG_RULES: axeCore.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}

/**
 * Returns the violations that axe reports on the current page, scrolled to its top. Anywhere else, a sticky bar covers parts of targets,
 * and axe measures only the rest of them. `obscuredStops` checks that a focused target is not covered.
 */
export async function axeViolations(page: Page, runOnly: axeCore.RunOnly = WCAG_RULES): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(
    async (options) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore }
      const scrolled = [...document.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0)
      const places = scrolled.map(({ scrollTop }) => scrollTop)
      for (const one of scrolled) one.scrollTop = 0
      const { violations: found } = await axe.run(options)
      for (const [at, one] of scrolled.entries()) one.scrollTop = places[at] ?? 0
      return found.flatMap(({ id, nodes }) =>
        nodes
          .slice(0, 5)
          .map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      )
    },
    { runOnly, resultTypes: ['violations' as const], preload: false },
  )
}
