import { DEAL_PARTS } from '../../../src-shared/platform/addresses/deep-link.ts'
import { MONEY_TABS, SETTINGS_SECTIONS } from '../../../src-renderer/platform/navigation/route.ts'
import { TestEnvironment } from '../../support/e2e/environment.ts'
import { isInChromium } from '../../support/chromium/show-in-chromium.ts'
import { lockApp } from '../ipc.ts'
import { goTo, scenesOn, type Act, type Scene } from '../scene.ts'

/** Opens an app right after the first run. It contains no deals yet. */
export async function newEnvironment(): Promise<Act> {
  const environment = await TestEnvironment.openSetUp()
  const { page } = environment
  const { at, after } = scenesOn(page, 'empty')
  let draft = ''
  /**
   * Creates a scene whose address contains the id of the draft. The scene `deal` creates this draft, so the address is read when the scene
   * is shown.
   */
  const later = (name: string, hash: () => string): Scene => ({
    name,
    state: 'empty',
    show: async () => {
      await goTo(page, hash())
      await page.locator('[data-deal-state], [data-screen-heading]').waitFor()
    },
  })
  return {
    environment,
    scenes: [
      at('pipeline', '#/'),
      at('today', '#/today'),
      ...MONEY_TABS.map((tab) => at(`money-${tab}`, `#/money/${tab}`)),
      at('calls', '#/calls'),
      after('deal', '#/', async () => {
        await page.getByRole('button', { name: 'Start an application', exact: true }).click()
        await page.locator('[data-deal-state]').waitFor()
        // The address of a new deal also names the first field.
        draft = new URL(page.url()).hash.split('/').slice(0, 3).join('/')
      }),
      ...DEAL_PARTS.slice(1).map((part) => later(`deal-${part}`, () => `${draft}/${part}`)),
      later('compare', () => `${draft}/compare`),
      ...SETTINGS_SECTIONS.map((section) => at(`settings-${section}`, `#/settings/${section}`)),
      // Main shows the lock screen only in Electron's windows.
      ...(isInChromium ? [] : [{ name: 'lock', state: 'empty', show: () => lockApp(page) } as const]),
    ],
  }
}
