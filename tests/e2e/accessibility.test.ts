import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import type axeCore from 'axe-core'
import type { Page } from 'playwright-core'
import type { Act, Scene } from '../gallery/scene.ts'
import { ACTS } from '../gallery/scenes.ts'
import type { TestEnvironment } from '../support/e2e/environment.ts'
import { hiddenByZoom, longMotions, obscuredStops, smallTargets } from '../support/e2e/wcag-checks.ts'

// Opens each screen in each state and checks it: WCAG 2.2 A and AA with axe in both themes, and what axe cannot check (target sizes,
// visible focus, 200 % zoom, motion).

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const ALL: axeCore.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
}
/** The axe rules that depend on colors. Only these rules run in the second theme, because the themes differ only in colors. */
const COLORS: axeCore.RunOnly = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
}

/** Returns the violations that axe reports on the current page. */
async function violations(page: Page, runOnly: axeCore.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(
    async (options) => {
      const { axe } = globalThis as unknown as { axe: typeof axeCore }
      const { violations: found } = await axe.run(options)
      return found.flatMap(({ id, nodes }) =>
        nodes
          .slice(0, 5)
          .map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
      )
    },
    { runOnly, resultTypes: ['violations' as const], preload: false },
  )
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

async function problemsOf(
  environment: TestEnvironment,
  { name, state }: Scene,
  isStuck: boolean,
): Promise<string[]> {
  const { page } = environment
  await show(page, 'light')
  const inLight = await violations(page, ALL)
  const beyond = [...(await smallTargets(page)), ...(await longMotions(page))]
  // A stuck screen shows only placeholders or an error message, which are the same on every screen. The other checks run when the screen
  // shows its data.
  if (isStuck) return [...inLight, ...beyond]
  await show(page, 'dark')
  const inDark = (await violations(page, COLORS)).map((problem) => `dark: ${problem}`)
  const small = await hiddenByZoom(environment)
  // This check runs last, because its key presses close overlays.
  const unseen = WITH_BARS.has(`${name}, ${state}`) ? await obscuredStops(page) : []
  return [...inLight, ...beyond, ...inDark, ...small, ...unseen]
}

/** Screens on which long content scrolls below fixed bars, and dialogs that are taller than the window. */
const WITH_BARS = new Set([
  'pipeline, full',
  'pipeline-selected, full',
  'pipeline-submit-all, full',
  'pipeline-board, full',
  'import, full',
  'money-commissions, full',
  'settings-alerts, full',
  'settings-credit-box, full',
  'deal-draft, full',
  'deal-documents, full',
  'compare, full',
  'pages, full',
  'deal-unknown, failing',
  'submit, full',
])

async function problemsIn({ environment, scenes }: Act, isStuck: boolean): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  try {
    environment.page.setDefaultTimeout(20_000)
    for (const scene of scenes) {
      // Show the screens one after another, because each screen is opened from the previous one.
      await scene.show()
      const here = await problemsOf(environment, scene, isStuck)
      if (here.length > 0) found[`${scene.name}, ${scene.state}`] = here
    }
  } finally {
    await environment.close()
  }
  return found
}

const { 'spanish-office': _, ...inEnglish } = ACTS

describe.each(Object.entries(inEnglish))('WCAG 2.2 AA: %s', { timeout: 400_000 }, (name, open) => {
  it('has no violations on any screen, in light and dark colors', async () => {
    expect(await problemsIn(await open(), name === 'stuck-office')).toEqual({})
  })
})
