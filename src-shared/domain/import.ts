import type { ExistingDeal } from './merchants.ts'
import type { Message } from '../messages/message.ts'

/** An imported value that fits no field of the form, with the reason. Masked if sensitive. */
export interface LeftOut {
  label: string
  value: string
  why: Message
}

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export type Encoding = (typeof ENCODINGS)[number]

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

/** The order of day, month, and year in dates that consist of numbers: 3/25/2026, 25/3/2026, or 2026-03-25. */
export const DATE_ORDERS = ['month_first', 'day_first', 'year_first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** The notation of amounts: `us` as 1,234.56, and `european` as 1.234,56. */
export const AMOUNT_STYLES = ['us', 'european'] as const
export type AmountStyle = (typeof AMOUNT_STYLES)[number]

/** The target of a column: its values fill a field (`field` is its path), are stored next to the form, or are not imported. */
export type ColumnTarget = { field: string } | 'beside' | 'skip'

/** The broker's choices about a file, which replace the app's guesses. `columns` has one target per column of the file. */
export interface ImportChoices {
  encoding?: Encoding | undefined
  delimiter?: Delimiter | undefined
  dates?: DateOrder | undefined
  amounts?: AmountStyle | undefined
  columns?: ColumnTarget[] | undefined
}

/** The app's way to read a CSV file. `is_remembered` is true if it uses the columns of an earlier import from the same source. */
export interface ImportFormat {
  encoding: Encoding
  delimiter: Delimiter
  dates: DateOrder
  amounts: AmountStyle
  is_remembered: boolean
}

/** The columns and the notation of an earlier import. `source` is the SHA-256 of the headings, in any order. */
export interface RememberedImport {
  source: string
  dates: DateOrder
  amounts: AmountStyle
  columns: Record<string, ColumnTarget>
}

/** A value of one row as it would be imported. `problem` says why it does not fit its field. */
export interface PreviewCell {
  value: string
  problem: Message | null
}

/** A column of a CSV file. `field` is the label of the field that it fills, or null. */
export interface PreviewColumn {
  column: string
  field: string | null
  target: ColumnTarget
}

/**
 * The treatment of a row whose merchant has a deal already, or an earlier row in the file. `update` fills empty fields of a draft, and
 * creates a deal if there is none.
 */
export const DUPLICATE_RULES = ['create', 'update', 'skip'] as const
export type DuplicateRule = (typeof DUPLICATE_RULES)[number]

/** Preview of the deals that an import of a file would create. */
export interface ImportPreview {
  import_id: string
  file: string
  /** Null for JSON. */
  format: ImportFormat | null
  /** Empty for JSON. */
  columns: PreviewColumn[]
  /** The fields of the form that a column can fill. Empty for JSON. */
  fields: { path: string; label: string }[]
  /** The first rows of a CSV file, with one cell per column. */
  cells: PreviewCell[][]
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
    existing: ExistingDeal | null
    /** The first row of the file about the same business; null if this is the first one. */
    same_as_row: number | null
  }[]
}

/** Names the file format of an exported draft. The format also has a version, and the import refuses a version that it does not know. */
export const DRAFT_FILE_KIND = 'funding-desk-draft'
export const DRAFT_FILE_VERSION = 1
