import type { Page } from 'playwright-core'
import type { TestEnvironment } from '../support/e2e/environment.ts'

export type SceneState = 'empty' | 'full' | 'failing' | 'loading' | 'spanish'

/** One screen in one state. `show` works from any previous screen. */
export interface Scene {
  name: string
  state: SceneState
  show: () => Promise<unknown>
}

/** Scenes of one office, in order. */
export interface Act {
  environment: TestEnvironment
  scenes: Scene[]
}

/** Closes any overlay and opens an address. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // Keys must reach the screen, not the field with the focus.
  await page.evaluate('document.activeElement?.blur()')
  await page.evaluate((to) => {
    ;(globalThis as unknown as { location: { hash: string } }).location.hash = to
  }, hash)
  await page.waitForTimeout(150)
}

/** Returns functions that create scenes of one page. Scenes without a given state have the state `usual`. */
export function scenesOn(page: Page, usual: SceneState) {
  const show = async (hash: string) => {
    await goTo(page, hash)
    // Wait until content has replaced any skeletons.
    await page
      .locator('main [aria-busy="true"]')
      .waitFor({ state: 'detached', timeout: 5_000 })
      .catch(() => {})
  }
  return {
    at: (name: string, hash: string, state = usual): Scene => ({ name, state, show: () => show(hash) }),
    /** Creates a scene that shows a screen after an action on it. */
    after: (name: string, hash: string, act: () => Promise<unknown>, state = usual): Scene => ({
      name,
      state,
      show: async () => {
        await show(hash)
        await act()
        await page.waitForTimeout(250)
      },
    }),
  }
}
