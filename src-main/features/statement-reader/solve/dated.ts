import type { Transaction } from '../../../../src-shared/features/statements/statement.ts'
import type { Strip } from './facts.ts'
import type { Reading } from './reading.ts'

/** A reading with its dates. */
export interface Dated extends Reading {
  from: string
  to: string
  transactions: Transaction[]
  areDatesDoubted: boolean
  /** The day of a line. Null if it has none in the period. */
  dayOf(strip: Strip): string | null
}

/** The balances and sums of a reading, without their signs. */
export function figuresIn({
  opening,
  closing,
  entries,
}: Pick<Reading, 'opening' | 'closing' | 'entries'>): Set<number> {
  const { credit, debit } = sumsOf(entries.map(({ cents }) => cents))
  const balances = entries.flatMap(({ balance }) => balance ?? [])
  return new Set([0, opening, closing, ...balances, credit, debit, credit - debit].map(Math.abs))
}

export const sumOf = (some: readonly number[]) => some.reduce((sum, cents) => sum + cents, 0)

/** Money in and money out, both positive. */
export const sumsOf = (amounts: readonly number[]) => ({
  credit: sumOf(amounts.filter((cents) => cents > 0)),
  debit: -sumOf(amounts.filter((cents) => cents < 0)),
})
