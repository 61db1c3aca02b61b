import type { Deal } from '../../../src-shared/domain/deal.ts'
import type { ShownEnvironment } from '../../../src-shared/domain/vocabulary.ts'
import { ok, type Result } from '../../../src-shared/errors.ts'
import { viewDeal } from '../../core/drafts/deal-view.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import {
  checkSubmission,
  queueDocuments,
  resolveUnknownApplication,
  resolveUnknownDocument,
  sendNow,
  submitApplication,
  cancelSubmission,
} from '../../core/submission/submission-commands.ts'
import type { SubmissionEngine } from '../../core/submission/engine.ts'
import { confirmReal, firstReal } from '../../core/submission/first-real.ts'
import { readSubmissionSettings, saveSubmissionSettings } from '../../core/submission/submission-settings.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'
import type { Handlers } from '../router.ts'
import type { WithEnvironment } from './with-environment.ts'

type SubmissionHandlers = Pick<Handlers, Extract<keyof Handlers, `submission.${string}` | `queue.${string}`>>

export function createSubmissionHandlers(
  withEnvironment: WithEnvironment,
  environmentManager: EnvironmentManager,
): SubmissionHandlers {
  /** Changes the queue, wakes the engine, and returns the resulting deal. */
  async function isQueued(
    deal_id: string,
    work: (context: EnvironmentContext, engine: SubmissionEngine) => Promise<Result<void>>,
    shown?: ShownEnvironment,
  ): Promise<Result<Deal>> {
    const opened = await (shown === undefined ? environmentManager.open() : environmentManager.openAs(shown))
    if (!opened.ok) return opened
    const { context, engine } = opened.value
    const done = await work(context, engine)
    engine.wake()
    return done.ok ? viewDeal(context, deal_id) : done
  }

  return {
    'submission.check': ({ deal_id, shown }) =>
      withEnvironment((context) => checkSubmission(context, deal_id), shown),
    'submission.submit': ({ deal_id, despite, shown }) =>
      isQueued(deal_id, (context) => submitApplication(context, deal_id, despite), shown),
    'submission.cancel': ({ deal_id, document_id }) =>
      isQueued(deal_id, (context, engine) =>
        document_id === undefined ? cancelSubmission(context, deal_id) : engine.takeBackDocument(document_id),
      ),
    'submission.send_now': ({ deal_id, shown }) =>
      isQueued(deal_id, (context) => sendNow(context, deal_id), shown),
    'submission.send_documents': ({ deal_id, document_id, shown }) =>
      isQueued(deal_id, (context) => queueDocuments(context, deal_id, document_id), shown),
    'submission.resolve_unknown': ({ deal_id, document_id, arrived, application_id }) =>
      isQueued(deal_id, (context) =>
        document_id === undefined
          ? resolveUnknownApplication(context, deal_id, arrived, application_id)
          : resolveUnknownDocument(context, document_id, arrived),
      ),
    'submission.first_real': () =>
      withEnvironment(async (context) => {
        const first = await firstReal(context)
        return first.ok ? ok({ is_needed: first.value.is_needed, host: first.value.host }) : first
      }),
    'submission.confirm_real': async ({ host, shown }) => {
      const opened = await environmentManager.openAs(shown)
      if (!opened.ok) return opened
      const { context, engine } = opened.value
      const kept = await confirmReal(context, host)
      // Deals submitted for other credentials waited for this confirmation.
      if (kept.ok) engine.release()
      return kept.ok ? ok({}) : kept
    },
    'submission.settings': () => withEnvironment(({ vault }) => readSubmissionSettings(vault)),
    'submission.save_settings': ({ shown, ...settings }) =>
      withEnvironment((context) => saveSubmissionSettings(context, settings), shown),
    'queue.status': async () => {
      const opened = await environmentManager.open()
      return opened.ok ? ok(opened.value.engine.status) : opened
    },
    'queue.retry_now': async () => {
      await environmentManager.retryNow('network')
      return ok({})
    },
  }
}
