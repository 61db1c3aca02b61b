import type { Message } from '../messages/message.ts'

/** An imported value that fits no field of the form, with the reason. Masked if sensitive. */
export interface LeftOut {
  label: string
  value: string
  why: Message
}

/** Preview of the deals that an import of a file would create. */
export interface ImportPreview {
  import_id: string
  file: string
  /** Each heading of a CSV file with the matching field of the form, or null if no field matches. Empty for JSON. */
  columns: {
    column: string
    field: string | null
  }[]
  rows: {
    /** Row number as in a spreadsheet, where the heading is row 1. For JSON, the index in the file. */
    row: number
    legal_name: string
    amount_cents: number | null
    /** Number of values that fit a field of the form. */
    fitted: number
    /** The first values that fit no field of the form. `left_out_count` is the total number of these values. */
    left_out: LeftOut[]
    left_out_count: number
  }[]
}

/** Names the file format of an exported draft. The format also has a version, and the import refuses a version that it does not know. */
export const DRAFT_FILE_KIND = 'funding-desk-draft'
export const DRAFT_FILE_VERSION = 1
