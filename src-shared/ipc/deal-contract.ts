import type { Message } from '../messages/message.ts'
import { z } from 'zod'
import type { Deal, DealDocument, DraftHistory, TimelineEntry } from '../domain/deal.ts'
import {
  AMOUNT_STYLES,
  DATE_ORDERS,
  DUPLICATE_RULES,
  ENCODINGS,
  type ImportPreview,
} from '../domain/import.ts'
import { isTooLong } from '../domain/statement-coverage.ts'
import { TIMELINE_FILTERS } from '../domain/timeline.ts'
import type { AppError, FieldProblem } from '../errors.ts'
import { dealId, nothing, type, type Nothing, type Saved } from './parts.ts'
import { typedLine, typedLines } from '../entry/typed-schema.ts'

/**
 * The fields of a change that a window makes. Each window chooses its own `window_id`. When main sends an event about a change, the window
 * sees by this id whether it made the change itself.
 */
const ofWindow = dealId.extend({ window_id: z.uuid() })
const ofField = dealId.extend({ path: z.string().max(200) })
const documentId = z.object({ document_id: z.uuid() })
const importId = z.object({ import_id: z.uuid() })
const importChoices = z.object({
  encoding: z.enum(ENCODINGS).optional(),
  delimiter: z.string().length(1).optional(),
  sheet: z.string().max(200).optional(),
  heading_row: z.int().min(0).max(50_000).optional(),
  dates: z.enum(DATE_ORDERS).optional(),
  amounts: z.enum(AMOUNT_STYLES).optional(),
  columns: z
    .array(z.union([z.object({ field: z.string().max(300) }), z.enum(['note', 'beside', 'skip'])]))
    .max(2_000)
    .optional(),
})

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

/** The first and last dates that a statement covers. Both dates are included, and the first is not after the last. */
const statementPeriod = z
  .object({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to)
  .refine((period) => !isTooLong(period))

const arrangedDocument = z.object({
  name: typedLine(255).min(1),
  pages: z
    .array(
      z.object({
        document_id: z.uuid(),
        /** Index of the page in its document, from 0. */
        page: z.int().min(0).max(10_000),
        turn: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
      }),
    )
    .min(1)
    .max(500),
})
/** A new document made from pages of existing ones. */
export type ArrangedDocument = z.infer<typeof arrangedDocument>

export interface DraftSaved {
  revision: number
  row_moves: number
  saved_at: string
  legal_name: string
  reference: string
  amount_cents: number | null
  field_problems: FieldProblem[]
  field_notes: FieldProblem[]
  history: DraftHistory
}

/**
 * The attached document, or the reason why the file was refused. `also_in` lists other deals that contain the same file, to inform the
 * broker.
 */
export type Attached =
  | { attached: true; name: Message; document: DealDocument; also_in: Message[] }
  | { attached: false; name: Message; error: AppError }

/** The channels (calls from the page to main) for one deal: for its draft, its documents, and its timeline. */
export const dealContract = {
  'deals.create': { input: nothing, output: type<Deal>() },
  'deals.get': { input: dealId, output: type<Deal>() },
  /** Moves a deal to the trash. `deals.restore` restores it. */
  'deals.delete': { input: dealId, output: type<Nothing>() },
  'deals.restore': { input: dealId, output: type<Nothing>() },
  /** Adds the broker's own note to the timeline. The note is never sent from this computer. */
  'deals.add_note': {
    input: dealId.extend({ text: typedLines(5_000).min(1) }),
    output: type<Nothing>(),
  },
  /** Starts a draft with the values of another deal. Leaves out values that belong only to the other deal, such as a signature. */
  'deals.duplicate': {
    input: dealId.extend({ with_documents: z.boolean() }),
    output: type<{ deal_id: string }>(),
  },
  /** Shows a deal in a separate window. */
  'deals.open_window': { input: dealId, output: type<Nothing>() },
  /**
   * Returns one sensitive value in full when the broker asks for it. From that moment, no program can capture the app's windows. The
   * protection ends when the window `window_id` reports that it hides the value again.
   */
  'deals.reveal': {
    input: ofField.extend({ window_id: z.uuid() }),
    output: type<{ value: string }>(),
  },
  /** Copies one value to the clipboard without showing it. The app removes a sensitive value from the clipboard after a minute. */
  'deals.copy_value': { input: ofField, output: type<Nothing>() },
  /** Reports whether a window shows a sensitive value. The window repeats the call while the value is visible. */
  'screen.shown': {
    input: z.object({ window_id: z.uuid(), shown: z.boolean() }),
    output: type<Nothing>(),
  },
  /** Saves all data of a deal as one zip file. Shows a save dialog. */
  'deals.save_package': {
    input: dealId.extend({
      with_sensitive: z.boolean(),
      with_notes: z.boolean(),
      with_summary: z.boolean().optional(),
    }),
    output: type<Saved>(),
  },
  /**
   * Returns a page of the timeline, newest entry first. The page contains the entries that are older than `before`, or the newest entries
   * if `before` is null.
   */
  'timeline.list': {
    input: dealId.extend({ filter: z.enum(TIMELINE_FILTERS), before: z.int().nullable() }),
    output: type<{ entries: TimelineEntry[]; more: boolean }>(),
  },
  /** Saves the deal's proof of submission. Shows a save dialog. */
  'proof.export': { input: dealId.extend({ as: z.enum(['pdf', 'json']) }), output: type<Saved>() },

  /**
   * Stores changes of a draft, and responds when they are stored. If another window changed the same field first, the field keeps that
   * window's value. The value from this window becomes an orphaned value, which the form shows separately, and `conflicts` names the field.
   */
  'drafts.save': {
    input: ofWindow.extend({ edits: z.array(draftEdit).min(1).max(200) }),
    output: type<DraftSaved>(),
  },
  /** Undoes the last change of the draft, regardless of when and in which window it was made. The output `path` is the changed field. */
  'drafts.undo': { input: ofWindow, output: type<DraftSaved & { path: string }>() },
  'drafts.redo': { input: ofWindow, output: type<DraftSaved & { path: string }>() },
  /** Moves an orphaned value (a value that is stored outside the form) into its field, or removes it. */
  'drafts.settle_orphan': {
    input: ofWindow.extend({ orphan_id: z.int(), use: z.boolean() }),
    output: type<Nothing>(),
  },
  /** Removes a value that the draft still contains, but that no longer fits the form. The broker can undo this. */
  'drafts.discard_orphan': { input: ofWindow.extend({ path: z.string().max(500) }), output: type<Nothing>() },
  /**
   * Reads a CSV, workbook, or JSON file that the broker picked or dropped, and returns a preview of the import. Creates no drafts. The window chooses
   * `import_id`, with which it can cancel the import. A new preview cancels the previous one.
   */
  'drafts.preview_import': { input: importId.extend({ file_id: z.uuid() }), output: type<ImportPreview>() },
  /** Reads the last previewed file again with other choices, such as other columns. `of` is the id of its preview. */
  'drafts.change_import': {
    input: importId.extend({ of: z.uuid(), choices: importChoices }),
    output: type<ImportPreview>(),
  },
  /**
   * Creates drafts from the chosen rows of a preview, either from all of them or from none. Values that do not fit the form become orphaned
   * values, which the form shows separately.
   */
  'drafts.import': {
    input: importId.extend({
      rows: z.array(z.int()).min(1).max(1_000),
      duplicates: z.enum(DUPLICATE_RULES).optional(),
    }),
    output: type<{ deal_ids: string[]; updated: number; skipped: number }>(),
  },
  /** Cancels a preview or an import, unless its drafts are already being stored. */
  'drafts.cancel_import': { input: importId, output: type<Nothing>() },
  /** Saves an empty CSV file for imports, with one column for each field of the form. Shows a save dialog. */
  'drafts.save_template': { input: nothing, output: type<Saved>() },
  'drafts.export': {
    input: dealId.extend({ as: z.enum(['json', 'csv']), with_sensitive: z.boolean() }),
    output: type<Saved>(),
  },

  /** Attaches files. Returns a separate result for each file. */
  'documents.attach': {
    input: dealId.extend({
      files: z
        .array(
          z.object({
            file_id: z.uuid(),
            kind: z.string().max(100).optional(),
            /** Opens a locked PDF. The app does not store it. */
            password: z.string().min(1).max(1_000).optional(),
          }),
        )
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
  /** Stores the dates that a statement covers, as the broker entered them. Null removes the dates. */
  'documents.set_period': {
    input: documentId.extend({ period: statementPeriod.nullable() }),
    output: type<DealDocument>(),
  },
  /** Sets whether the partner gets the locked original of a document instead of its unlocked copy. */
  'documents.set_sent_file': {
    input: documentId.extend({ sends_original: z.boolean() }),
    output: type<DealDocument>(),
  },
  'documents.remove': { input: documentId, output: type<Nothing>() },
  /** Restores a document that was removed within the last hour. */
  'documents.restore': { input: documentId, output: type<Nothing>() },
  /** Links a document to a line of the checklist. Null removes the link. */
  'documents.link': {
    input: documentId.extend({ item_id: z.string().max(100).nullable() }),
    output: type<Nothing>(),
  },
  /** Returns a range of the bytes of a stored document for the viewer. Decrypts these bytes only in memory. */
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
  /** Saves a copy of the document. Shows a save dialog. */
  'documents.save_copy': { input: documentId, output: type<Saved>() },
  /** Saves one of the files from which the document was made. Shows a save dialog. */
  'documents.save_original': {
    input: documentId.extend({ index: z.int().min(0).max(1_000) }),
    output: type<Saved>(),
  },
  /**
   * Creates new documents from the deal's pages: merged, split, reordered, or rotated. The originals remain attached and unchanged. Pages
   * of bank statements are used only if the broker explicitly agreed, because funders may consider a rebuilt statement forged. The same
   * applies to documents whose pages lose something when they are copied, such as a signature.
   */
  'documents.arrange': {
    input: dealId.extend({
      results: z.array(arrangedDocument).min(1).max(100),
      accepts_losses: z.boolean(),
    }),
    output: type<DealDocument[]>(),
  },
  'checklist.add': {
    input: dealId.extend({ label: typedLine(200).min(1) }),
    output: type<Nothing>(),
  },
  'checklist.remove': { input: dealId.extend({ item_id: z.uuid() }), output: type<Nothing>() },
} as const
