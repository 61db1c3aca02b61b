import { z } from 'zod'

/** Words of a document, and the page (from 1) on which they stand. */
export const quotationSchema = z.object({ words: z.string(), page: z.int().min(1) })
export type Quotation = z.infer<typeof quotationSchema>

const day = z.iso.date()

/** The days that a statement covers, both included and in order. */
export const statementPeriodSchema = z.object({ from: day, to: day }).refine(({ from, to }) => from <= to)
export type StatementPeriod = z.infer<typeof statementPeriodSchema>

/**
 * What was read in a document when it was attached, and what the broker said of it since. A broker's word is never written
 * over.
 */
export const documentReadingSchema = z.object({
  /** `scan`: no page has any text. `unread`: the text could not be read in time. */
  text: z.enum(['read', 'scan', 'unread']),
  /** Who said the kind: the broker, the text (for certain or perhaps), or nobody, and it is the usual one. */
  kind_by: z.enum(['broker', 'text', 'text_perhaps', 'nobody']),
  kind_says: quotationSchema.nullable(),
  period: statementPeriodSchema.nullable(),
  period_by: z.enum(['broker', 'text', 'nobody']),
  period_says: quotationSchema.nullable(),
})
export type DocumentReading = z.infer<typeof documentReadingSchema>
