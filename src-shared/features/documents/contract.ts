import { z } from 'zod'
import { isTooLong } from './statement-coverage.ts'
import { type Contract, dealId, documentId, type Saved, type, typedLine } from '../../platform/ipc/parts.ts'
import type { Message } from '../../platform/texts/message.ts'
import type { AppError } from '../../platform/base/errors.ts'
import type { DealDocument } from './document.ts'

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

export type ArrangedDocument = z.infer<typeof arrangedDocument>

/**
 * The attached document, or the reason why the file was refused. `also_in` lists other deals that contain the same file, to inform the
 * broker.
 */
export type Attached =
  | { attached: true; name: Message; document: DealDocument; also_in: Message[] }
  | { attached: false; name: Message; error: AppError }

export const documentsContract = {
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
  'documents.cancel_attach': { input: z.object({ file_id: z.uuid() }), output: type<void>() },
  'documents.set_kind': {
    input: documentId.extend({ kind: z.string().min(1).max(100) }),
    output: type<void>(),
  },
  /** Stores the dates that a statement covers, as the broker entered them. Null removes the dates. */
  'documents.set_period': {
    input: documentId.extend({ period: statementPeriod.nullable() }),
    output: type<void>(),
  },
  /** Sets whether the partner gets the locked original of a document instead of its unlocked copy. */
  'documents.set_sent_file': {
    input: documentId.extend({ sends_original: z.boolean() }),
    output: type<void>(),
  },
  'documents.remove': { input: documentId, output: type<void>() },
  'documents.restore': { input: documentId, output: type<void>() },
  /** Links a document to a line of the checklist. Null removes the link. */
  'documents.link': {
    input: documentId.extend({ item_id: z.string().max(100).nullable() }),
    output: type<void>(),
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
    output: type<void>(),
  },
  'checklist.remove': { input: dealId.extend({ item_id: z.uuid() }), output: type<void>() },
} as const satisfies Contract

export interface DocumentsEvents {
  /** Progress of copying a file into the vault, in bytes. */
  'document.attaching': { file_id: string; done: number; total: number }
}
