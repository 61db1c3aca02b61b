import { createHash } from 'node:crypto'
import type { StatementRow } from '../../../src-shared/features/statements/deal-statements.ts'
import type {
  Finding,
  StatementMonth,
  Transaction,
  Verdict,
} from '../../../src-shared/features/statements/statement.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'

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
  /** The first lines of its files in which the reader found no name. */
  first_lines: string[]
  number_last4: string
  /** Oldest first. No two are of the same period. */
  months: BookMonth[]
}

/** Longest description that counts for a correction. */
const LONGEST = 120

/**
 * Returns the keys of the transactions of one document, in order. A key depends only on what is printed, so that a correction also applies
 * after a newer version of the reader read the document again. Equal transactions of a page get consecutive numbers.
 */
export function rowKeys(sha256: string, transactions: readonly Transaction[]): string[] {
  const seen = new Map<string, number>()
  const hashes = new Map<string, string>()
  return transactions.map(({ page, date, amount_cents, description }) => {
    const words = fold(description).trim()
    const hash = hashes.get(words) ?? createHash('sha256').update(words).digest('base64url').slice(0, 12)
    hashes.set(words, hash)
    const key = `${sha256.slice(0, 16)}.${page}.${date}.${amount_cents}.${hash}`
    const ordinal = seen.get(key) ?? 0
    seen.set(key, ordinal + 1)
    return `${key}.${ordinal}`
  })
}

/**
 * Returns the key of all transactions with the same description and the same direction. Numbers do not count, because reference numbers
 * differ from payment to payment.
 */
export function descriptionKey({ description, amount_cents }: Transaction): string {
  const words = fold(description)
    .split(/\s/)
    .map((word) => word.replaceAll(/\d/g, '#'))
    .filter((word) => word !== '')
    .join(' ')
    .replaceAll(/#{2,}/g, '#')
  return `${amount_cents < 0 ? '-' : '+'}${words.slice(0, LONGEST)}`
}
