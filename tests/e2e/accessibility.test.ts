import { describe, expect, it } from 'vitest'
import type axeCore from 'axe-core'
import type { Page } from 'playwright-core'
import type { Act, Scene } from '../gallery/scene.ts'
import { ACTS } from '../gallery/scenes.ts'
import { axeViolations } from '../support/e2e/axe.ts'
import type { TestEnvironment } from '../support/e2e/environment.ts'
import { hiddenByZoom, longMotions, obscuredStops, smallTargets } from '../support/e2e/wcag-checks.ts'

// Opens each screen in each state and checks it: WCAG 2.2 A and AA with axe in both themes, and what axe cannot check (target sizes,
// visible focus, 200 % zoom, motion).

/** The axe rules that depend on colors. Only these rules run in the second theme, because the themes differ only in colors. */
const COLORS: axeCore.RunOnly = {
  type: 'rule',
  values: ['color-contrast', 'link-in-text-block'],
}

type Theme = 'light' | 'dark'

async function show(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Checks a screen in both themes, beginning with `first`, in which the page may be already: a change of the theme takes time. */
async function problemsOf(
  environment: TestEnvironment,
  { name, state }: Scene,
  first: Theme,
  isStuck: boolean,
): Promise<string[]> {
  const { page } = environment
  const violations = async (theme: Theme, rules?: axeCore.RunOnly) => {
    await show(page, theme)
    return (await axeViolations(page, rules)).map((problem) => `${theme}: ${problem}`)
  }
  const inFirst = await violations(first)
  const beyond = [...(await smallTargets(page)), ...(await longMotions(page))]
  // A stuck screen shows only placeholders or an error message, which are the same on every screen. The other checks run when the screen
  // shows its data.
  if (isStuck) return [...inFirst, ...beyond]
  const inSecond = await violations(otherTheme(first), COLORS)
  const small = await hiddenByZoom(environment)
  // This check runs last, because its key presses close overlays.
  const unseen = WITH_BARS.has(`${name}, ${state}`) ? await obscuredStops(page) : []
  return [...inFirst, ...beyond, ...inSecond, ...small, ...unseen]
}

const otherTheme = (theme: Theme): Theme => (theme === 'light' ? 'dark' : 'light')

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
  'statements, full',
  'compare, full',
  'pages, full',
  'deal-unknown, failing',
  'submit, full',
])

async function problemsIn({ environment, scenes }: Act, isStuck: boolean): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  let theme: Theme = 'light'
  try {
    for (const scene of scenes) {
      // Show the screens one after another, because each screen is opened from the previous one.
      await scene.show()
      const here = await problemsOf(environment, scene, theme, isStuck)
      if (!isStuck) theme = otherTheme(theme)
      if (here.length > 0) found[`${scene.name}, ${scene.state}`] = here
    }
  } finally {
    await environment.close()
  }
  return found
}

const { 'spanish-office': _, ...inEnglish } = ACTS

describe.each(Object.entries(inEnglish))('WCAG 2.2 AA: %s', (name, open) => {
  it('has no violations on any screen, in light and dark colors', async () => {
    expect(await problemsIn(await open(), name === 'stuck-office')).toEqual({})
  })
})
