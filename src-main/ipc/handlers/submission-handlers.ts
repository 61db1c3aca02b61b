import { readCreditBoxes, saveCreditBoxes } from '../../core/credit-box/credit-boxes.ts'
import type { Deal } from '../../../src-shared/domain/deal.ts'
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
import { confirmReal, firstReal } from '../../core/submission/first-real.ts'
import { readSubmissionSettings, saveSubmissionSettings } from '../../core/submission/submission-settings.ts'
import type { OpenEnvironment } from '../../core/environments/environment-deps.ts'
import type { Handlers, WithEnvironment } from '../router.ts'
import type { submissionContract } from '../../../src-shared/ipc/submission-contract.ts'
import { acceptOffer, resolveAcceptance, viewOffers } from '../../core/offers/accept-offer.ts'
import { noteDecline, noteSent } from '../../core/offers/note-offer.ts'
import { saveScenario } from '../../core/offers/save-scenario.ts'
import { printComparison, type ComparisonPrint } from '../../core/offers/print-comparison.ts'
import { refreshOffers } from '../../core/offers/refresh-offers.ts'

export interface SubmissionHandlerDeps {
  environmentManager: EnvironmentManager
  comparison: ComparisonPrint
}

/** Creates the handlers of submissions, of the queue, and of offers. */
export function createSubmissionHandlers(
  withEnvironment: WithEnvironment,
  { environmentManager, comparison }: SubmissionHandlerDeps,
): Pick<Handlers, keyof typeof submissionContract> {
  /** Waits for a change of the submission queue, wakes the code that runs the queue, and returns the changed deal. */
  async function changeQueue(
    { context, engine }: OpenEnvironment,
    deal_id: string,
    change: Promise<Result<void>>,
  ): Promise<Result<Deal>> {
    const changed = await change
    engine.wake()
    return changed.ok ? viewDeal(context, deal_id) : changed
  }

  return {
    'submission.check': ({ deal_id }, { context }) => checkSubmission(context, deal_id),
    'submission.submit': ({ deal_id, despite }, opened) =>
      changeQueue(opened, deal_id, submitApplication(opened.context, deal_id, despite)),
    'submission.cancel': async ({ deal_id, document_id }) => {
      const opened = await environmentManager.open()
      if (!opened.ok) return opened
      const { context, engine } = opened.value
      const cancelled =
        document_id === undefined ? cancelSubmission(context, deal_id) : engine.cancelDocument(document_id)
      return changeQueue(opened.value, deal_id, cancelled)
    },
    'submission.send_now': ({ deal_id }, opened) =>
      changeQueue(opened, deal_id, sendNow(opened.context, deal_id)),
    'submission.send_documents': ({ deal_id, document_id }, opened) =>
      changeQueue(opened, deal_id, queueDocuments(opened.context, deal_id, document_id)),
    'submission.resolve_unknown': async ({ deal_id, document_id, arrived, application_id }) => {
      const opened = await environmentManager.open()
      if (!opened.ok) return opened
      const { context } = opened.value
      const resolved =
        document_id === undefined
          ? resolveUnknownApplication(context, deal_id, arrived, application_id)
          : resolveUnknownDocument(context, document_id, arrived)
      return changeQueue(opened.value, deal_id, resolved)
    },
    'submission.first_real': () =>
      withEnvironment(async (context) => {
        const first = await firstReal(context)
        return first.ok ? ok({ is_needed: first.value.is_needed, host: first.value.host }) : first
      }),
    'submission.confirm_real': async ({ host }, { context, engine }) => {
      const kept = await confirmReal(context, host)
      // Send the deals that waited for this confirmation, which is needed again after a change of the credentials.
      if (kept.ok) engine.release()
      return kept.ok ? ok({}) : kept
    },
    'submission.settings': () => withEnvironment(({ vault }) => readSubmissionSettings(vault)),
    'submission.save_settings': (settings, { context }) => saveSubmissionSettings(context, settings),
    'queue.status': async () => {
      const opened = await environmentManager.open()
      return opened.ok ? ok(opened.value.engine.status) : opened
    },
    'queue.retry_now': async () => {
      await environmentManager.retryNow('network')
      return ok({})
    },

    'credit_box.get': () => withEnvironment(readCreditBoxes),
    'credit_box.save': (boxes, { context }) => saveCreditBoxes(context, boxes),

    'offers.refresh': ({ deal_id }) => withEnvironment((context) => refreshOffers(context, deal_id)),
    'offers.view': ({ deal_id }) => withEnvironment((context) => viewOffers(context, deal_id)),
    'offers.set_scenario': ({ deal_id, offer_id, choice }) =>
      withEnvironment((context) => saveScenario(context, deal_id, offer_id, choice)),
    'offers.set_sent': ({ sent, ...noted }) => withEnvironment((context) => noteSent(context, noted, sent)),
    'offers.set_declined': ({ declined, ...noted }) =>
      withEnvironment((context) => noteDecline(context, noted, declined)),
    'offers.accept': ({ deal_id, offer_id, again }, { context }) =>
      acceptOffer(context, deal_id, offer_id, again),
    'offers.resolve_unknown': ({ deal_id, offer_id, accepted }) =>
      withEnvironment((context) => resolveAcceptance(context, deal_id, offer_id, accepted)),
    'offers.print': (options) => withEnvironment((context) => printComparison(context, comparison, options)),
  }
}
