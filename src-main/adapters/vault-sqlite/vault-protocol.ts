import { z } from 'zod'
import {
  ASIDE_REASONS,
  dealDocumentSchema,
  draftStepChangeSchema,
  submissionStateSchema,
  timelineEntrySchema,
  appErrorSchema,
  fieldProblemSchema,
  formValueSchema,
} from '../../../src-shared/domain/deal.ts'
import { inboxItemSchema } from '../../../src-shared/domain/notification.ts'
import { offerSchema } from '../../../src-shared/domain/offer.ts'
import { acceptanceSchema, choiceSchema } from '../../../src-shared/domain/own-offer.ts'
import { offerNewsSchema } from '../../../src-shared/domain/offer-news.ts'
import { MILESTONES, moneyHandSchema, periodSchema } from '../../../src-shared/domain/money.ts'
import { dealMatchSchema } from '../../../src-shared/domain/deal-match.ts'
import { dealChoiceSchema, dealOrderSchema, LARGEST_PAGE } from '../../../src-shared/domain/pipeline.ts'
import { effectSchema } from '../../../src-shared/domain/queue.ts'
import { serviceCallSchema } from '../../../src-shared/domain/service-call.ts'
import { LARGEST_ID_PAGE } from '../../core/ports/deal-lists.ts'
import { proofFactSchema } from '../../../src-shared/proof/proof-entry.ts'

const dealColumns = z.strictObject({
  deal_id: z.uuid(),
  profile_id: z.string(),
  profile_version: z.int(),
  values: z.record(z.string(), formValueSchema),
  revision: z.int(),
  field_problems: z.array(fieldProblemSchema),
  refused_fields: z.array(fieldProblemSchema),
  state: submissionStateSchema,
  error: appErrorSchema.nullable(),
  application_id: z.string().nullable(),
  partner_status: z.string().nullable(),
  partner_status_at: z.string().nullable(),
  offer_status: z.string().nullable(),
  offer_status_at: z.string().nullable(),
  offers: z.array(offerSchema),
  legal_name: z.string(),
  reference: z.string(),
  amount_cents: z.int().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  submitted_at: z.string().nullable(),
  deleted_at: z.string().nullable(),
})

const eventStates = z.enum(['applied', 'waiting', 'superseded'])
const inboxEventSchema = z.strictObject({
  event_id: z.string(),
  seq: z.int().nullable(),
  received_at: z.string(),
  message_type: z.string(),
  status: z.string(),
  application_id: z.string(),
  timestamp: z.string(),
  verification: z.enum(['body', 'hint']),
  raw_body: z.string(),
  signature: z.string(),
  state: eventStates,
})

const stepSchema = z.strictObject({
  deal_id: z.uuid(),
  at: z.string(),
  change: draftStepChangeSchema,
  inverse: draftStepChangeSchema,
})
const asideSchema = z.strictObject({
  deal_id: z.uuid(),
  at: z.string(),
  path: z.string(),
  label: z.string(),
  value: formValueSchema,
  reason: z.enum(ASIDE_REASONS),
  detail: z.string(),
})
const fingerprintSchema = z.strictObject({
  deal_id: z.uuid(),
  ein: z.string(),
  content: z.string(),
  submitted_at: z.string(),
})

const writeSchema = z.discriminatedUnion('write', [
  z.strictObject({ write: z.literal('create_deal'), deal: dealColumns }),
  z.strictObject({
    write: z.literal('update_deal'),
    deal_id: z.uuid(),
    changes: dealColumns.omit({ deal_id: true }).partial(),
  }),
  z.strictObject({ write: z.literal('put_document'), document: dealDocumentSchema }),
  z.strictObject({ write: z.literal('delete_document'), document_id: z.uuid() }),
  z.strictObject({ write: z.literal('put_effect'), effect: effectSchema }),
  z.strictObject({ write: z.literal('drop_effect'), subject_id: z.uuid() }),
  z.strictObject({ write: z.literal('put_fingerprint'), fingerprint: fingerprintSchema }),
  z.strictObject({
    write: z.literal('put_checklist_item'),
    item: z.strictObject({ item_id: z.uuid(), deal_id: z.uuid(), label: z.string() }),
  }),
  z.strictObject({ write: z.literal('delete_checklist_item'), item_id: z.uuid() }),
  z.strictObject({
    write: z.literal('tie_document'),
    document_id: z.uuid(),
    item_id: z.string().nullable(),
  }),
  z.strictObject({
    write: z.literal('append_timeline'),
    entry: timelineEntrySchema.omit({ entry_id: true }),
    event_id: z.string().exactOptional(),
  }),
  z.strictObject({
    write: z.literal('append_proof'),
    deal_id: z.uuid(),
    at: z.string(),
    fact: proofFactSchema,
  }),
  z.strictObject({ write: z.literal('add_step'), step: stepSchema }),
  z.strictObject({ write: z.literal('extend_step'), step: stepSchema.extend({ step_id: z.int() }) }),
  z.strictObject({ write: z.literal('mark_step'), step_id: z.int(), undone: z.boolean() }),
  z.strictObject({ write: z.literal('forget_steps'), deal_id: z.uuid() }),
  z.strictObject({ write: z.literal('put_aside'), aside: asideSchema }),
  z.strictObject({ write: z.literal('remove_aside'), aside_id: z.int() }),
  z.strictObject({ write: z.literal('insert_event'), event: inboxEventSchema }),
  z.strictObject({ write: z.literal('settle_event'), event_id: z.string(), state: eventStates }),
  z.strictObject({ write: z.literal('confirm_events'), event_ids: z.array(z.string()), at: z.string() }),
  z.strictObject({ write: z.literal('set_offer_news'), deal_id: z.uuid(), news: offerNewsSchema }),
  z.strictObject({
    write: z.literal('put_offer_choice'),
    deal_id: z.uuid(),
    offer_id: z.string(),
    choice: choiceSchema.nullable(),
  }),
  z.strictObject({
    write: z.literal('put_acceptance'),
    deal_id: z.uuid(),
    offer_id: z.string(),
    acceptance: acceptanceSchema.nullable(),
  }),
  z.strictObject({ write: z.literal('append_call'), call: serviceCallSchema, forget_before: z.string() }),
  z.strictObject({
    write: z.literal('insert_inbox_item'),
    item: z.strictObject(inboxItemSchema.omit({ number: true, read_at: true }).shape),
  }),
  z.strictObject({ write: z.literal('read_inbox'), deal_id: z.uuid().nullable(), read_at: z.string() }),
  z.strictObject({
    write: z.literal('reach_milestone'),
    deal_id: z.uuid(),
    milestone: z.enum(MILESTONES),
    at: z.string(),
    reason: z.string().nullable(),
  }),
  z.strictObject({ write: z.literal('put_money'), deal_id: z.uuid(), hand: moneyHandSchema }),
  z.strictObject({ write: z.literal('note_renewal_told'), deal_id: z.uuid(), day: z.string() }),
  z.strictObject({ write: z.literal('note_renewal'), deal_id: z.uuid(), renewed_as: z.uuid().nullable() }),
  z.strictObject({ write: z.literal('set_cursor'), source: z.string(), seq: z.int() }),
  z.strictObject({ write: z.literal('set_setting'), key: z.string(), value: z.string().nullable() }),
])

const dealLookup = dealChoiceSchema.omit({ where: true }).extend({ match: dealMatchSchema.optional() })
const dealWindow = dealLookup.extend({
  sort: dealOrderSchema.shape.sort,
  reversed: z.boolean().optional(),
  offset: z.int(),
  limit: z.int(),
  now: z.number().optional(),
})

const one = z.tuple([z.string()])
const two = z.tuple([z.string(), z.string()])
const none = z.tuple([])

/** What main may ask of the vault's process; `args` are those of the port's methods. */
export const vaultCallSchema = z.discriminatedUnion('method', [
  z.strictObject({
    method: z.literal('open'),
    args: z.tuple([
      z.strictObject({ file: z.string(), key: z.string().regex(/^[0-9a-f]{64}$/), look: z.boolean() }),
    ]),
  }),
  z.strictObject({ method: z.literal('commit'), args: z.tuple([z.array(writeSchema)]) }),
  z.strictObject({
    method: z.literal('listDeals'),
    args: z.tuple([dealWindow.extend({ limit: z.int().max(LARGEST_PAGE) })]),
  }),
  z.strictObject({
    method: z.literal('listDealIds'),
    args: z.tuple([dealWindow.extend({ limit: z.int().max(LARGEST_ID_PAGE) })]),
  }),
  z.strictObject({ method: z.literal('dealRows'), args: z.tuple([z.array(z.uuid()).max(LARGEST_PAGE)]) }),
  z.strictObject({ method: z.literal('countDeals'), args: z.tuple([z.array(dealLookup).max(100)]) }),
  z.strictObject({ method: z.literal('sumDeals'), args: z.tuple([dealLookup]) }),
  z.strictObject({ method: z.literal('getDeal'), args: one }),
  z.strictObject({ method: z.literal('findDealByApplicationId'), args: one }),
  z.strictObject({ method: z.literal('listDocuments'), args: one }),
  z.strictObject({ method: z.literal('getDocument'), args: one }),
  z.strictObject({ method: z.literal('listTimeline'), args: one }),
  z.strictObject({
    method: z.literal('timelinePage'),
    args: z.tuple([
      z.string(),
      z.strictObject({
        kinds: z.array(timelineEntrySchema.shape.kind),
        before: z.int().nullable(),
        limit: z.int().min(1).max(1_000),
      }),
    ]),
  }),
  z.strictObject({ method: z.literal('listProof'), args: one }),
  z.strictObject({ method: z.literal('getDraft'), args: one }),
  z.strictObject({ method: z.literal('draftSteps'), args: one }),
  z.strictObject({ method: z.literal('listAside'), args: one }),
  z.strictObject({ method: z.literal('waitingEvents'), args: one }),
  z.strictObject({
    method: z.literal('newsContext'),
    args: z.tuple([z.array(z.string()), z.array(z.string())]),
  }),
  z.strictObject({ method: z.literal('openDeals'), args: none }),
  z.strictObject({ method: z.literal('unconfirmedHints'), args: one }),
  z.strictObject({ method: z.literal('listCalls'), args: one }),
  z.strictObject({ method: z.literal('listInbox'), args: none }),
  z.strictObject({ method: z.literal('countUnread'), args: none }),
  z.strictObject({ method: z.literal('getCursor'), args: one }),
  z.strictObject({ method: z.literal('getSetting'), args: one }),
  z.strictObject({ method: z.literal('listEffects'), args: none }),
  z.strictObject({ method: z.literal('findTwins'), args: z.tuple([fingerprintSchema, z.string()]) }),
  z.strictObject({ method: z.literal('dealsWithFile'), args: two }),
  z.strictObject({ method: z.literal('countReference'), args: one }),
  z.strictObject({ method: z.literal('strayEvents'), args: one }),
  z.strictObject({ method: z.literal('checklistOf'), args: one }),
  z.strictObject({ method: z.literal('ownOffers'), args: one }),
  z.strictObject({ method: z.literal('interruptedSendings'), args: none }),
  z.strictObject({ method: z.literal('moneyFacts'), args: none }),
  z.strictObject({ method: z.literal('moneyFactsOf'), args: one }),
  z.strictObject({ method: z.literal('dashboard'), args: z.tuple([periodSchema, z.string()]) }),
  z.strictObject({ method: z.literal('purgeBin'), args: one }),
  z.strictObject({ method: z.literal('contentInUse'), args: one }),
  z.strictObject({ method: z.literal('copyInto'), args: one }),
  z.strictObject({ method: z.literal('check'), args: none }),
  z.strictObject({ method: z.literal('close'), args: none }),
])
export type VaultCall = z.infer<typeof vaultCallSchema>

export const vaultRequestSchema = z.object({ id: z.int(), call: vaultCallSchema })

/** What the vault's process ran into; `detail` is a code of the database or the system, for `unavailable`. */
export interface VaultTrouble {
  what:
    | 'no_such_deal'
    | 'newer_version'
    | 'key_wrong'
    | 'damaged'
    | 'disk_full'
    | 'busy'
    | 'not_open'
    | 'unavailable'
    | 'unknown_call'
  detail?: string
}

/** What it answers, under the id of the request. It knows no language: main words what is wrong. */
export interface VaultReply {
  id: number
  answer: { value: unknown } | { trouble: VaultTrouble }
}
