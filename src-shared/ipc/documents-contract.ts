import { messageSchema } from '../messages/message-schema.ts'
import { z } from 'zod'
import { appErrorSchema, dealDocumentSchema } from '../domain/deal-schema.ts'
import { statementPeriodSchema } from '../domain/document-reading-schema.ts'
import { isTooLong } from '../domain/statement-coverage.ts'

const nothing = z.object({})
const dealId = z.object({ deal_id: z.uuid() })
const documentId = z.object({ document_id: z.uuid() })

const arrangedDocumentSchema = z.object({
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
/** A document that is to be made of pages of others. */
export type ArrangedDocument = z.infer<typeof arrangedDocumentSchema>

/** The channels of documents and of the checklist, as a part of the contract. */
export const documentsContract = {
  /** Each file is told by itself: the document it became, or why it was not taken. */
  'documents.attach': {
    input: dealId.extend({
      files: z
        .array(z.object({ file_id: z.uuid(), kind: z.string().max(100).optional() }))
        .min(1)
        .max(100),
    }),
    output: z.array(
      z.discriminatedUnion('attached', [
        z.object({
          attached: z.literal(true),
          name: messageSchema,
          document: dealDocumentSchema,
          /** Names of other deals with the same file: a hint, no refusal. */
          also_in: z.array(messageSchema),
        }),
        z.object({ attached: z.literal(false), name: messageSchema, error: appErrorSchema }),
      ]),
    ),
  },
  /** Breaks the attaching of a file off, as long as it is not attached. */
  'documents.cancel_attach': { input: z.object({ file_id: z.uuid() }), output: nothing },
  'documents.set_kind': {
    input: documentId.extend({ kind: z.string().min(1).max(100) }),
    output: dealDocumentSchema,
  },
  /** The days that a statement covers by the broker's own word; null for none. */
  'documents.set_period': {
    input: documentId.extend({
      period: statementPeriodSchema.refine((period) => !isTooLong(period)).nullable(),
    }),
    output: dealDocumentSchema,
  },
  'documents.remove': { input: documentId, output: nothing },
  /** Puts back what was removed within the last hour: main knows what that was. */
  'documents.restore': { input: documentId, output: nothing },
  /** Says which line of the checklist a document answers; null for none. */
  'documents.link': {
    input: documentId.extend({ item_id: z.string().max(100).nullable() }),
    output: nothing,
  },
  /** Some bytes of a stored document, for the viewer: decrypted in memory only, a chunk of the store at a time. */
  'documents.read_bytes': {
    input: documentId.extend({
      from: z.int().min(0),
      length: z
        .int()
        .min(1)
        .max(1024 * 1024),
    }),
    output: z.object({ bytes: z.instanceof(Uint8Array) }),
  },
  /** Asks where to save a copy; `saved_as` is null when nothing was saved. */
  'documents.save_copy': { input: documentId, output: z.object({ saved_as: z.string().nullable() }) },
  /**
   * Makes new documents of pages of the deal's own: merged, split, reordered, turned. Those stay attached, byte for byte. Pages of
   * statements are taken only if the broker chose to rebuild them.
   */
  'documents.arrange': {
    input: dealId.extend({
      results: z.array(arrangedDocumentSchema).min(1).max(100),
      rebuilds_statements: z.boolean(),
    }),
    output: z.array(dealDocumentSchema),
  },
  'checklist.add': {
    input: dealId.extend({ label: z.string().trim().min(1).max(200) }),
    output: nothing,
  },
  'checklist.remove': { input: dealId.extend({ item_id: z.uuid() }), output: nothing },
} as const

/** What main tells of documents by itself. */
export const documentsEvents = {
  /** How many bytes of a file are copied into the vault. */
  'document.attaching': z.object({ file_id: z.uuid(), done: z.int(), total: z.int() }),
} as const
