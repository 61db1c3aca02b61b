import { attachFiles } from '../../../build/demo/journey.ts'
import { DEAL_PARTS } from '../../../src-shared/platform/addresses/deep-link.ts'
import { es } from '../../../src-shared/app/texts.es.ts'
import { MONEY_TABS, SETTINGS_SECTIONS } from '../../../src-renderer/platform/navigation/route.ts'
import { failReading, openBusyEnvironment, reviewApplication } from '../busy-office.ts'
import { isInChromium } from '../../support/chromium/show-in-chromium.ts'
import { lockApp, openEntries, openSuggestions } from '../ipc.ts'
import { scenesOn, type Act } from '../scene.ts'

/**
 * Opens the same app as `busy-office.ts`, but in Spanish. Its scenes use addresses and keys instead of button texts, because these do not
 * depend on the language.
 */
export async function spanishEnvironment(): Promise<Act> {
  const { environment, statements, incomplete, ready, offers, refused, unknown } =
    await openBusyEnvironment('es')
  const { page } = environment
  const { at, after } = scenesOn(page, 'spanish')
  const press = (keys: string) => () => page.keyboard.press(keys)
  return {
    environment,
    scenes: [
      at('pipeline', '#/'),
      after('pipeline-selected', '#/', press('ControlOrMeta+a')),
      after('pipeline-submit-all', '#/', async () => {
        await page.keyboard.press('ControlOrMeta+a')
        await page.getByRole('toolbar').waitFor()
        await page.keyboard.press('Shift+S')
        await page.locator('[data-wanting]').first().waitFor()
      }),
      after('pipeline-columns', '#/', press('c')),
      after('pipeline-narrow', '#/', press('f')),
      after('pipeline-board', '#/', press('b')),
      after('pipeline-nothing-found', '#/', async () => {
        await page.keyboard.press('b')
        await page.keyboard.press('/')
        await page.keyboard.type('zzz')
      }),
      after('palette', '#/', press('ControlOrMeta+k')),
      after('shortcuts', '#/', press('ControlOrMeta+/')),
      after('import', '#/', press('i')),
      at('today', '#/today'),
      after('remind', `#/deals/${incomplete}`, async () => {
        await page.locator('[data-path="company.legal_name"]').waitFor()
        await page.keyboard.press('ControlOrMeta+Shift+h')
        await page.getByRole('combobox', { name: es.followUps.field, exact: true }).fill('vie 14:30')
      }),
      at('calls', '#/calls'),
      ...MONEY_TABS.map((tab) => at(`money-${tab}`, `#/money/${tab}`)),
      ...SETTINGS_SECTIONS.map((section) => at(`settings-${section}`, `#/settings/${section}`)),
      at('deal-draft', `#/deals/${incomplete}`),
      ...DEAL_PARTS.map((part) => at(`deal-${part}`, `#/deals/${offers}/${part}`)),
      at('statements', `#/deals/${statements}/statements`),
      ...['positions', 'evidence', 'files'].map((part) =>
        after(`statements-${part}`, `#/deals/${statements}/statements`, () =>
          page.getByTestId(`statement-${part}`).scrollIntoViewIfNeeded(),
        ),
      ),
      at('statements-documents', `#/deals/${statements}/documents`),
      after('statements-rows', `#/deals/${statements}/statements`, () => openEntries(page)),
      after('statements-class', `#/deals/${statements}/statements`, async () => {
        await openEntries(page)
        await page.keyboard.press('c')
        await page.getByTestId('class-form').waitFor()
      }),
      after('statements-page', `#/deals/${statements}/statements`, async () => {
        await openEntries(page)
        await page.keyboard.press('Enter')
        await page.getByTestId('viewer-mark').waitFor()
        await page.locator('[data-page="1"][data-drawn]').waitFor()
      }),
      after('statements-values', `#/deals/${statements}`, () => openSuggestions(page)),
      after('statements-failed-documents', `#/deals/${statements}/documents`, () =>
        failReading(environment, statements),
      ),
      after('statements-failed', `#/deals/${statements}/statements`, () =>
        page.locator('[data-reading="failed"]').scrollIntoViewIfNeeded(),
      ),
      at('compare', `#/deals/${offers}/compare`),
      after('print', `#/deals/${offers}/compare`, press('ControlOrMeta+p')),
      after('viewer', `#/deals/${offers}/documents`, async () => {
        await page
          .getByRole('button', { name: es.viewer.open('Statement') })
          .first()
          .click()
        await page.locator('[data-page="1"][data-drawn]').waitFor()
      }),
      after('pages', `#/deals/${ready}/documents`, async () => {
        await attachFiles(page, environment.pdfs)
        await page.locator('[data-document]').nth(3).waitFor()
        await page.getByRole('button', { name: es.pages.open, exact: true }).click()
        await page
          .getByTestId('page-organizer')
          .getByRole('checkbox', { name: /Statement/ })
          .first()
          .check()
      }),
      at('deal-refused', `#/deals/${refused}`),
      at('deal-unknown', `#/deals/${unknown}`),
      after('submit', `#/deals/${ready}`, async () => {
        await page.keyboard.press('ControlOrMeta+Enter')
        await page.getByRole('dialog').waitFor()
      }),
      after('found-values', `#/deals/${incomplete}/documents`, () =>
        reviewApplication(environment, incomplete),
      ),
      at('setup', '#/setup'),
      // Main shows the lock screen only in Electron's windows.
      ...(isInChromium ? [] : [{ name: 'lock', state: 'spanish', show: () => lockApp(page) } as const]),
    ],
  }
}
