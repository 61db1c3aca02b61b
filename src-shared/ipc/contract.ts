import { messageSchema } from '../messages/message-schema.ts'
import { z } from 'zod'
import { dealSchema, noteSchema } from '../domain/deal-schema.ts'
import {
  appInfoSchema,
  connectionStatusSchema,
  connectionReportSchema,
  credentialsSchema,
  environmentStatusSchema,
} from '../domain/environment.ts'
import { environmentSchema, shownSchema } from '../domain/vocabulary-schema.ts'
import { eventProblemSchema } from '../domain/event-problem-schema.ts'
import { alertsViewSchema, inboxItemSchema } from '../domain/notification.ts'
import { queueStatusSchema, submissionSettingsSchema, twinSchema } from '../domain/queue.ts'
import { serviceCallSchema } from '../domain/service-call.ts'
import {
  networkSettingsSchema,
  rateLimitSchema,
  serviceSettingsViewSchema,
} from '../domain/service-settings.ts'
import { webhooksViewSchema, webhookTestSchema } from '../domain/webhooks-schema.ts'
import type { Result } from '../errors.ts'
import type { Channel, EventName } from './channels.ts'
import { appearanceContract, appearanceEvents } from './appearance-contract.ts'
import { dealContract, dealEvents } from './deal-contract.ts'
import { documentsContract, documentsEvents } from './documents-contract.ts'
import { demoContract } from './demo-contract.ts'
import { askedBy } from './asked-by.ts'
import { draftContract, draftEvents } from './draft-contract.ts'
import { creditBoxContract } from './credit-box-contract.ts'
import { moneyContract } from './money-contract.ts'
import { offersContract } from './offers-contract.ts'
import { shellContract, shellEvents } from './shell-contract.ts'
import { pipelineContract, pipelineEvents } from './pipeline-contract.ts'
import { profileContract } from './profile-contract.ts'
import { updateContract, updateEvents } from './update-contract.ts'
import { vaultContract } from './vault-contract.ts'

const nothing = z.object({})
const dealId = z.object({ deal_id: z.uuid() })
const sentDeal = dealId.extend(shownSchema.shape)
const webhookUuid = shownSchema.extend({ uuid: z.string().min(1).max(200) })

/**
 * THE contract between main and renderer: every channel with the schemas of its input and output. The router parses each
 * input once; a handler answers a `Result` of the output. No channel returns a secret but
 * the recovery code, which has to be written down.
 */
export const contract = {
  'app.info': { input: nothing, output: appInfoSchema },

  'environment.get': { input: nothing, output: environmentStatusSchema },
  /** Fetches a token and validates it by the published keys; stores nothing. */
  'environment.test_connection': { input: credentialsSchema, output: connectionReportSchema },
  /** Tests, then keeps: the secret in the keychain, the rest in the vault. */
  'environment.save_credentials': {
    input: credentialsSchema.extend(askedBy.shape),
    output: environmentStatusSchema,
  },
  'environment.forget_credentials': { input: shownSchema, output: environmentStatusSchema },

  'relay.pair': {
    input: shownSchema.extend({
      url: z.string().trim().min(1).max(500),
      code: z.string().trim().min(1).max(100),
      device_name: z.string().trim().min(1).max(100),
    }),
    output: environmentStatusSchema,
  },
  'relay.forget': { input: shownSchema, output: environmentStatusSchema },
  'connection.status': { input: nothing, output: connectionStatusSchema },
  /** The broker read what the light tells once. */
  'connection.dismiss_note': { input: nothing, output: connectionStatusSchema },
  /** Notifications that were not accepted or are suspicious, the newest first. */
  'connection.problems': { input: nothing, output: z.array(eventProblemSchema) },
  'connection.clear_problems': { input: nothing, output: connectionStatusSchema },
  /** Registers the relay's address at the partner, once; a registration that stands already is kept. */
  'webhooks.register': { input: shownSchema, output: environmentStatusSchema },
  'webhooks.list': { input: nothing, output: webhooksViewSchema },
  /** Mends what drifted and makes what is missing, so that the service sends to the relay. */
  'webhooks.fix': { input: shownSchema, output: webhooksViewSchema },
  'webhooks.switch': { input: webhookUuid.extend({ is_active: z.boolean() }), output: webhooksViewSchema },
  'webhooks.delete': { input: webhookUuid, output: webhooksViewSchema },
  /** Fires the service's test event; answers when it came round or got stuck, and tells each step before. */
  'webhooks.test': { input: webhookUuid, output: webhookTestSchema },

  'service.settings': { input: nothing, output: serviceSettingsViewSchema },
  /** Takes an endpoint profile as text: what is wrong with it is told by path, and nothing is kept. */
  'service.save_endpoints': {
    input: shownSchema.extend({ profile_json: z.string().max(200_000) }),
    output: serviceSettingsViewSchema,
  },
  'service.reset_endpoints': { input: shownSchema, output: serviceSettingsViewSchema },
  'service.save_network': {
    input: shownSchema.extend({
      network: networkSettingsSchema,
      /** Absent: the one in the keychain stays. Empty: it goes. */
      proxy_password: z.string().max(500).optional(),
    }),
    output: serviceSettingsViewSchema,
  },
  /** Keeps nothing: tells what is wrong by path or, where nothing is, what would change against the present paths. */
  'service.check_endpoints': profileContract['profile.check'],
  'service.save_rate_limit': {
    input: shownSchema.extend({
      requests_per_second: rateLimitSchema,
      asking_interval_minutes: z.number().min(1).max(60),
    }),
    output: serviceSettingsViewSchema,
  },
  'calls.list': { input: z.object({ search: z.string().max(200) }), output: z.array(serviceCallSchema) },

  ...vaultContract,
  ...moneyContract,
  ...shellContract,
  ...demoContract,
  ...updateContract,

  ...profileContract,

  ...pipelineContract,

  'deals.create': { input: nothing, output: dealSchema },
  'deals.get': { input: dealId, output: dealSchema },
  /** Moves a deal to the bin; `deals.restore` brings it back. */
  'deals.delete': { input: dealId, output: nothing },
  'deals.restore': { input: dealId, output: nothing },
  /** A word of the broker's own on the timeline; it stays there, and never leaves this computer. */
  'deals.add_note': { input: z.object({ deal_id: z.uuid(), text: noteSchema }), output: nothing },

  ...appearanceContract,
  ...dealContract,
  ...draftContract,

  ...documentsContract,

  /** What to know before submitting: other deals that look the same, and how long it can be undone. */
  'submission.check': {
    input: sentDeal,
    output: z.object({ duplicates: z.array(twinSchema), undo_seconds: z.number() }),
  },
  /** Puts the application in the line; its documents follow once it is received. `despite`: twins that the broker knows of. */
  'submission.submit': {
    input: sentDeal.extend({ despite: z.array(z.uuid()).max(100).default([]) }),
    output: dealSchema,
  },
  /** Takes the application or, with `document_id`, a document out of the line; an error when it has left. */
  'submission.cancel': {
    input: dealId.extend({ document_id: z.uuid().optional() }),
    output: dealSchema,
  },
  /** Ends the undo window of an application. */
  'submission.send_now': { input: sentDeal, output: dealSchema },
  /** Puts the documents of a received application in the line that have not been received yet, or one of them. */
  'submission.send_documents': {
    input: sentDeal.extend({ document_id: z.uuid().optional() }),
    output: dealSchema,
  },
  /** How the line moves. */
  'queue.status': { input: nothing, output: queueStatusSchema },
  /** What waits for the connection is tried at once: the network is back, or the broker asks. */
  'queue.retry_now': { input: nothing, output: nothing },
  'submission.settings': { input: nothing, output: submissionSettingsSchema },
  'submission.save_settings': {
    input: submissionSettingsSchema.extend(shownSchema.shape),
    output: submissionSettingsSchema,
  },
  /** The broker's own word on an unknown outcome, of the application or, with `document_id`, of one document. */
  'submission.resolve_unknown': {
    input: z.object({
      deal_id: z.uuid(),
      document_id: z.uuid().optional(),
      arrived: z.boolean(),
      /** Needed when an application arrived. */
      application_id: z.string().trim().min(1).max(200).optional(),
    }),
    output: dealSchema,
  },

  ...creditBoxContract,
  ...offersContract,

  'inbox.list': { input: nothing, output: z.object({ items: z.array(inboxItemSchema), unread: z.int() }) },
  /** Marks as read what concerns one deal, or all. */
  'inbox.read': {
    input: z.object({ deal_id: z.uuid().optional() }),
    output: z.object({ unread: z.int() }),
  },
  'alerts.get': { input: nothing, output: alertsViewSchema },
  'alerts.save': { input: alertsViewSchema, output: alertsViewSchema },
  /** Shows a notification that says that it is a try. */
  'alerts.try': { input: nothing, output: nothing },
  /** Asks where to save the deal's proof of submission; `saved_as` is null when nothing was saved. */
  'proof.export': {
    input: dealId.extend({ as: z.enum(['pdf', 'json']) }),
    output: z.object({ saved_as: z.string().nullable() }),
  },
} as const satisfies Record<Channel, { input: z.ZodType; output: z.ZodType }>

/** What main tells the window by itself. */
export const events = {
  'deal.changed': dealId,
  ...pipelineEvents,
  /** A draft's values changed, by the window that calls itself so. */
  'draft.changed': dealId.extend({ window_id: z.uuid().nullable() }),
  'document.progress': z.object({ deal_id: z.uuid(), document_id: z.uuid(), sent: z.int(), total: z.int() }),
  ...documentsEvents,
  /** How far a new vault key is: documents of the first versions, then the keys of all documents. */
  'vault.rekey_progress': z.object({ step: z.enum(['documents', 'keys']), percent: z.int() }),
  ...draftEvents,
  'connection.changed': connectionStatusSchema,
  /** How the service is reached is another way now; `turned`: the data, too, is that of another office. By the window that calls itself so. */
  'environment.changed': z.object({ window_id: z.uuid().nullable(), turned: z.boolean() }),
  'webhooks.test': webhookTestSchema,
  'queue.changed': queueStatusSchema,
  /** A notification or a deep link asks for this deal. */
  'navigate.deal': dealId,
  /** A notification or a deep link asks for the inbox. */
  'navigate.inbox': nothing,
  'inbox.changed': z.object({ unread: z.int() }),
  'credit_box.changed': nothing,
  /** The system shows this; without a deal it tells of several. */
  'notification.shown': z.object({
    deal_id: z.uuid().nullable(),
    kind: z.enum(['offers', 'updates']),
    title: messageSchema,
    body: messageSchema,
    /** The deal of the notification whose place it takes. */
    instead_of: z.uuid().nullable(),
  }),
  ...appearanceEvents,
  ...updateEvents,
  ...shellEvents,
  ...dealEvents,
} as const satisfies Record<EventName, z.ZodType>

/** An environment that a development build begins with (`FUNDING_DESK_PROFILE_ENV`). Never holds a secret. */
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
export type ChannelOutput<C extends Channel> = z.output<(typeof contract)[C]['output']>
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>

/** What the preload exposes to the page as `window.fundingDesk`. */
export interface FundingDeskApi {
  call<C extends Channel>(channel: C, input: ChannelInput<C>): Promise<Result<ChannelOutput<C>>>
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
  /** Turns files that the user picked or dropped into ids for `documents.attach`. A file made by script gets none. */
  registerFiles(files: readonly unknown[]): Promise<Result<{ file_id: string; name: string }[]>>
}
