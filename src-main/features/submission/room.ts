import type { submissionContract } from '../../../src-shared/features/submission/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { TaskNeeds } from './run-task.ts'
import {
  checkSubmission,
  submitApplication,
  cancelSubmission,
  sendNow,
  queueDocuments,
  resolveUnknownApplication,
  resolveUnknownDocument,
  readSubmissionSettings,
  saveSubmissionSettings,
  firstReal,
  confirmReal,
  type SubmitNeeds,
} from './submission-commands.ts'
import type { SubmissionEngine } from './engine.ts'

export function openSubmission(
  context: SubmitNeeds & TaskNeeds,
  { engine, retryNow }: { engine: SubmissionEngine; retryNow: () => void },
): RoomHandlers<typeof submissionContract> {
  /** Waits for a change of the submission queue, and wakes the code that runs the queue, also if the change failed. */
  async function changeQueue(change: Promise<void>): Promise<void> {
    await change.finally(() => engine.wake())
  }

  return {
    'submission.check': ({ deal_id }) => checkSubmission(context, deal_id),
    'submission.submit': ({ deal_id, despite }) => changeQueue(submitApplication(context, deal_id, despite)),
    'submission.cancel': async ({ deal_id, document_id }) => {
      const cancelled =
        document_id === undefined ? cancelSubmission(context, deal_id) : engine.cancelDocument(document_id)
      return changeQueue(cancelled)
    },
    'submission.send_now': ({ deal_id }) => changeQueue(sendNow(context, deal_id)),
    'submission.send_documents': ({ deal_id, document_id }) =>
      changeQueue(queueDocuments(context, deal_id, document_id)),
    'submission.resolve_unknown': async ({ deal_id, document_id, arrived, application_id }) => {
      const resolved =
        document_id === undefined
          ? resolveUnknownApplication(context, deal_id, arrived, application_id)
          : resolveUnknownDocument(context, document_id, arrived)
      return changeQueue(resolved)
    },
    'submission.first_real': async () => {
      const first = await firstReal(context)
      return { is_needed: first.is_needed, host: first.host }
    },
    'submission.confirm_real': async ({ host }) => {
      await confirmReal(context, host)
      // Send the deals that waited for this confirmation, which is needed again after a change of the credentials.
      engine.release()
    },
    'submission.settings': () => readSubmissionSettings(context.vault),
    'submission.save_settings': (settings) => saveSubmissionSettings(context, settings),
    'queue.status': async () => engine.status,
    'queue.retry_now': async () => {
      retryNow()
    },
  }
}
