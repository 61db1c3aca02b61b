import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import type { ElectronApplication, Page } from 'playwright-core'
import { attachFiles, enterCredentials, fillCredentials, pairRelay, setUp } from '../../build/demo/journey.ts'
import { TestOffice } from '../e2e/support/office.ts'
import { openBusyOffice } from './busy-office.ts'
import { openDeal } from './ipc.ts'

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

const SCREENS = ['inbox', 'calls', 'settings'] as const

/** Every screen in every state, office by office; each is opened when it is its turn and closed by whoever asked. */
export const ACTS: Record<string, () => Promise<Act>> = {
  'first-run': firstRun,
  'new-office': newOffice,
  'busy-office': busyOffice,
  'slow-office': slowOffice,
}

export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    ;(globalThis as unknown as { location: { hash: string } }).location.hash = to
  }, hash)
  await page.waitForTimeout(150)
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
  return {
    office,
    scenes: [
      { name: 'pipeline', state: 'empty', show: () => goTo(page, '#/') },
      { name: 'inbox', state: 'empty', show: () => goTo(page, '#/inbox') },
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
  return {
    office,
    scenes: [
      { name: 'pipeline', state: 'full', show: () => goTo(page, '#/') },
      {
        name: 'pipeline-nothing-found',
        state: 'empty',
        show: () => page.getByLabel('Search deals').fill('zzz'),
      },
      ...SCREENS.map((screen): Scene => ({
        name: screen,
        state: 'full',
        show: async () => {
          await page
            .getByLabel('Search deals')
            .fill('')
            .catch(() => {})
          await goTo(page, `#/${screen}`)
        },
      })),
      { name: 'deal-draft', state: 'full', show: () => openDeal(page, incomplete) },
      { name: 'deal-offers', state: 'full', show: () => openDeal(page, offers) },
      { name: 'deal-refused', state: 'failing', show: () => openDeal(page, refused) },
      { name: 'deal-unknown', state: 'failing', show: () => openDeal(page, unknown) },
      {
        name: 'documents-bad-file',
        state: 'failing',
        show: async () => {
          const letter = join(office.folder, 'letter.pdf')
          await writeFile(letter, 'no PDF')
          await openDeal(page, incomplete)
          await attachFiles(page, [letter])
          await page.getByTestId('refused-file').waitFor()
        },
      },
      {
        name: 'submit',
        state: 'full',
        show: async () => {
          await openDeal(page, ready)
          await page.getByRole('button', { name: /^Submit/ }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
      {
        name: 'services-down',
        state: 'failing',
        show: async () => {
          await page.keyboard.press('Escape')
          await goTo(page, '#/')
          await office.relay.stop()
          await office.sandbox.stop()
          await page.locator('[data-bridge="offline"]').waitFor()
        },
      },
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
