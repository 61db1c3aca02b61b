import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import type axeCore from 'axe-core'
import type { Page } from 'playwright-core'
import { ACTS } from '../gallery/scenes.ts'

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe finds against WCAG 2.2 A and AA on the page as it is now. */
async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore }
    const { violations: found } = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return found.flatMap(({ id, nodes }) =>
      nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    )
  }, RULES)
}

describe.each(Object.entries(ACTS))('axe: %s', { timeout: 400_000 }, (_, open) => {
  it('finds nothing on any screen, light and dark', async () => {
    const { office, scenes } = await open()
    const found: Record<string, string[]> = {}
    try {
      const { page } = office
      for (const { name, state, show } of scenes) {
        await show()
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          await page.waitForTimeout(120)
          const here = await violations(page)
          if (here.length > 0) found[`${name}, ${state}, ${colorScheme}`] = here
        }
      }
    } finally {
      await office.close()
    }
    expect(found).toEqual({})
  })
})
