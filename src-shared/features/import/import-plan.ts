import type { DuplicateRule, ImportPreview } from './import.ts'

/** The parts of a row of the preview that decide what an import does with the row. */
export type PlannedRow = Pick<ImportPreview['rows'][number], 'row' | 'same_as_row' | 'existing'>

/** The treatment of each chosen row of a file, in the order of the file. */
export interface ImportPlan {
  /** Rows that create a draft. */
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
    else if (rule === 'skip' && (existing !== null || into !== undefined)) plan.skipped.push(row)
    else if (existing?.is_editable === true) plan.filled.push({ row, deal_id: existing.deal_id })
    else if (into !== undefined) plan.merged.push({ row, into })
    else {
      plan.created.push(row)
      creators.set(business, row)
    }
  }
  return plan
}
