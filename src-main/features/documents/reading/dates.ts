import { MONTH_BY_NAME } from '../../../../src-shared/platform/base/month-names.ts'
import { continues, dateAt, type PrintedDate } from '../../../../src-shared/platform/base/printed-dates.ts'

/** A printed date with its place in the text. */
export interface PrintedDay extends PrintedDate {
  start: number
}

/** Regular expression for the full or abbreviated name of a month, in English or Spanish. */
export const MONTH_NAME = `(?<![a-z])(?:${[...MONTH_BY_NAME.keys()].toSorted((one, other) => other.length - one.length).join('|')})(?![a-z])\\.?`

/** Returns all dates in a text, in the order of their positions. `plain` is in lower case. */
export function printedDays(plain: string): PrintedDay[] {
  const days: PrintedDay[] = []
  for (let at = 0; at < plain.length;) {
    const date = canStart(plain, at) ? dateAt(plain, at) : null
    if (date !== null) days.push({ ...date, start: at })
    at = date?.end ?? at + 1
  }
  return days
}

/**
 * True if a date can start here: not within a number or a word. A number may follow a word directly, because joining the letters of a widely
 * spaced line can remove the space in between: `statementperiod03/01/2026`.
 */
function canStart(plain: string, at: number): boolean {
  const isPartOfDate = /^[/.]\d$/.test(plain.slice(Math.max(0, at - 1), at + 1))
  return !continues(plain, at) && !isPartOfDate
}
