import { attachFiles } from '../../../build/demo/journey.ts'
import { CALL } from '../../../src-shared/platform/ipc/wire.ts'
import type { Channel } from '../../../src-shared/app/contract.ts'
import { appError, fail } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { MONEY_TABS } from '../../../src-renderer/platform/navigation/route.ts'
import { TestEnvironment } from '../../support/e2e/environment.ts'
import { fillVault } from '../../support/fill-vault.ts'
import { makeDraft, openDeal } from '../ipc.ts'
import { PAPER, pastDeal } from '../past-deals.ts'
import { goTo, type Act, type Scene } from '../scene.ts'

/**
 * Channels (calls from the page to main) that answer with an error, or not at all, while their screens are shown. `deals.get` is not in
 * this list, because all parts of a deal need it. It has separate scenes at the end. Channels that the app needs at its start are not in
 * the list either.
 */
const READS: Channel[] = [
  'deals.list',
  'pipeline.sums',
  'pipeline.next_actions',
  'documents.read_bytes',
  'submission.check',
  'submission.settings',
  'offers.view',
  'today.view',
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

/** Sections of the settings that call a channel when they are opened. */
const READING_SECTIONS = ['alerts', 'notifications', 'sending', 'creditBox', 'vault', 'advanced'] as const

/** Opens an app whose channels fail. Its scenes show every screen twice: while its data loads, and when the data cannot be read. */
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
      // The app stores the choice of the board a moment after the key press. Wait until it is stored, because the scene then reloads the
      // page.
      await page.waitForTimeout(600)
    }
    const scenes = (state: State): Scene[] => {
      const at = (name: string, hash: string, before?: () => Promise<void>) =>
        reloadScene(environment, state, READS, name, hash, before)
      return [
        opened(state),
        at('pipeline', '#/'),
        at('pipeline-board', '#/', board),
        // The previous scene left the board open. This scene first returns to the list for the following scenes.
        at('today', '#/today', async () => {
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

/** Creates a scene that reloads the page before the screenshot, so that the page has no data of the screen in its cache. */
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
      await page.getByLabel('Loading the screen', { exact: true }).waitFor({ state: 'detached' })
      await page.waitForTimeout(200)
    },
  }
}

/** From now on, main responds to these channels with an error (`failing`), or does not respond (`loading`). */
async function answer({ app }: TestEnvironment, state: State, channels: readonly Channel[]): Promise<void> {
  const { unreachable, unexpected, savedNotLost } = msg.errorsVault
  const problem = appError('VAULT_UNAVAILABLE', unreachable(unexpected), savedNotLost, { retryable: true })
  const reply: unknown = state === 'loading' ? null : fail(problem)
  await app.application.evaluate(
    ({ ipcMain }, { wire, held, given }) => {
      type Handler = (event: object, channel: string, ...sent: unknown[]) => unknown
      const { _invokeHandlers: kept } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> }
      const pass = kept.get(wire) as Handler
      kept.set(wire, (event, channel, ...sent) => {
        if (!held.includes(channel)) return pass(event, channel, ...sent)
        return given === null ? new Promise(() => {}) : given
      })
    },
    { wire: CALL, held: [...channels] as string[], given: reply },
  )
}
