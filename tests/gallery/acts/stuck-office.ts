import { attachFiles } from '../../../build/demo/journey.ts'
import type { Channel } from '../../../src-shared/ipc/channels.ts'
import { appError, fail } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { MONEY_TABS } from '../../../src-renderer/navigation/route.ts'
import { TestEnvironment } from '../../support/e2e/environment.ts'
import { fillVault } from '../../support/fill-vault.ts'
import { makeDraft, openDeal } from '../ipc.ts'
import { PAPER, pastDeal } from '../past-deals.ts'
import { goTo, type Act, type Scene } from '../scene.ts'

/**
 * Channels that answer with an error, or not at all, while the screens are shown. `deals.get` is not in this list: it works until all parts
 * of the deal were shown. Channels that the app needs at its start work, too.
 */
const READS: Channel[] = [
  'deals.list',
  'pipeline.sums',
  'pipeline.next_actions',
  'documents.read_bytes',
  'submission.check',
  'submission.settings',
  'offers.view',
  'inbox.list',
  'calls.list',
  'money.dashboard',
  'money.ledger',
  'money.renewals',
  'service.settings',
  'profile.view',
  'credit_box.get',
  'alerts.get',
  'webhooks.list',
  'vault.status',
  'diagnostics.view',
]

/** Sections of the settings that read data when opened. */
const READING_SECTIONS = ['alerts', 'notifications', 'sending', 'creditBox', 'vault', 'service'] as const

/** Shows every screen while its data loads and when the data cannot be read. */
export async function stuckEnvironment(): Promise<Act> {
  const environment = await TestEnvironment.openSetUp((data) => fillVault(data, 12, pastDeal, [PAPER]))
  const { page, pdfs } = environment
  try {
    const deal_id = await makeDraft(page, { 'company.legal_name': 'Marlow Garage Inc' })
    await openDeal(page, deal_id, '/documents')
    await attachFiles(page, pdfs.slice(0, 1))
    await page.locator('[data-document]').waitFor()
    const deal = `#/deals/${deal_id}`
    const opened = (state: State): Scene => ({
      name: 'viewer',
      state,
      show: async () => {
        await goTo(page, `${deal}/documents`)
        await answer(environment, state, READS)
        await page
          .getByRole('button', { name: /^Open / })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
        await page.waitForTimeout(400)
      },
    })
    const board = async () => {
      await page.keyboard.press('b')
      // Wait until the app has stored that the broker chose the board. It does so a moment later.
      await page.waitForTimeout(600)
    }
    const scenes = (state: State): Scene[] => {
      const at = (name: string, hash: string, before?: () => Promise<void>) =>
        reloadScene(environment, state, READS, name, hash, before)
      return [
        opened(state),
        at('pipeline', '#/'),
        at('pipeline-board', '#/', board),
        // Returns to the list for the following scenes.
        at('inbox', '#/inbox', async () => {
          await goTo(page, '#/')
          await board()
        }),
        at('calls', '#/calls'),
        ...MONEY_TABS.map((tab) => at(`money-${tab}`, `#/money/${tab}`)),
        ...READING_SECTIONS.map((section) => at(`settings-${section}`, `#/settings/${section}`)),
      ]
    }
    const dealItself = (state: State): Scene[] => [
      reloadScene(environment, state, ['deals.get'], 'deal', deal),
      reloadScene(environment, state, ['deals.get'], 'compare', `${deal}/compare`),
    ]
    return {
      environment,
      scenes: [scenes, dealItself].flatMap((of) => [...of('loading'), ...of('failing')]),
    }
  } catch (error) {
    await environment.close()
    throw error
  }
}

type State = 'loading' | 'failing'

/** Creates a scene that shows a screen after a reload, so that none of the screen's earlier data is cached. */
function reloadScene(
  environment: TestEnvironment,
  state: State,
  channels: readonly Channel[],
  name: string,
  hash: string,
  before = async () => {},
): Scene {
  const { page } = environment
  return {
    name,
    state,
    show: async () => {
      await before()
      await answer(environment, state, channels)
      await goTo(page, hash)
      await page.reload()
      await page.getByLabel('Loading the screen').waitFor({ state: 'detached' })
      await page.waitForTimeout(200)
    },
  }
}

/** Makes main respond to these channels with an error, or not at all, from now on. */
async function answer({ app }: TestEnvironment, state: State, channels: readonly Channel[]): Promise<void> {
  const { unreachable, unexpected, savedNotLost } = msg.errorsVault
  const problem = appError('VAULT_UNAVAILABLE', unreachable(unexpected), savedNotLost, { retryable: true })
  const reply: unknown = state === 'loading' ? null : fail(problem)
  await app.application.evaluate(
    ({ ipcMain }, { held, given }) => {
      for (const channel of held) {
        ipcMain.removeHandler(channel)
        ipcMain.handle(channel, () => (given === null ? new Promise(() => {}) : given))
      }
    },
    { held: [...channels], given: reply },
  )
}
