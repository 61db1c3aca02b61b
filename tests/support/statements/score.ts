import type { DescribedReading } from '../../../src-main/features/statement-reader/describe.ts'
import type { Sample, Truth, TruthMonth } from './generated-samples.ts'

/** Compares readings with the truth. The metrics are those of the table in `docs/statements.md`. */
export function scoreOf(samples: readonly Sample[], readings: readonly DescribedReading[]) {
  const all = samples.flatMap(({ name, truth }, at) => {
    const reading = readings[at]
    return reading === undefined ? [] : [{ name, truth, reading }]
  })
  const isVerified = ({ reading }: (typeof all)[number]) => reading.verdict === 'verified'
  const isFalse = (one: (typeof all)[number]) =>
    isVerified(one) && (one.truth.expect !== 'reconciles' || !isRight(one.reading, one.truth))
  const good = all.filter(({ truth }) => truth.expect === 'reconciles')
  const [scans, texts] = [true, false].map((image) => good.filter(({ truth }) => truth.image_only === image))
  const faults = all.filter(({ truth }) => truth.expect !== 'reconciles')
  const caught = faults.filter(
    ({ truth, reading }) =>
      reading.verdict !== 'verified' &&
      reading.reasons.some((reason) => truth.accept_reasons.some((one) => reason.startsWith(one))),
  )
  const share = (some: number, of: number) => (of === 0 ? 100 : Number(((100 * some) / of).toFixed(2)))
  const rightly = (some: typeof all) => some.filter((one) => isVerified(one) && !isFalse(one)).length
  const matches = (texts ?? []).map(({ truth, reading }) => positionsOf(truth, reading))
  const sum = (key: 'found' | 'there' | 'given') => matches.reduce((total, one) => total + one[key], 0)
  const wrong = all.filter(isFalse)
  return {
    metrics: {
      false_verified: wrong.length,
      verified_percent: share(rightly(texts ?? []), texts?.length ?? 0),
      fault_caught_percent: share(caught.length, faults.length),
      scans_verified_percent: share(rightly(scans ?? []), scans?.length ?? 0),
      scans_false_verified: wrong.filter(({ truth }) => truth.image_only).length,
      positions_recall_percent: share(sum('found'), sum('there')),
      positions_precision_percent: share(sum('found'), sum('given')),
    },
    context: {
      not_verified: (texts ?? [])
        .filter((one) => !isVerified(one))
        .map(({ name }) => name)
        .join(', '),
      scans_not_verified: (scans ?? [])
        .filter((one) => !isVerified(one))
        .map(({ name }) => name)
        .join(', '),
      verified_but_wrong: wrong.map(({ name }) => name).join(', '),
      not_caught: faults
        .filter((one) => !caught.includes(one))
        .map(({ name }) => name)
        .join(', '),
    },
  }
}

/** True if a reading has the same accounts and months as the truth, and their figures are right. */
function isRight({ accounts }: DescribedReading, truth: Truth): boolean {
  const count = (all: readonly { months: readonly unknown[] }[]) =>
    all.reduce((sum, { months }) => sum + months.length, 0)
  if (count(accounts) !== count(truth.accounts)) return false
  return truth.accounts.every(({ number_last4, months }) =>
    months.every((month) => {
      const read = accounts
        .filter((account) => account.number_last4 === number_last4 || accounts.length === 1)
        .flatMap((account) => account.months)
        .find(({ from, to }) => from === month.from && to === month.to)
      return read !== undefined && figuresOf(read).join() === figuresOf(month).join()
    }),
  )
}

function figuresOf({ opening_cents, closing_cents, transactions }: TruthMonth): number[] {
  const ins = transactions.filter(({ amount_cents }) => amount_cents > 0)
  const outs = transactions.filter(({ amount_cents }) => amount_cents < 0)
  const sum = (some: typeof ins) => some.reduce((total, { amount_cents }) => total + amount_cents, 0)
  return [opening_cents, closing_cents, sum(ins), ins.length, sum(outs), outs.length]
}

function positionsOf(truth: Truth, { positions }: DescribedReading) {
  const found = truth.positions.filter(({ printed_as, cadence, typical_cents, count }) =>
    positions.some(
      (one) =>
        one.cadence === cadence &&
        Math.abs(one.typical_cents - typical_cents) <= typical_cents * 0.02 &&
        Math.abs(one.count - count) <= 1 &&
        printed_as.split(' ').some((word) => word.length > 3 && one.funder.split(' ').includes(word)),
    ),
  ).length
  return { found, there: truth.positions.length, given: positions.length }
}
