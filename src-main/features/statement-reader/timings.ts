import { type Period, periodsIn } from './dates.ts'
import { type Line, squash } from './lines.ts'
import { apart, dayIn, OTHER } from './periods.ts'

/** What a statement says about its period besides the period: its date, the number of days, and the balances of all days. */

/** Words before the day on which a statement was made, which is near the end of its period. */
const MADE_ON =
  /statementdate|statementclosingdate|closingdate|dateofstatement|fechadelestado|fechadecorte|fechadecierre/
/** The most days between the end of a period and the date of a statement. The date of the next one counts, too. */
const MOST_DAYS_APART = 40

/** Returns the date of a statement that a line prints, such as `Statement date 03/31/2026`. */
function statementDateIn(line: Line, isDayFirst: boolean): string | null {
  if (!MADE_ON.test(squash(line.text)) || OTHER.test(line.plain)) return null
  // `Statement dates 03/01/2026 thru 03/31/2026`
  if (periodsIn(line.plain, isDayFirst).length > 0) return null
  return dayIn(line.plain, isDayFirst)
}

const DAYS_IN_PERIOD =
  /\b(?:days|dias) (?:in|en|del?) (?:the |this |your |el |este |su )?(?:statement |billing |account )?(?:period|cycle|periodo|ciclo)\b/

/** Returns the number of days in the period that a line prints, such as `Days in statement period: 31` or `31 days in this period`. */
function daysIn({ plain }: Line): number | null {
  const words = DAYS_IN_PERIOD.exec(plain)
  if (words === null) return null
  const after = /^[^\da-z]{0,12}(\d{1,3})(?![\d.,/-])/.exec(plain.slice(words.index + words[0].length))?.[1]
  const days = after ?? /(?:^| )(\d{1,3}) ?$/.exec(plain.slice(0, words.index))?.[1]
  return days === undefined ? null : Number(days)
}

/** What a statement says about its period besides the period. */
interface Timing {
  /** Dates of the statement. */
  dates: readonly string[]
  /** Numbers of days in the period. */
  days: readonly number[]
  /** Days with a balance. */
  balances: readonly string[]
}

/** The fewest balances of days in a row that are a list of all days. Balances of days with entries have gaps. */
const FEWEST_BALANCES = 20
/** A list of all days can leave out this many days without entries at its beginning and end. */
const MOST_LEFT_OUT = 3

/**
 * False if the date of the statement is before the end of the period or long after it, if the period has another number of days, or if
 * balances of all days leave a part of it out. Then one of them is wrong.
 */
function isTimed({ from, to }: Period, { dates, days, balances }: Timing): boolean {
  const isDated = dates.every((day) => day >= to && apart(to, day) <= MOST_DAYS_APART)
  const isCounted = days.every((count) => count === apart(from, to) + 1)
  const listed = [...new Set(balances)].toSorted()
  const [first, last] = [listed[0], listed.at(-1)]
  const isListed =
    first === undefined ||
    last === undefined ||
    listed.length < FEWEST_BALANCES ||
    apart(first, last) !== listed.length - 1 ||
    (apart(from, first) <= MOST_LEFT_OUT && apart(last, to) <= MOST_LEFT_OUT)
  return isDated && isCounted && isListed
}

/** The dates and numbers of days that were printed since a part began. */
export class Timings {
  #all: { day: string | null; days: number | null; page: number }[] = []

  take(line: Line, isDayFirst: boolean): void {
    const found = { day: statementDateIn(line, isDayFirst), days: daysIn(line), page: line.page }
    if (found.day !== null || found.days !== null) this.#all.push(found)
  }

  /** Compares what was printed up to a page with a period. What a later page says belongs to the next part. */
  agree(period: Period | null, lastPage: number, balances: readonly string[]): boolean {
    const own = this.#all.filter(({ page }) => page <= lastPage)
    this.#all = this.#all.filter(({ page }) => page > lastPage)
    if (period === null) return true
    const dates = own.flatMap(({ day }) => day ?? [])
    return isTimed(period, { dates, days: own.flatMap(({ days }) => days ?? []), balances })
  }
}
