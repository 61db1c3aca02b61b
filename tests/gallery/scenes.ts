import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { attachFiles, enterCredentials, fillCredentials, pairRelay, setUp } from '../../build/demo/journey.ts'
import { TestOffice } from '../e2e/support/office.ts'
import { DEAL_PARTS } from '../../src-shared/deal-address.ts'
import { MONEY_TABS, SETTINGS_SECTIONS } from '../../src-renderer/navigation/route.ts'
import { openBusyOffice } from './busy-office.ts'

/** One screen in one state: how to get there from wherever the scene before left. */
export interface Scene {
  name: string
  state: 'empty' | 'full' | 'failing' | 'loading'
  show: () => Promise<unknown>
}

/** Scenes of one office, in order. */
export interface Act {
  office: TestOffice
  scenes: Scene[]
}

/** Every screen in every state, office by office; each is opened when it is its turn and closed by whoever asked. */
export const ACTS: Record<string, () => Promise<Act>> = {
  'first-run': firstRun,
  'new-office': newOffice,
  'busy-office': busyOffice,
  'slow-office': slowOffice,
}

/** Whatever lies over the screen is closed, and the page is at that address. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.evaluate((to) => {
    ;(globalThis as unknown as { location: { hash: string } }).location.hash = to
  }, hash)
  await page.waitForTimeout(150)
  // Where a screen has skeletons, what they stand for is there when they are gone.
  await page
    .locator('main [aria-busy="true"]')
    .waitFor({ state: 'detached', timeout: 5_000 })
    .catch(() => {})
}

async function firstRun(): Promise<Act> {
  const office = await TestOffice.open()
  const { page, sandbox, relay } = office
  return {
    office,
    scenes: [
      {
        name: 'setup',
        state: 'empty',
        show: () => page.getByRole('heading', { name: 'Welcome' }).waitFor(),
      },
      {
        name: 'setup',
        state: 'failing',
        show: async () => {
          await fillCredentials(page, { ...sandbox, client_secret: 'not the secret' })
          await page.getByRole('button', { name: 'Test connection' }).click()
          await page.getByRole('alert').waitFor()
        },
      },
      { name: 'setup-relay', state: 'empty', show: () => enterCredentials(page, sandbox) },
      { name: 'setup-recovery', state: 'empty', show: () => pairRelay(page, relay) },
    ],
  }
}

async function newOffice(): Promise<Act> {
  const office = await TestOffice.openSetUp()
  const { page } = office
  const at = (name: string, hash: string): Scene => ({
    name,
    state: 'empty',
    show: () => goTo(page, hash),
  })
  return {
    office,
    scenes: [
      at('pipeline', '#/'),
      at('inbox', '#/inbox'),
      ...MONEY_TABS.map((tab) => at(`money-${tab}`, `#/money/${tab}`)),
      {
        name: 'deal',
        state: 'empty',
        show: async () => {
          await goTo(page, '#/')
          await page.getByRole('button', { name: 'Start an application' }).click()
          await page.locator('[data-deal-state]').waitFor()
        },
      },
    ],
  }
}

async function busyOffice(): Promise<Act> {
  const { office, incomplete, ready, offers, refused, unknown } = await openBusyOffice()
  const { page } = office
  const at = (name: string, hash: string, state: Scene['state'] = 'full'): Scene => ({
    name,
    state,
    show: () => goTo(page, hash),
  })
  /** A screen, and what is done there. */
  const after = (
    name: string,
    hash: string,
    act: () => Promise<unknown>,
    state: Scene['state'] = 'full',
  ): Scene => ({
    name,
    state,
    show: async () => {
      await goTo(page, hash)
      await act()
      await page.waitForTimeout(250)
    },
  })
  const press = (keys: string) => () => page.keyboard.press(keys)
  return {
    office,
    scenes: [
      at('pipeline', '#/'),
      after('pipeline-selected', '#/', press('ControlOrMeta+a')),
      after('pipeline-columns', '#/', async () => {
        await page.getByRole('button', { name: 'Clear the selection' }).click()
        await page.keyboard.press('c')
      }),
      after('pipeline-narrow', '#/', press('f')),
      after('pipeline-board', '#/', press('b')),
      // Back to the list, which is what the next ones show.
      after(
        'pipeline-nothing-found',
        '#/',
        async () => {
          await page.keyboard.press('b')
          await page.getByLabel('Search deals').fill('zzz')
        },
        'empty',
      ),
      after('palette', '#/', async () => {
        await page.getByLabel('Search deals').fill('')
        await page.getByLabel('Search deals').blur()
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByPlaceholder('What do you want to do').fill('ju')
      }),
      after('shortcuts', '#/', press('ControlOrMeta+/')),
      after('import', '#/', press('i')),
      at('inbox', '#/inbox'),
      at('calls', '#/calls'),
      ...MONEY_TABS.map((tab) => at(`money-${tab}`, `#/money/${tab}`)),
      ...SETTINGS_SECTIONS.map((section) => at(`settings-${section}`, `#/settings/${section}`)),
      at('deal-draft', `#/deals/${incomplete}`),
      ...DEAL_PARTS.map((part) => at(`deal-${part}`, `#/deals/${offers}/${part}`)),
      at('compare', `#/deals/${offers}/compare`),
      after('viewer', `#/deals/${offers}/documents`, async () => {
        await page.getByRole('button', { name: /^Open Statement August/ }).click()
        await page.locator('[data-page="1"][data-drawn]').waitFor()
      }),
      after('pages', `#/deals/${ready}/documents`, async () => {
        await attachFiles(page, office.pdfs)
        await page.locator('[data-document]').nth(3).waitFor()
        await page.getByRole('button', { name: 'Arrange pages' }).click()
        await page.getByRole('checkbox', { name: /August/ }).check()
      }),
      at('deal-refused', `#/deals/${refused}`, 'failing'),
      at('deal-unknown', `#/deals/${unknown}`, 'failing'),
      after(
        'documents-bad-file',
        `#/deals/${incomplete}/documents`,
        async () => {
          const letter = join(office.folder, 'letter.pdf')
          await writeFile(letter, 'no PDF')
          await attachFiles(page, [letter])
          await page.getByTestId('refused-file').waitFor()
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
        'services-down',
        '#/',
        async () => {
          await office.relay.stop()
          await office.sandbox.stop()
          await page.locator('[data-bridge="offline"]').waitFor()
        },
        'failing',
      ),
    ],
  }
}

/** Answers that do not come: every screen as it is while it reads. */
async function slowOffice(): Promise<Act> {
  const office = await TestOffice.open()
  const { page, app } = office
  await setUp(page, office.sandbox, office.relay)
  const screens = [
    ['pipeline', '#/'],
    ['inbox', '#/inbox'],
    ['calls', '#/calls'],
    ['deal', '#/deals/3f0e1b3a-7a6f-4d3c-9c55-2b1a7d0c9e11'],
  ] as const
  await holdAnswers(app.application)
  return {
    office,
    scenes: screens.map(([name, hash]) => ({
      name,
      state: 'loading',
      show: async () => {
        await page.reload()
        await goTo(page, hash)
      },
    })),
  }
}

const HELD = ['deals.list', 'deals.get', 'inbox.list', 'calls.list', 'service.settings', 'alerts.get']

/** From now on main does not answer what the screens read. */
async function holdAnswers(application: ElectronApplication): Promise<void> {
  await application.evaluate(({ ipcMain }, channels) => {
    for (const channel of channels) {
      ipcMain.removeHandler(channel)
      ipcMain.handle(channel, () => new Promise(() => {}))
    }
  }, HELD)
}
