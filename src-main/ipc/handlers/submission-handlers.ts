import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { ShownOffice } from '../../../src-shared/domain/vocabulary.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { viewDeal } from '../../core/drafts/deal-view.ts'
import type { Office } from '../../core/environments/office.ts'
import {
  checkSubmission,
  queueDocuments,
  resolveUnknownApplication,
  resolveUnknownDocument,
  sendNow,
  submitApplication,
  takeBackApplication,
} from '../../core/submission/broker-steps.ts'
import type { SubmissionEngine } from '../../core/submission/engine.ts'
import { confirmReal, firstReal } from '../../core/submission/first-real.ts'
import { readSubmissionSettings, saveSubmissionSettings } from '../../core/submission/submission-settings.ts'
import type { Workspace } from '../../core/workspace.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

type SubmissionHandlers = Pick<Handlers, Extract<keyof Handlers, `submission.${string}` | `queue.${string}`>>

export function createSubmissionHandlers(within: Within, office: Office): SubmissionHandlers {
  /** Changes the queue, wakes the engine, and returns the resulting deal. */
  async function inLine(
    deal_id: string,
    work: (workspace: Workspace, engine: SubmissionEngine) => Promise<Result<void>>,
    shown?: ShownOffice,
  ): Promise<Result<Deal>> {
    const opened = await (shown === undefined ? office.open() : office.openAs(shown))
    if (!opened.ok) return opened
    const { workspace, engine } = opened.value
    const done = await work(workspace, engine)
    engine.wake()
    return done.ok ? viewDeal(workspace, deal_id) : done
  }

  return {
    'submission.check': ({ deal_id, shown }) =>
      within((workspace) => checkSubmission(workspace, deal_id), shown),
    'submission.submit': ({ deal_id, despite, shown }) =>
      inLine(deal_id, (workspace) => submitApplication(workspace, deal_id, despite), shown),
    'submission.take_back': ({ deal_id, document_id }) =>
      inLine(deal_id, (workspace, engine) =>
        document_id === undefined
          ? takeBackApplication(workspace, deal_id)
          : engine.takeBackDocument(document_id),
      ),
    'submission.send_now': ({ deal_id, shown }) =>
      inLine(deal_id, (workspace) => sendNow(workspace, deal_id), shown),
    'submission.send_documents': ({ deal_id, document_id, shown }) =>
      inLine(deal_id, (workspace) => queueDocuments(workspace, deal_id, document_id), shown),
    'submission.resolve_unknown': ({ deal_id, document_id, arrived, application_id }) =>
      inLine(deal_id, (workspace) =>
        document_id === undefined
          ? resolveUnknownApplication(workspace, deal_id, arrived, application_id)
          : resolveUnknownDocument(workspace, document_id, arrived),
      ),
    'submission.first_real': () =>
      within(async (workspace) => {
        const first = await firstReal(workspace)
        return first.ok ? ok({ is_needed: first.value.is_needed, host: first.value.host }) : first
      }),
    'submission.confirm_real': async ({ host, shown }) => {
      const opened = await office.openAs(shown)
      if (!opened.ok) return opened
      const { workspace, engine } = opened.value
      const kept = await confirmReal(workspace, host)
      // Deals submitted for other credentials waited for this confirmation.
      if (kept.ok) engine.release()
      return kept.ok ? ok({}) : kept
    },
    'submission.settings': () => within(({ vault }) => readSubmissionSettings(vault)),
    'submission.save_settings': ({ shown, ...settings }) =>
      within((workspace) => saveSubmissionSettings(workspace, settings), shown),
    'queue.status': async () => {
      const opened = await office.open()
      return opened.ok ? ok(opened.value.engine.status) : opened
    },
    'queue.nudge': async () => {
      await office.nudge('network')
      return ok({})
    },
  }
}
