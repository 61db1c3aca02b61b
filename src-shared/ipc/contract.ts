import type { Message } from '../messages/message.ts'
import { z } from 'zod'
import type { DealAddress } from '../deep-link.ts'
import type { Appearance } from '../domain/appearance.ts'
import type { ConnectionStatus } from '../domain/environment.ts'
import type { QueueStatus } from '../domain/queue.ts'
import type { UpdateView } from '../domain/update.ts'
import { environmentSchema } from '../domain/vocabulary-schema.ts'
import type { EnvironmentName, NewsTone } from '../domain/vocabulary.ts'
import type { WebhookTest } from '../domain/webhooks.ts'
import type { Result } from '../errors.ts'
import { appContract } from './app-contract.ts'
import type { Channel, EventName } from './channels.ts'
import { dealContract } from './deal-contract.ts'
import { environmentContract } from './environment-contract.ts'
import { lockContract } from './lock-contract.ts'
import { followUpContract } from './follow-up-contract.ts'
import type { Nothing } from './parts.ts'
import { outgoingContract } from './outgoing-contract.ts'
import { pipelineContract } from './pipeline-contract.ts'
import { prefillContract } from './prefill-contract.ts'
import { statementsContract } from './statements-contract.ts'
import { submissionContract } from './submission-contract.ts'

/**
 * The contract between main and the page: every channel with the schema of its input and the type of its output. The router parses each
 * input once. A handler returns a `Result` of the output. No channel returns a secret, except for a new recovery code, which the broker
 * must write down.
 */
export const contract = {
  ...appContract,
  ...lockContract,
  ...environmentContract,
  ...pipelineContract,
  ...dealContract,
  ...outgoingContract,
  ...prefillContract,
  ...statementsContract,
  ...submissionContract,
  ...followUpContract,
} as const satisfies Record<
  Channel,
  { input: z.ZodType; output: unknown; checksEnvironment?: true; whileLocked?: true }
>

/**
 * Channels that send something to the partner, or change the connection or the form. The call fails if the window that makes it shows
 * another environment than the open one.
 */
export type CheckedChannel = {
  [C in Channel]: (typeof contract)[C] extends { checksEnvironment: true } ? C : never
}[Channel]

interface OfDeal {
  deal_id: string
}

/** The events that main sends to the windows. `window_id` names the window that caused the event. */
interface EventPayloads {
  'deal.changed': OfDeal
  'pipeline.progress': { bulk_id: string; done: number; total: number }
  'pipeline.filters_changed': Nothing
  'draft.changed': OfDeal & { window_id: string | null }
  /** Progress of sending a document to the partner, in bytes. */
  'document.progress': OfDeal & { document_id: string; sent: number; total: number }
  /** Progress of copying a file into the vault, in bytes. */
  'document.attaching': { file_id: string; done: number; total: number }
  /** Progress of reading a bank statement. `page` counts the finished pages. */
  'statements.progress': OfDeal & {
    document_id: string
    page: number
    pages: number
    step: 'text' | 'picture'
  }
  /** The readings of a deal's bank statements changed, or the broker's corrections of them. */
  'statements.changed': OfDeal
  /** Progress of reading or preparing the drafts of an imported file. */
  'import.progress': { import_id: string; done: number; total: number }
  /**
   * Progress of the change to a new vault key. Step `documents`: documents that an early version of the app stored are encrypted again.
   * Step `keys`: after that, the keys of all documents are encrypted again.
   */
  'vault.rekey_progress': { percent: number }
  'connection.changed': ConnectionStatus
  /**
   * The connection settings of an environment changed, or its vault was opened again. `switched` is true if the open environment was closed
   * meanwhile, so that every page must read its data again.
   */
  'environment.changed': { window_id: string | null; switched: boolean }
  'webhooks.test': WebhookTest
  'queue.changed': QueueStatus
  /** The window must show this deal, for example after a click on a notification or a link. */
  'navigate.deal': DealAddress
  /** The window must show the inbox, after a click on a notification or a link. */
  'navigate.inbox': Nothing
  /** The window must take the pairing link that was opened, and show it where the broker can pair. */
  'navigate.pair': Nothing
  'inbox.changed': { unread: number }
  /** A follow-up, a snoozed inbox item, or a line of the Today screen changed. */
  'reminders.changed': Nothing
  'credit_box.changed': Nothing
  'snippets.changed': Nothing
  /**
   * The app showed a desktop notification about the deal `deal_id`. If `deal_id` is null, the notification is about several deals.
   * `instead_of` is the deal whose notification it replaces.
   */
  'notification.shown': {
    deal_id: string | null
    kind: 'offers' | 'updates'
    tone: NewsTone
    title: Message
    body: Message
    instead_of: string | null
  }
  /** The appearance changed. Every window applies the change immediately, including the window that made it. */
  'appearance.changed': Appearance
  'updates.changed': UpdateView
  /** The user chose an item of the app's menu. The page runs the action with the id `action_id`. */
  'menu.run': { action_id: string; by_keys: boolean }
  /** The computer's screen was locked, so the window must hide sensitive values. */
  'screen.locked': Nothing
  /**
   * The app is about to lock. The window covers its content immediately, saves what was typed, and passes its state to `lock.save_state`.
   */
  'lock.starting': { state_id: string }
}

/** The environment and the connection with which a development build starts (from `FUNDING_DESK_PROFILE_ENV`). Never contains a secret. */
export const environmentPresetSchema = z.object({
  environment: environmentSchema,
  base_url: z.string(),
  client_id: z.string(),
  relay_url: z.string().optional(),
  requests_per_second: z.number().optional(),
  undo_seconds: z.number().optional(),
})
export type EnvironmentPreset = z.infer<typeof environmentPresetSchema>

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
