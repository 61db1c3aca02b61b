import type { Message } from '../messages/message.ts'
import { z } from 'zod'
import type { Deal, DealDocument, DraftHistory, TimelineEntry } from '../domain/deal.ts'
import type { ImportPreview } from '../domain/import.ts'
import { isTooLong } from '../domain/statement-coverage.ts'
import { TIMELINE_FILTERS } from '../domain/timeline.ts'
import type { AppError, FieldProblem } from '../errors.ts'
import { dealId, nothing, type, type Nothing, type Saved } from './parts.ts'

/** The change of a window. The window knows its own changes by the `window_id` that it gave itself. */
const ofWindow = dealId.extend({ window_id: z.uuid() })
const ofField = dealId.extend({ path: z.string().max(200) })
const documentId = z.object({ document_id: z.uuid() })
const importId = z.object({ import_id: z.uuid() })

const typedValue = z.union([z.string().max(10_000), z.boolean(), z.null()])
const atField = {
  path: z
    .string()
    .max(200)
    .regex(/^[a-z_][a-z0-9_]*(\.([a-z_][a-z0-9_]*|\d{1,3}))*$/),
  row_moves: z.int().min(0),
}
const draftEdit = z.discriminatedUnion('op', [
  z.object({ op: z.literal('set'), value: typedValue, ...atField }),
  z.object({ op: z.literal('insert_row'), ...atField }),
  z.object({ op: z.literal('remove_row'), index: z.int().min(0).max(99), ...atField }),
])

/** The days that a statement covers, both included and in order. */
const statementPeriod = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to)
  .refine((period) => !isTooLong(period))

const arrangedDocument = z.object({
  name: z.string().trim().min(1).max(255),
  pages: z
    .array(
      z.object({
        document_id: z.uuid(),
        /** From 0, in its document. */
        page: z.int().min(0).max(10_000),
        turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
      }),
    )
    .min(1)
    .max(500),
})
/** A document to make of pages of others. */
export type ArrangedDocument = z.infer<typeof arrangedDocument>

export interface DraftSaved {
  revision: number
  row_moves: number
  saved_at: string
  legal_name: string
  reference: string
  amount_cents: number | null
  field_problems: FieldProblem[]
  history: DraftHistory
}

/** The document that a file became, or why it was refused. `also_in` names other deals with the same file, as a hint. */
export type Attached =
  | { attached: true; name: Message; document: DealDocument; also_in: Message[] }
  | { attached: false; name: Message; error: AppError }

/** The channels of one deal: its draft, its documents, its timeline. */
export const dealContract = {
  'deals.create': { input: nothing, output: type<Deal>() },
  'deals.get': { input: dealId, output: type<Deal>() },
  /** Moves a deal to the bin. `deals.restore` brings it back. */
  'deals.delete': { input: dealId, output: type<Nothing>() },
  'deals.restore': { input: dealId, output: type<Nothing>() },
  /** Adds the broker's own note to the timeline. It never leaves this computer. */
  'deals.add_note': {
    input: dealId.extend({ text: z.string().trim().min(1).max(5_000) }),
    output: type<Nothing>(),
  },
  /** Starts a draft with the values of another deal, without those that belong only to that deal. */
  'deals.duplicate': {
    input: dealId.extend({ with_documents: z.boolean() }),
    output: type<{ deal_id: string }>(),
  },
  /** Shows a deal in a separate window. */
  'deals.open_window': { input: dealId, output: type<Nothing>() },
  /** Returns one sensitive value in full when the broker asks. Windows are protected until this window reports that it is hidden. */
  'deals.reveal': {
    input: ofField.extend({ window_id: z.uuid() }),
    output: type<{ value: string }>(),
  },
  /** Copies one value to the clipboard without showing it. A sensitive one is removed from there after a minute. */
  'deals.copy_value': { input: ofField, output: type<Nothing>() },
  /** Reports whether a window shows a sensitive value. Repeat it while it does. */
  'screen.shown': {
    input: z.object({ window_id: z.uuid(), shown: z.boolean() }),
    output: type<Nothing>(),
  },
  /** Saves all data of a deal as one zip in a dialog. */
  'deals.save_package': {
    input: dealId.extend({ with_sensitive: z.boolean(), with_notes: z.boolean() }),
    output: type<Saved>(),
  },
  /** A page of the timeline, newest first: the entries before `before`, or the newest. */
  'timeline.list': {
    input: dealId.extend({ filter: z.enum(TIMELINE_FILTERS), before: z.int().nullable() }),
    output: type<{ entries: TimelineEntry[]; more: boolean }>(),
  },
  /** Saves the deal's proof of submission in a dialog. */
  'proof.export': { input: dealId.extend({ as: z.enum(['pdf', 'json']) }), output: type<Saved>() },

  /**
   * Stores changes before it answers. A field that another window changed meanwhile keeps its value. The value typed here becomes an
   * orphaned value, and `conflicts` names the field.
   */
  'drafts.save': {
    input: ofWindow.extend({ edits: z.array(draftEdit).min(1).max(200) }),
    output: type<DraftSaved>(),
  },
  /** Undoes the last change of the draft from any window, even an old one. `path` is its field. */
  'drafts.undo': { input: ofWindow, output: type<DraftSaved & { path: string }>() },
  'drafts.redo': { input: ofWindow, output: type<DraftSaved & { path: string }>() },
  /** Puts an orphaned value into its field, or removes it. */
  'drafts.settle_orphan': {
    input: ofWindow.extend({ orphan_id: z.int(), use: z.boolean() }),
    output: type<Nothing>(),
  },
  /** Removes a value that no longer fits the form. Undo brings it back. */
  'drafts.discard_orphan': { input: ofWindow.extend({ path: z.string().max(500) }), output: type<Nothing>() },
  /**
   * Reads a picked or dropped CSV or JSON file and returns what it would become. Creates nothing. The window chooses
   * `import_id` and uses it to cancel. A new preview ends the one before.
   */
  'drafts.preview_import': { input: importId.extend({ file_id: z.uuid() }), output: type<ImportPreview>() },
  /** Creates drafts from the chosen rows of a preview, all or none. Values that do not fit become orphaned values. */
  'drafts.import': {
    input: importId.extend({ rows: z.array(z.int()).min(1).max(1_000) }),
    output: type<{ deal_ids: string[] }>(),
  },
  /** Cancels a preview or an import, unless its drafts are already being stored. */
  'drafts.cancel_import': { input: importId, output: type<Nothing>() },
  /** Saves an empty CSV file with one column per field in a dialog. */
  'drafts.save_template': { input: nothing, output: type<Saved>() },
  'drafts.export': {
    input: dealId.extend({ as: z.enum(['json', 'csv']), with_sensitive: z.boolean() }),
    output: type<Saved>(),
  },

  /** Answers for each file separately. */
  'documents.attach': {
    input: dealId.extend({
      files: z
        .array(z.object({ file_id: z.uuid(), kind: z.string().max(100).optional() }))
        .min(1)
        .max(100),
    }),
    output: type<Attached[]>(),
  },
  /** Cancels attaching a file, unless it is already attached. */
  'documents.cancel_attach': { input: z.object({ file_id: z.uuid() }), output: type<Nothing>() },
  'documents.set_kind': {
    input: documentId.extend({ kind: z.string().min(1).max(100) }),
    output: type<DealDocument>(),
  },
  /** The days that a statement covers according to the broker. Null for none. */
  'documents.set_period': {
    input: documentId.extend({ period: statementPeriod.nullable() }),
    output: type<DealDocument>(),
  },
  'documents.remove': { input: documentId, output: type<Nothing>() },
  /** Restores a document that was removed within the last hour. */
  'documents.restore': { input: documentId, output: type<Nothing>() },
  /** Links a document to a line of the checklist. Null for none. */
  'documents.link': {
    input: documentId.extend({ item_id: z.string().max(100).nullable() }),
    output: type<Nothing>(),
  },
  /** Returns bytes of a stored document for the viewer, decrypted only in memory, one chunk of the store at a time. */
  'documents.read_bytes': {
    input: documentId.extend({
      from: z.int().min(0),
      length: z
        .int()
        .min(1)
        .max(1024 * 1024),
    }),
    output: type<{ bytes: Uint8Array }>(),
  },
  /** Saves a copy in a dialog. */
  'documents.save_copy': { input: documentId, output: type<Saved>() },
  /**
   * Makes new documents of the deal's pages: merged, split, reordered, rotated. The originals stay attached, byte for byte. Pages of
   * statements are used only if the broker chose to rebuild them.
   */
  'documents.arrange': {
    input: dealId.extend({
      results: z.array(arrangedDocument).min(1).max(100),
      rebuilds_statements: z.boolean(),
    }),
    output: type<DealDocument[]>(),
  },
  'checklist.add': {
    input: dealId.extend({ label: z.string().trim().min(1).max(200) }),
    output: type<Nothing>(),
  },
  'checklist.remove': { input: dealId.extend({ item_id: z.uuid() }), output: type<Nothing>() },
} as const
