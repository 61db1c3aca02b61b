import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { attachFiles } from '../../../build/demo/journey.ts'
import { DEAL_PARTS } from '../../../src-shared/platform/addresses/deep-link.ts'
import { MONEY_TABS, SETTINGS_SECTIONS } from '../../../src-renderer/platform/navigation/route.ts'
import { breakService, failReading, openBusyEnvironment, reviewApplication } from '../busy-office.ts'
import { openEntries, openSuggestions } from '../ipc.ts'
import { scenesOn, type Act } from '../scene.ts'

/** Opens an app on a busy day. All screens have content, and some things went wrong, such as a refused application. Returns its scenes. */
export async function busyEnvironment(): Promise<Act> {
  const { environment, statements, incomplete, ready, offers, refused, unknown } = await openBusyEnvironment()
  const { page } = environment
  const { at, after } = scenesOn(page, 'full')
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
      // The previous scene left rows selected. `goTo`, with which each scene begins, presses Escape and thereby clears the selection.
      after('pipeline-columns', '#/', press('c')),
      after('pipeline-narrow', '#/', press('f')),
      after('pipeline-board', '#/', press('b')),
      // The previous scene left the board open. This scene returns to the list, which the following scenes need.
      after(
        'pipeline-nothing-found',
        '#/',
        async () => {
          await page.keyboard.press('b')
          await page.getByLabel('Search deals', { exact: true }).fill('zzz')
        },
        'empty',
      ),
      after('palette', '#/', async () => {
        await page.getByLabel('Search deals', { exact: true }).fill('')
        await page.getByLabel('Search deals', { exact: true }).blur()
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByPlaceholder('Search commands or deals…', { exact: true }).fill('ju')
      }),
      after('shortcuts', '#/', press('ControlOrMeta+/')),
      after('import', '#/', async () => {
        await page.keyboard.press('i')
        await page.getByRole('dialog').waitFor()
      }),
      at('today', '#/today'),
      after('remind', `#/deals/${incomplete}`, async () => {
        await page.locator('[data-path="company.legal_name"]').waitFor()
        await page.keyboard.press('ControlOrMeta+Shift+h')
        await page.getByRole('combobox', { name: 'When', exact: true }).fill('fri 14:30')
      }),
      at('calls', '#/calls'),
      ...MONEY_TABS.map((tab) => at(`money-${tab}`, `#/money/${tab}`)),
      after('money-commission', '#/money/commissions', () => pressFirst(page, /^Edit/)),
      after('money-commission-asking', '#/money/commissions', async () => {
        await pressFirst(page, /^Edit/)
        await page
          .getByRole('dialog')
          .getByRole('textbox', { name: 'Note', exact: true })
          .fill('Paid by wire')
        await page.keyboard.press('Escape')
      }),
      ...SETTINGS_SECTIONS.map((section) => at(`settings-${section}`, `#/settings/${section}`)),
      after('settings-credit-box', '#/settings/creditBox', () => pressFirst(page, 'Add funder criteria')),
      after('settings-forget', '#/settings/creditBox', async () => {
        // The previous scene added funder criteria without saving them. Discard them, because unsaved changes block the window from
        // closing.
        await pressFirst(page, 'Discard changes')
        await page.evaluate(() => (location.hash = '#/settings/connection'))
        await pressFirst(page, 'Remove credentials')
      }),
      after('settings-snippet', '#/settings/outgoing', () => pressFirst(page, 'Edit Offer summary')),
      after('settings-profile', '#/settings/advanced', async () => {
        await page.getByRole('switch', { name: 'Support mode' }).check()
        const fields = page.getByRole('region', { name: 'Application fields', exact: true })
        const file = { name: 'form.json', mimeType: 'application/json', buffer: Buffer.from('x') }
        await fields.locator('input[type="file"]').setInputFiles(file)
        await fields.getByText('Line 1').waitFor()
      }),
      after('settings-diagnostics', '#/settings/advanced', async () => {
        await page.evaluate(() => (location.hash = '#/settings/about'))
        await pressFirst(page, 'Show contents')
      }),
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
      after(
        'statements-failed-documents',
        `#/deals/${statements}/documents`,
        () => failReading(environment, statements),
        'failing',
      ),
      after(
        'statements-failed',
        `#/deals/${statements}/statements`,
        () => page.locator('[data-reading="failed"]').scrollIntoViewIfNeeded(),
        'failing',
      ),
      at('compare', `#/deals/${offers}/compare`),
      after('what-if', `#/deals/${offers}/compare`, () => pressFirst(page, 'Try other terms')),
      after('accept', `#/deals/${offers}/compare`, () => pressFirst(page, /^Accept/)),
      after('print', `#/deals/${offers}/compare`, press('ControlOrMeta+p')),
      after('message', `#/deals/${offers}/offers`, async () => {
        await page.keyboard.press('ControlOrMeta+Shift+T')
        await page.getByRole('tab', { name: /^Offer summary/ }).click()
        await page.getByTestId('message-preview').waitFor()
      }),
      after('package', `#/deals/${offers}/documents`, async () => {
        await page.keyboard.press('ControlOrMeta+Shift+S')
        await page.getByTestId('drag-package').waitFor()
      }),
      after('deal-menu', `#/deals/${offers}`, () => pressFirst(page, 'More')),
      after('viewer', `#/deals/${offers}/documents`, async () => {
        await page
          .getByRole('button', { name: /^Open Statement / })
          .first()
          .click()
        await page.locator('[data-page="1"][data-drawn]').waitFor()
      }),
      after('pages', `#/deals/${ready}/documents`, async () => {
        await attachFiles(page, environment.pdfs)
        await page.locator('[data-document]').nth(3).waitFor()
        await page.getByRole('button', { name: 'Arrange pages', exact: true }).click()
        await page
          .getByTestId('page-organizer')
          .getByRole('checkbox', { name: /Statement/ })
          .first()
          .check()
      }),
      at('deal-refused', `#/deals/${refused}`, 'failing'),
      at('deal-unknown', `#/deals/${unknown}`, 'failing'),
      after('found-values', `#/deals/${incomplete}/documents`, () =>
        reviewApplication(environment, incomplete),
      ),
      after(
        'documents-bad-file',
        `#/deals/${incomplete}/documents`,
        async () => {
          const letter = join(environment.folder, 'letter.pdf')
          await writeFile(letter, 'no PDF')
          await attachFiles(page, [letter])
          await page.getByTestId('file-note').waitFor()
        },
        'failing',
      ),
      after('submit', `#/deals/${ready}`, async () => {
        await page
          .getByRole('button', { name: /^Submit/ })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
      }),
      after(
        'accept-unknown',
        `#/deals/${offers}/compare`,
        async () => {
          await breakService(environment, [
            { route: 'POST /iso/api/v1/offer', fault: 'reset_after_body', times: 1 },
          ])
          await pressFirst(page, /^Accept/)
          await page
            .getByRole('dialog')
            .getByRole('button', { name: 'Accept the offer', exact: true })
            .click()
          await pressFirst(page, 'I asked the funding partner…')
        },
        'failing',
      ),
      // The accept-unknown scene leaves messages on the screen, but they disappear before this scene begins.
      at('compare-unknown', `#/deals/${offers}/compare`, 'failing'),
      after(
        'services-down',
        '#/',
        async () => {
          await environment.relay.stop()
          await environment.sandbox.stop()
          await page.locator('[data-connection="offline"]').waitFor()
        },
        'failing',
      ),
      after('light', '#/', () => page.locator('[data-connection="offline"]').click(), 'failing'),
    ],
  }
}

function pressFirst(page: Page, name: string | RegExp): Promise<void> {
  return page.locator('main').getByRole('button', { name }).first().click()
}
