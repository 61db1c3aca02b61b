import { messageSchema } from '../messages/message-schema.ts'
import { z } from 'zod'
import { environmentSchema } from './vocabulary-schema.ts'
import { ERROR_CODES, OUTCOMES } from '../errors.ts'
import { COMMISSION_BASES } from '../offers/commission.ts'
import { offerSchema } from './offer-schema.ts'
import { documentReadingSchema } from './document-reading-schema.ts'
import { checklistItemSchema, queuePlaceSchema } from './queue.ts'
import { ORPHAN_REASONS, DOCUMENT_STATES, type FormValue, SUBMISSION_STATES, TIMELINE_KINDS } from './deal.ts'

const instant = z.string()

export const submissionStateSchema = z.enum(SUBMISSION_STATES)
export type SubmissionState = z.infer<typeof submissionStateSchema>

export const documentStateSchema = z.enum(DOCUMENT_STATES)
export type DocumentState = z.infer<typeof documentStateSchema>

export const fieldProblemSchema = z.object({ path: z.string(), message: messageSchema })

export const appErrorSchema = z.object({
  code: z.enum(ERROR_CODES),
  message: messageSchema,
  outcome: z.enum(OUTCOMES),
  advice: messageSchema,
  retryable: z.boolean(),
  retry_after_s: z.number().optional(),
  fields: z.array(fieldProblemSchema).optional(),
  deal_id: z.string().optional(),
})

/** A row of the pipeline. Holds no SSN and no EIN. */
export const dealSummarySchema = z.object({
  deal_id: z.uuid(),
  legal_name: z.string(),
  reference: z.string(),
  /** Amount requested in integer cents, null while none is filled in. */
  amount_cents: z.int().nullable(),
  state: submissionStateSchema,
  application_id: z.string().nullable(),
  /** The newest application or offer status the service told, verbatim. */
  partner_status: z.string().nullable(),
  /** The status of the newest notification that the partner has neither confirmed nor denied, verbatim. */
  unconfirmed_status: z.string().nullable(),
  /** True while an offer waits for the broker's decision, by the rule of `shownOffers`. */
  has_offer: z.boolean(),
  documents: z.int(),
  documents_received: z.int(),
  /** Fields that still need attention before the application can go out. */
  problems: z.int(),
  created_at: instant,
  updated_at: instant,
  /** When the application left that the service has, however late that was known. */
  submitted_at: instant.nullable(),
  /** When it went to the bin. */
  deleted_at: instant.nullable(),
})
export type DealSummary = z.infer<typeof dealSummarySchema>

/** A PDF that belongs to a deal. Its bytes lie encrypted in the vault, named by their SHA-256. */
export const dealDocumentSchema = z.object({
  document_id: z.uuid(),
  deal_id: z.uuid(),
  name: z.string(),
  kind: z.string(),
  size: z.int(),
  pages: z.int().nullable(),
  sha256: z.string(),
  state: documentStateSchema,
  error: appErrorSchema.nullable(),
  added_at: instant,
  /** The same of the document. */
  sent_at: instant.nullable(),
  /** What its words tell, and the broker's own word on it; null for one that was attached before documents were read. */
  reading: documentReadingSchema.nullable(),
})
export type DealDocument = z.infer<typeof dealDocumentSchema>

/** What a broker writes on a deal for their own use. */
export const noteSchema = z.string().trim().min(1).max(5_000)

/**
 * One line of a deal's history: what was sent, what came back, which events arrived, what was found by asking the service.
 * Append-only.
 */
export const timelineEntrySchema = z.object({
  entry_id: z.int(),
  deal_id: z.uuid(),
  at: instant,
  kind: z.enum(TIMELINE_KINDS),
  title: messageSchema,
  detail: messageSchema,
  /**
   * Present on events: whether the signature binds the body (`body`) or only the sender (`hint`). In that case `confirmed` where a
   * read at the partner said the same, `contradicted` where it said otherwise, `superseded` where something newer came first.
   */
  verification: z.enum(['body', 'hint', 'confirmed', 'contradicted', 'superseded']).nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntrySchema>

export const formValueSchema: z.ZodType<FormValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.boolean(),
    z.null(),
    z.array(formValueSchema),
    z.record(z.string(), formValueSchema),
  ]),
)

/** What the next undo and the next redo would take back or do again, in words; null where there is nothing. */
export const draftHistorySchema = z.object({ undo: messageSchema.nullable(), redo: messageSchema.nullable() })
export type DraftHistory = z.infer<typeof draftHistorySchema>

/**
 * A value that was typed or imported and is not in the form, kept until the broker uses or removes it. Masked where it is
 * sensitive. `usable`: the form has a place for it at `path`.
 */
export const orphanedValueSchema = z.object({
  aside_id: z.int(),
  path: z.string(),
  label: z.string(),
  value: z.string(),
  reason: z.enum(ORPHAN_REASONS),
  detail: messageSchema,
  usable: z.boolean(),
})
export type OrphanedValue = z.infer<typeof orphanedValueSchema>

/** A value of the draft that the present form has no place for, or does not take any more. Never sent. */
export const orphanedFormValueSchema = z.object({
  path: z.string(),
  label: z.string(),
  value: z.string(),
  why: messageSchema,
})
export type OrphanedFormValue = z.infer<typeof orphanedFormValueSchema>

/** A deal as its screen shows it. Sensitive values are masked (`•••-••-6789`); `deals.reveal` gives one on demand. */
export const dealSchema = dealSummarySchema.extend({
  environment: environmentSchema,
  /** Grows by one with every saved change. */
  revision: z.int(),
  profile: z.object({ id: z.string(), version: z.int() }),
  values: z.record(z.string(), formValueSchema),
  /** How often the rows of its lists moved since the app started: what a window says of a row is good for one layout. */
  row_moves: z.int(),
  history: draftHistorySchema,
  aside: z.array(orphanedValueSchema),
  orphans: z.array(orphanedFormValueSchema),
  /** What stands in the way of submission, by field; the service's refusals are among them until the field changes. */
  field_problems: z.array(fieldProblemSchema),
  /** The last failure of a submission, until the next try. */
  error: appErrorSchema.nullable(),
  document_list: z.array(dealDocumentSchema),
  offers: z.array(offerSchema),
  /** How a commission is calculated that an offer does not report; null where the endpoint profile is unreadable. */
  commission_basis: z.enum(COMMISSION_BASES).nullable(),
  /** The newest lines, oldest of them first; `timeline_more`: there are older ones. */
  timeline: z.array(timelineEntrySchema),
  timeline_more: z.boolean(),
  /** Where its application and its documents stand in the line. */
  queue: z.array(queuePlaceSchema),
  checklist: z.array(checklistItemSchema),
})
export type Deal = z.infer<typeof dealSchema>

const typedValue = z.union([z.string().max(10_000), z.boolean(), z.null()])

const fieldPath = z
  .string()
  .max(200)
  .regex(/^[a-z_][a-z0-9_]*(\.([a-z_][a-z0-9_]*|\d{1,3}))*$/)

const setField = z.object({ op: z.literal('set'), path: fieldPath, value: typedValue })

const insertRow = z.object({ op: z.literal('insert_row'), path: fieldPath })

const removeRow = z.object({
  op: z.literal('remove_row'),
  path: fieldPath,
  index: z.int().min(0).max(99),
})

/** One change to a draft. `path` is dotted with indexes, as in the service's own validation errors. */
export const draftChangeSchema = z.discriminatedUnion('op', [setField, insertRow, removeRow])
export type DraftChange = z.infer<typeof draftChangeSchema>

/** What a window had before it when it made a change, so that a change which was made elsewhere meanwhile is not lost. */
const seenLayout = { row_moves: z.int().min(0) }

/** A change as a window sends it; `seen` is the value that stood in the field, masked or as typed, null for none. */
export const draftEditSchema = z.discriminatedUnion('op', [
  setField.extend({ seen: typedValue, ...seenLayout }),
  insertRow.extend(seenLayout),
  removeRow.extend(seenLayout),
])
export type DraftEdit = z.infer<typeof draftEditSchema>

const anyPath = z.string().max(500)

/**
 * A change as the history keeps it: those of a window, and what takes them back. `drop` removes a value that does not fit
 * the form, wherever it lies; `put_back` brings it back.
 */
export const draftStepChangeSchema = z.discriminatedUnion('op', [
  setField,
  insertRow,
  removeRow,
  z.object({ op: z.literal('restore_row'), path: fieldPath, index: z.int().min(0), row: formValueSchema }),
  z.object({ op: z.literal('drop'), path: anyPath }),
  z.object({ op: z.literal('put_back'), path: anyPath, value: formValueSchema }),
])
export type DraftStepChange = z.infer<typeof draftStepChangeSchema>
