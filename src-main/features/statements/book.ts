import type { StatementRow } from '../../../src-shared/features/statements/deal-statements.ts'
import type {
  Finding,
  StatementMonth,
  Transaction,
  Verdict,
} from '../../../src-shared/features/statements/statement.ts'

export interface BookRow {
  row_id: string
  document_id: string
  boxes: number[]
  transaction: Transaction
  verified: boolean
  class: StatementRow['class']
  class_by: StatementRow['class_by']
  position_id: string | null
}

export interface BookMonth {
  month_id: string
  account_id: string
  document_id: string
  month: StatementMonth
  verdict: Verdict
  findings: Finding[]
  is_recognized: boolean
  /** In the order of the statement. */
  rows: BookRow[]
}

export interface BookAccount {
  account_id: string
  holder: string
  number_last4: string
  /** Oldest first. No two are of the same period. */
  months: BookMonth[]
}
