import type { z } from 'zod'
import { appearanceContract, type AppearanceEvents } from '../features/appearance/contract.ts'
import { backupContract, type BackupEvents } from '../features/backup/contract.ts'
import { callsContract } from '../features/calls/contract.ts'
import { connectionContract, type ConnectionEvents } from '../features/connection/contract.ts'
import { creditBoxContract, type CreditBoxEvents } from '../features/credit-box/contract.ts'
import { dealScreenContract } from '../features/deal-screen/contract.ts'
import { dealsContract, type DealsEvents } from '../features/deals/contract.ts'
import { demoContract } from '../features/demo/contract.ts'
import { diagnosticsContract } from '../features/diagnostics/contract.ts'
import { documentsContract, type DocumentsEvents } from '../features/documents/contract.ts'
import { draftsContract, type DraftsEvents } from '../features/drafts/contract.ts'
import { followUpsContract } from '../features/follow-ups/contract.ts'
import { formContract } from '../features/form/contract.ts'
import { handoutContract } from '../features/handout/contract.ts'
import { importContract, type ImportEvents } from '../features/import/contract.ts'
import { lockContract, type LockEvents } from '../features/lock/contract.ts'
import { merchantsContract } from '../features/merchants/contract.ts'
import { moneyContract } from '../features/money/contract.ts'
import { offersContract } from '../features/offers/contract.ts'
import { packageContract } from '../features/package/contract.ts'
import { pipelineContract, type PipelineEvents } from '../features/pipeline/contract.ts'
import { prefillContract } from '../features/prefill/contract.ts'
import { privacyContract, type PrivacyEvents } from '../features/privacy/contract.ts'
import { proofContract } from '../features/proof/contract.ts'
import type { ShellEvents } from '../features/shell/contract.ts'
import { snippetsContract, type SnippetsEvents } from '../features/snippets/contract.ts'
import { statementsContract, type StatementsEvents } from '../features/statements/contract.ts'
import { submissionContract, type SubmissionEvents } from '../features/submission/contract.ts'
import { todayContract, type TodayEvents } from '../features/today/contract.ts'
import { updatesContract, type UpdatesEvents } from '../features/updates/contract.ts'
import { webhooksContract, type WebhooksEvents } from '../features/webhooks/contract.ts'
import type { EnvironmentName } from '../platform/words/vocabulary.ts'
import type { Result } from '../platform/base/errors.ts'
import type { Contract } from '../platform/ipc/parts.ts'

/**
 * The contract between main and the page: every channel with the schema of its input and the type of its output. The router parses each
 * input once. A handler returns the output, or throws a `Failure`; the router makes a `Result` of both. No channel returns a secret, except
 * for a new recovery code, which the broker must write down.
 */
export const contract = {
  ...appearanceContract,
  ...backupContract,
  ...callsContract,
  ...connectionContract,
  ...creditBoxContract,
  ...dealScreenContract,
  ...dealsContract,
  ...demoContract,
  ...diagnosticsContract,
  ...documentsContract,
  ...draftsContract,
  ...followUpsContract,
  ...formContract,
  ...handoutContract,
  ...importContract,
  ...lockContract,
  ...merchantsContract,
  ...moneyContract,
  ...offersContract,
  ...packageContract,
  ...pipelineContract,
  ...prefillContract,
  ...privacyContract,
  ...proofContract,
  ...snippetsContract,
  ...statementsContract,
  ...submissionContract,
  ...todayContract,
  ...updatesContract,
  ...webhooksContract,
} as const satisfies Contract

export type Channel = keyof typeof contract

/** The events that main sends to the windows. `window_id` names the window that caused the event. */
export interface EventPayloads
  extends
    AppearanceEvents,
    BackupEvents,
    ConnectionEvents,
    CreditBoxEvents,
    DealsEvents,
    DocumentsEvents,
    DraftsEvents,
    ImportEvents,
    LockEvents,
    PipelineEvents,
    PrivacyEvents,
    ShellEvents,
    SnippetsEvents,
    StatementsEvents,
    SubmissionEvents,
    TodayEvents,
    UpdatesEvents,
    WebhooksEvents {}
export type EventName = keyof EventPayloads

export type ChannelInput<C extends Channel> = z.input<(typeof contract)[C]['input']>
export type ChannelParsedInput<C extends Channel> = z.output<(typeof contract)[C]['input']>
export type ChannelOutput<C extends Channel> = (typeof contract)[C]['output']
export type EventPayload<E extends EventName> = EventPayloads[E]

/** The functions that the preload exposes to the page as `window.fundingDesk`. */
export interface FundingDeskApi {
  /** Calls a channel of main. `shown` is the environment that the window's badge shows. Main compares it with the open environment. */
  call<C extends Channel>(
    channel: C,
    input: ChannelInput<C>,
    shown?: EnvironmentName | null,
  ): Promise<Result<ChannelOutput<C>>>
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
  /**
   * Registers files that the user picked or dropped, and returns an id for each, for `documents.attach`. A file that a script created gets
   * no id.
   */
  registerFiles(files: readonly unknown[]): Promise<Result<{ file_id: string; name: string }[]>>
}
