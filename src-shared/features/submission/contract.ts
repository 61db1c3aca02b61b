import { z } from 'zod'
import { type Contract, dealId, nothing, type OfDeal, type, typedLine } from '../../platform/ipc/parts.ts'
import type { Duplicate, HealthNote, QueueStatus, SubmissionSettings } from './queue.ts'

const submissionSettings = z.object({
  undo_seconds: z.int().min(0).max(600),
  duplicate_days: z.int().min(0).max(3650),
})

export const submissionContract = {
  /**
   * Returns what the broker should know before he submits: other deals that may be duplicates of this deal, what the app knows to be wrong
   * or missing, and the length of the undo window (the seconds in which a submission can be canceled).
   */
  'submission.check': {
    input: dealId,
    output: type<{ duplicates: Duplicate[]; notes: HealthNote[]; undo_seconds: number }>(),
    checksEnvironment: true,
  },
  /**
   * Adds the application to the submission queue. Its documents are sent after the partner has received the application. `despite`:
   * duplicates, and files of another merchant, that the broker has seen and accepted.
   */
  'submission.submit': {
    input: dealId.extend({ despite: z.array(z.uuid()).max(1000).default([]) }),
    output: type<void>(),
    checksEnvironment: true,
  },
  /**
   * Removes the application from the submission queue. If `document_id` is given, removes only this document. Fails if the request was
   * already sent.
   */
  'submission.cancel': {
    input: dealId.extend({ document_id: z.uuid().optional() }),
    output: type<void>(),
  },
  /** Ends the undo window of an application, in which it can be canceled, so that it is sent now. */
  'submission.send_now': { input: dealId, output: type<void>(), checksEnvironment: true },
  /** Adds the unsent documents of a received application to the queue, or only one of them. */
  'submission.send_documents': {
    input: dealId.extend({ document_id: z.uuid().optional() }),
    output: type<void>(),
    checksEnvironment: true,
  },
  'submission.settings': { input: nothing, output: type<SubmissionSettings>() },
  'submission.save_settings': {
    input: submissionSettings,
    output: type<SubmissionSettings>(),
    checksEnvironment: true,
  },
  /**
   * Stores what the broker says about a request with an unknown outcome: whether the application or, with `document_id`, one document
   * reached the partner.
   */
  'submission.resolve_unknown': {
    input: dealId.extend({
      document_id: z.uuid().optional(),
      arrived: z.boolean(),
      /** The partner's id of the application. Required if the broker says that the application arrived. */
      application_id: typedLine(200).min(1).optional(),
    }),
    output: type<void>(),
  },
  /** Returns whether the broker must still confirm that submissions are real (not a test), and the host to which they are sent. */
  'submission.first_real': { input: nothing, output: type<{ is_needed: boolean; host: string }>() },
  /**
   * Stores the broker's confirmation that submissions are real. It is valid for the current address and credentials. Fails if the host is
   * no longer the one that the broker saw.
   */
  'submission.confirm_real': {
    input: z.object({ host: z.string() }),
    output: type<void>(),
    checksEnvironment: true,
  },
  'queue.status': { input: nothing, output: type<QueueStatus>() },
  /** Retries all tasks that wait for the connection. Called when the network is back, or when the broker requests it. */
  'queue.retry_now': { input: nothing, output: type<void>() },
} as const satisfies Contract

export interface SubmissionEvents {
  /** Progress of sending a document to the partner, in bytes. */
  'document.progress': OfDeal & { document_id: string; sent: number; total: number }
  'queue.changed': QueueStatus
}
