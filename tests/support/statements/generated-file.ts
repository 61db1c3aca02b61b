import { addDays } from '../../../src-shared/platform/base/days.ts'
import type { StatementFile } from '../../../src-main/features/statement-reader/statement-words.ts'
import type { Extras } from './extras.ts'
import { drawStatement, type GeneratedStatement, makeLook } from './generator.ts'
import { Dice, type Ledger, makeLedger } from './ledger.ts'

/** One statement of a file. `change` makes its ledger from that of a month that follows the month before. */
export interface NextStatement {
  change?: (ledger: Ledger) => Ledger
  /** True if it is about the days of the first statement, for another account. */
  isSamePeriod?: boolean
  extras?: Extras
}

/** Draws a file with several statements of one bank, one after the other. */
export function generateFile(
  seed: number,
  others: readonly NextStatement[],
): { file: StatementFile; statements: GeneratedStatement[] } {
  const dice = new Dice(seed)
  const first = makeLedger(dice)
  const look = { ...makeLook(dice), numbering: 0 }
  const draw = (ledger: Ledger, extras: Extras) =>
    drawStatement(ledger, look, new Dice(seed + 30_000), seed, extras)
  const statements = [draw(first, {})]
  let before = first
  for (const [at, { change, isSamePeriod = false, extras = {} }] of others.entries()) {
    const made = makeLedger(new Dice(seed + 40_000 + at))
    const from = isSamePeriod ? first.from : addDays(before.to, 1)
    const days = (Date.parse(from) - Date.parse(made.from)) / 86_400_000
    const moved = {
      ...made,
      from,
      to: addDays(made.to, days),
      opening: isSamePeriod ? made.opening : before.closing,
      entries: made.entries.map((entry) => ({ ...entry, date: addDays(entry.date, days) })),
    }
    const closed = { ...moved, closing: moved.entries.reduce((sum, { cents }) => sum + cents, moved.opening) }
    const ledger = change?.(closed) ?? closed
    if (!isSamePeriod) before = ledger
    statements.push(draw(ledger, extras))
  }
  const pages = statements.flatMap(({ file }) => file.pages)
  return { file: { pages, isAmended: false }, statements }
}
