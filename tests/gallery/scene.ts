import type { Page } from 'playwright-core'
import type { TestOffice } from '../e2e/support/office.ts'

export type SceneState = 'empty' | 'full' | 'failing' | 'loading' | 'spanish'

/** One screen in one state: how to get there from wherever the scene before left. */
export interface Scene {
  name: string
  state: SceneState
  show: () => Promise<unknown>
}

/** Scenes of one office, in order. */
export interface Act {
  office: TestOffice
  scenes: Scene[]
}

/** Whatever lies over the screen is closed, and the page is at that address. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  // Keys mean the screen again, not the field that was typed into.
  await page.evaluate('document.activeElement?.blur()')
  await page.evaluate((to) => {
    ;(globalThis as unknown as { location: { hash: string } }).location.hash = to
  }, hash)
  await page.waitForTimeout(150)
}

/** Scenes of one page, all in the same state where none is said. */
export function scenesOn(page: Page, usual: SceneState) {
  const show = async (hash: string) => {
    await goTo(page, hash)
    // Where a screen has skeletons, what they stand for is there when they are gone.
    await page
      .locator('main [aria-busy="true"]')
      .waitFor({ state: 'detached', timeout: 5_000 })
      .catch(() => {})
  }
  return {
    at: (name: string, hash: string, state = usual): Scene => ({ name, state, show: () => show(hash) }),
    /** A screen, and what is done there. */
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
