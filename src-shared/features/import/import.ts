import type { ExistingDeal } from '../merchants/merchants.ts'
import type { Message } from '../../platform/texts/message.ts'

/** An imported value that needs the broker's attention, such as one that fits no field of the form, with the reason. Masked if sensitive. */
export interface LeftOut {
  label: string
  value: string
  why: Message
}

export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'macintosh',
  'cp437',
  'cp850',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The usual separators of columns. A file can name any other character in a first line such as `sep=^`. */
export const DELIMITERS = [',', ';', '\t', '|'] as const

/** The order of day, month, and year in dates that consist of numbers: 3/25/2026, 25/3/2026, or 2026-03-25. */
export const DATE_ORDERS = ['month_first', 'day_first', 'year_first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** The notation of amounts: `us` as 1,234.56, and `european` as 1.234,56. */
export const AMOUNT_STYLES = ['us', 'european'] as const
export type AmountStyle = (typeof AMOUNT_STYLES)[number]

/**
 * The target of a column: its values fill a field (`field` is its path), become private notes of the deal, are stored next to the form, or
 * are not imported.
 */
export type ColumnTarget = { field: string } | 'note' | 'beside' | 'skip'

/**
 * The broker's choices about a file, which replace the app's guesses. `heading_row` is 0 for a file without headings. `columns` has one
 * target per column of the file.
 */
export interface ImportChoices {
  encoding?: Encoding | undefined
  delimiter?: string | undefined
  sheet?: string | undefined
  heading_row?: number | undefined
  dates?: DateOrder | undefined
  amounts?: AmountStyle | undefined
  columns?: ColumnTarget[] | undefined
}

export interface EarlierImport {
  file: string
  at: string
}

export interface ImportFormat {
  /** The encoding and the separator of a text file. Null for a workbook. */
  text: { encoding: Encoding; delimiter: string } | null
  /** Words whose letters depend on the encoding, if the file does not show its encoding. */
  unsure_words: string[]
  /** The sheets of a workbook, or none. */
  sheets: string[]
  sheet: string | null
  /** Row number of the headings, or 0 if there are none. Null if the app cannot tell, so the broker must say it. */
  heading_row: number | null
  /** The rows that can contain the headings, with the beginning of their text. */
  first_rows: { row: number; text: string }[]
  dates: DateOrder
  amounts: AmountStyle
  /** The earlier import whose columns are used. Null if no earlier file had the same headings. */
  remembered: EarlierImport | null
}

/** The columns and the notation of an earlier import. `source` is the SHA-256 of the headings, in any order. */
export interface RememberedImport extends EarlierImport {
  source: string
  dates: DateOrder
  amounts: AmountStyle
  columns: Record<string, ColumnTarget>
}

/**
 * A value of one row as it would be imported. `problem` says why it does not fit its field, and `note` what the
 * app repaired or the form has a remark on.
 */
export interface PreviewCell {
  value: string
  problem: Message | null
  note: Message | null
}

/** Values of a column or field that no field of the form takes. `is_skipped` is true if they are not imported at all. */
export interface NotCarried {
  label: string
  rows: number
  is_skipped: boolean
}

/** A column of a table. `field` is the label of the field that it fills, or null. */
export interface PreviewColumn {
  column: string
  field: string | null
  target: ColumnTarget
}

/**
 * The treatment of a row whose merchant has a deal already. `update` fills empty fields of a draft, and creates a deal if there is none.
 * Rows of one new business become one draft, because they are usually its owners or positions, unless each row creates a draft.
 */
export const DUPLICATE_RULES = ['create', 'update', 'skip'] as const
export type DuplicateRule = (typeof DUPLICATE_RULES)[number]

/** Preview of the deals that an import of a file would create. */
export interface ImportPreview {
  import_id: string
  file: string
  format: ImportFormat | null
  columns: PreviewColumn[]
  /** The fields of the form that a column can fill. Empty for JSON. */
  fields: { path: string; label: string }[]
  /** The first rows of a table, with one cell per column. */
  cells: PreviewCell[][]
  /** What the form does not take, most frequent first. */
  not_carried: NotCarried[]
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
    /** Values that the app repaired or that the broker should check. */
    notes: LeftOut[]
    /** Values that differ from the draft that the row fills, or from an earlier row of the same business. */
    differing: LeftOut[]
    /** Why the row is probably no application, such as a line with totals. Null for other rows. */
    no_deal: Message | null
    /** The status of the row in the list, if it says that the deal is over, such as `Closed Won`. */
    closed: string | null
    existing: ExistingDeal | null
    /** The first row of the file about the same business; null if this is the first one. */
    same_as_row: number | null
  }[]
}

/** Names the file format of an exported draft. The format also has a version, and the import refuses a version that it does not know. */
export const DRAFT_FILE_KIND = 'funding-desk-draft'
export const DRAFT_FILE_VERSION = 1

/** The parts of a row of the preview that decide what an import does with the row. */
export type PlannedRow = Pick<ImportPreview['rows'][number], 'row' | 'same_as_row' | 'existing'>

interface ImportPlan {
  created: number[]
  /** Rows that fill empty fields of an existing draft. */
  filled: { row: number; deal_id: string }[]
  /** Rows that are added to the draft that an earlier row creates. */
  merged: { row: number; into: number }[]
  skipped: number[]
}

/**
 * Plans an import of these rows. If the broker did not choose the first row of a business, the next chosen one takes its place.
 */
export function planImport(rows: readonly PlannedRow[], rule: DuplicateRule): ImportPlan {
  const plan: ImportPlan = { created: [], filled: [], merged: [], skipped: [] }
  /** The row that creates the draft of each business, by the first row of the business in the file. */
  const creators = new Map<number, number>()
  for (const { row, same_as_row, existing } of rows) {
    const business = same_as_row ?? row
    const into = creators.get(business)
    if (rule === 'create') plan.created.push(row)
    else if (rule === 'skip' && existing !== null) plan.skipped.push(row)
    else if (existing?.is_editable === true) plan.filled.push({ row, deal_id: existing.deal_id })
    else if (into !== undefined) plan.merged.push({ row, into })
    else {
      plan.created.push(row)
      creators.set(business, row)
    }
  }
  return plan
}
