import type { ElectronApplication } from 'playwright-core'
import { attachFiles } from '../../../build/demo/journey.ts'
import type { Channel } from '../../../src-shared/ipc/channels.ts'
import { appError, fail } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { MONEY_TABS, SETTINGS_SECTIONS } from '../../../src-renderer/navigation/route.ts'
import { TestOffice } from '../../e2e/support/office.ts'
import { fillVault } from '../../support/fill-vault.ts'
import { makeDraft, openDeal } from '../ipc.ts'
import { pastDeal } from '../past-deals.ts'
import { goTo, type Act, type Scene, type SceneState } from '../scene.ts'

/** What the screens read. What the app itself needs to open is answered. */
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
  'lending.get',
  'alerts.get',
  'webhooks.list',
  'vault.status',
  'diagnostics.view',
]

/** Answers that do not come: every screen as it is while it reads. */
export const slowOffice = () => office('loading')

/** Answers that say no: every screen when what it shows cannot be read. */
export const brokenOffice = () => office('failing')

async function office(state: SceneState): Promise<Act> {
  const opened = await TestOffice.openSetUp((data) => fillVault(data, 12, pastDeal))
  try {
    return { office: opened, scenes: await scenesOf(opened, state) }
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function scenesOf({ page, app, pdfs }: TestOffice, state: SceneState): Promise<Scene[]> {
  const deal_id = await makeDraft(page, { 'company.legal_name': 'Marlow Garage Inc' })
  await openDeal(page, deal_id, '/documents')
  await attachFiles(page, pdfs.slice(0, 1))
  await page.locator('[data-document]').waitFor()
  const refuse = (channels: readonly Channel[]) => leaveUnanswered(app.application, state, channels)
  await refuse(READS)
  const at = (name: string, hash: string, act: () => Promise<unknown> = async () => {}): Scene => ({
    name,
    state,
    show: async () => {
      await act()
      // Nothing that was read before is still there.
      await goTo(page, hash)
      await page.reload()
      await page.waitForTimeout(250)
    },
  })
  return [
    {
      name: 'viewer',
      state,
      show: async () => {
        await page
          .getByRole('button', { name: /^Open / })
          .first()
          .click()
        await page.getByRole('dialog').waitFor()
        await page.waitForTimeout(500)
      },
    },
    at('pipeline', '#/'),
    at('pipeline-board', '#/', async () => {
      await page.keyboard.press('b')
      // The choice is kept a moment later.
      await page.waitForTimeout(600)
    }),
    at('inbox', '#/inbox'),
    at('calls', '#/calls'),
    ...MONEY_TABS.map((tab) => at(`money-${tab}`, `#/money/${tab}`)),
    ...SETTINGS_SECTIONS.map((section) => at(`settings-${section}`, `#/settings/${section}`)),
    at('deal', `#/deals/${deal_id}`, () => refuse(['deals.get'])),
    at('compare', `#/deals/${deal_id}/compare`),
  ]
}

/** From now on main does not answer those channels, or with an error. */
async function leaveUnanswered(
  application: ElectronApplication,
  state: SceneState,
  channels: readonly Channel[],
): Promise<void> {
  const { unreachable, unexpected, savedNotLost } = words().errorsVault
  const problem = appError('VAULT_UNAVAILABLE', unreachable(unexpected), savedNotLost, { retryable: true })
  const answer = state === 'loading' ? null : fail(problem)
  await application.evaluate(
    ({ ipcMain }, { channels, given }) => {
      for (const channel of channels) {
        ipcMain.removeHandler(channel)
        ipcMain.handle(channel, () => (given === null ? new Promise(() => {}) : given))
      }
    },
    { channels, given: answer },
  )
}
