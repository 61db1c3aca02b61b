import type { Platform } from '../platform/environment/platform.ts'
import type { AcceptNeeds } from '../features/offers/accept-offer.ts'
import type { ArrangeNeeds } from '../features/documents/arrange-pages.ts'
import type { AttachNeeds } from '../features/documents/attach-documents.ts'
import type { BulkNeeds } from '../features/pipeline/bulk.ts'
import type { TaskNeeds } from '../features/submission/run-task.ts'
import type { FormNeeds } from '../features/form/payload-profile.ts'
import type { HandoutNeeds } from '../features/handout/hand-out.ts'
import type { PrefillNeeds } from '../features/prefill/proposals.ts'
import type { ReminderNeeds } from '../features/inbox/inbox.ts'
import type { StatementNeeds } from '../features/statements/deal-statements.ts'

/** The data and ports of an open environment: everything that its rooms need of it. */
export type OpenContext = Platform &
  AcceptNeeds &
  ArrangeNeeds &
  AttachNeeds &
  BulkNeeds &
  FormNeeds &
  HandoutNeeds &
  PrefillNeeds &
  ReminderNeeds &
  StatementNeeds &
  TaskNeeds
