import { messageSchema } from '../messages/message-schema.ts'
import { z } from 'zod'

/** A value of a file that found no place in the form, masked where it is sensitive, and why. */
export const leftOutSchema = z.object({ label: z.string(), value: z.string(), why: messageSchema })

/** What a file would become, before anything is made of it. */
export const importPreviewSchema = z.object({
  import_id: z.uuid(),
  file: z.string(),
  /** The headings of a CSV file and the fields they go to; null where the form has none. Empty for JSON. */
  columns: z.array(z.object({ column: z.string(), field: z.string().nullable() })),
  rows: z.array(
    z.object({
      /** As a spreadsheet counts it, the heading being the first; the place in the file for JSON. */
      row: z.int(),
      legal_name: z.string(),
      amount_cents: z.int().nullable(),
      /** Values that found their field. */
      fitted: z.int(),
      /** The first values that found none, and how many there are. */
      left_out: z.array(leftOutSchema),
      left_out_count: z.int(),
    }),
  ),
})
export type ImportPreview = z.infer<typeof importPreviewSchema>
