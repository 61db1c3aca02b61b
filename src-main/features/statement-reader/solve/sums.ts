/** The balances and sums of a reading, without their signs. */
export function figuresIn({
  opening,
  closing,
  entries,
}: {
  opening: number
  closing: number
  entries: readonly { cents: number; balance: number | null }[]
}): Set<number> {
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
