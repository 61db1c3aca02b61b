import { messageSchema } from '../messages/message-schema.ts'
import { z } from 'zod'
import { statementPeriodSchema } from './document-reading-schema.ts'

/**
 * What was found out about something whose answer never came. Only a `strong` finding settles it by itself: an authenticated
 * read that shows what only this application can be. Everything else is shown to the broker, who decides.
 */
export const findingSchema = z.object({
  says: z.enum(['arrived', 'not_arrived']),
  strong: z.boolean(),
  /** The application that it is about; null for a document, and for what was looked for and not seen. */
  application_id: z.string().nullable(),
  words: z.string(),
})
export type Finding = z.infer<typeof findingSchema>

export const evidenceSchema = z.object({
  sought_at: z.string(),
  findings: z.array(findingSchema),
  /** Where nothing could be learned, and why. */
  gaps: z.array(messageSchema),
})
export type Evidence = z.infer<typeof evidenceSchema>

export const TASKS = [
  'send_application',
  'queue_documents',
  'send_document',
  'seek_application',
  'seek_document',
] as const

/**
 * What is still to be done for a deal's application or for one document: at most one thing. It is stored in the same commit
 * as the state that asks for it and before it is begun, so that a crash finds it. The first stored is the first in the line.
 */
export const outboxTaskSchema = z.object({
  /** The `deal_id` of an application, the `document_id` of a document. */
  subject_id: z.uuid(),
  deal_id: z.uuid(),
  task: z.enum(TASKS),
  /** The end of the undo window, or when evidence is looked for again. */
  not_before: z.string(),
  /** How often it was tried. */
  tries: z.int(),
  /** When the sending began whose outcome is sought. */
  begun_at: z.string().nullable(),
  evidence: evidenceSchema.nullable(),
})
export type OutboxTask = z.infer<typeof outboxTaskSchema>

/** Where something in the line stands. How the line itself moves is told by `queueStatusSchema`. */
export const queuePlaceSchema = z.object({
  subject_id: z.uuid(),
  task: z.enum(TASKS),
  /** 1 for the next one of its kind. */
  position: z.int(),
  /** The end of its undo window. */
  leaves_at: z.string(),
  evidence: evidenceSchema.nullable(),
})
export type QueuePlace = z.infer<typeof queuePlaceSchema>

/**
 * How the line moves. `error` says why it does not: until `retry_at` for the connection, else until somebody acts: sets the connection
 * right (`held`), or says that what goes there is real (`unconfirmed`).
 */
export const queueStatusSchema = z.object({
  state: z.enum(['moving', 'waiting', 'held', 'unconfirmed']),
  error: z.object({ message: messageSchema, advice: messageSchema }).nullable(),
  retry_at: z.string().nullable(),
})
export type QueueStatus = z.infer<typeof queueStatusSchema>

/** Seconds in which a submission can be taken back with one press, by default. */
export const USUAL_UNDO_SECONDS = 10
/** How long the same client or content counts as a repetition, by default. */
export const USUAL_DUPLICATE_DAYS = 90

export const submissionSettingsSchema = z.object({
  undo_seconds: z.int().min(0).max(600),
  duplicate_days: z.int().min(0).max(3650),
})
export type SubmissionSettings = z.infer<typeof submissionSettingsSchema>

/** Another deal that went out, or is about to, for the same client or with the same content. */
export const twinSchema = z.object({
  deal_id: z.uuid(),
  legal_name: z.string(),
  reference: z.string(),
  submitted_at: z.string(),
  same: z.enum(['content', 'ein']),
  in_bin: z.boolean(),
})
export type Duplicate = z.infer<typeof twinSchema>

/**
 * A line of the checklist of what the funder wants to see: a kind of document that the profile names, a stipulation of an
 * offer, or one that the broker added. It is `open` until a document answers it, `prepared` while that has not arrived, then `answered`.
 */
export const checklistItemSchema = z.object({
  /** `kind:bank_statement` for a line of the profile, `offer:voided_check` for a stipulation of an offer. */
  item_id: z.string(),
  label: z.string(),
  /** Whether the broker added it, and may take it away. */
  own: z.boolean(),
  /** Whether an offer asks for it. */
  of_offer: z.boolean(),
  state: z.enum(['open', 'prepared', 'answered']),
  document_ids: z.array(z.uuid()),
  /** Whether the broker chose the document for it; if not, those of its kind answer it. */
  chosen: z.boolean(),
  /** Of a line of statements: the wanted days that they do not cover, each period within one month. */
  missing_days: z.array(statementPeriodSchema),
  /** The month (`2026-03`) of which the statement so far is missing altogether. */
  month_so_far: z.string().nullable(),
  /** How many of the statements have no dates, so that they cover no month. */
  undated: z.int(),
})
export type ChecklistItem = z.infer<typeof checklistItemSchema>
