import type { Page } from 'playwright-core'
import type { TestEnvironment } from '../support/e2e/environment.ts'

export type SceneState = 'empty' | 'full' | 'failing' | 'loading' | 'spanish'

/** One screen in one state, for a screenshot. `show` makes the app show this screen, regardless of the screen before. */
export interface Scene {
  name: string
  state: SceneState
  show: () => Promise<unknown>
}

/** A running app and the scenes that the gallery shows in it, in order. */
export interface Act {
  environment: TestEnvironment
  scenes: Scene[]
}

/** Closes any menu or dialog, then opens an address of the app. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // Scenes press shortcut keys. Without a focused field, these keys reach the screen instead of the field.
  await page.evaluate('document.activeElement?.blur()')
  await page.evaluate((to) => {
    ;(globalThis as unknown as { location: { hash: string } }).location.hash = to
  }, hash)
  await page.waitForTimeout(150)
}

/** Returns functions that create scenes of one page. A scene that is created without a state gets the state `usual`. */
export function scenesOn(page: Page, usual: SceneState) {
  const show = async (hash: string) => {
    await goTo(page, hash)
    // Wait until content has replaced any skeletons (placeholders while data loads).
    await page
      .locator('main [aria-busy="true"]')
      .waitFor({ state: 'detached', timeout: 5_000 })
      .catch(() => {})
  }
  return {
    at: (name: string, hash: string, state = usual): Scene => ({ name, state, show: () => show(hash) }),
    /** Creates a scene that opens a screen and then runs `act` on it. */
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
