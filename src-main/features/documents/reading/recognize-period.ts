import { daysIn, isoDay, monthNamed, MONTH_BY_NAME } from '../../../../src-shared/platform/base/days.ts'
import { quote } from './kind-words.ts'
import type { PlainText } from './plain-text.ts'
import type { Quotation, StatementPeriod } from '../../../../src-shared/features/documents/document.ts'
import { continues, dateAt, type PrintedDate } from '../../../../src-shared/platform/base/printed-dates.ts'

/** A printed date with its place in the text. */
interface PrintedDay extends PrintedDate {
  start: number
}

/** Regular expression for the full or abbreviated name of a month, in English or Spanish. */
const MONTH_NAME = `(?<![a-z])(?:${[...MONTH_BY_NAME.keys()].toSorted((one, other) => other.length - one.length).join('|')})(?![a-z])\\.?`

/** Returns all dates in a text, in the order of their positions. `plain` is in lower case. */
function printedDays(plain: string): PrintedDay[] {
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

interface RecognizedPeriod extends StatementPeriod {
  says: Quotation
}
interface Found extends StatementPeriod {
  start: number
  end: number
  weight: number
}

/** Headings before a statement period. Matches only whole words: `ciclo`, but not the end of `motociclo`. */
const PERIOD_WORDS =
  /(?<![a-z])(?:statement ?(?:period|cycle|dates?)|period (?:covered|of|from)|(?:for the|this) period|(?:billing|account) ?(?:period|cycle)|account activity|activity (?:from|for)|periodo(?: del?)?(?: estado| cuenta)?|estado de cuenta|ciclo)(?![a-z])/g
/** Spanish for `from`. This word shows that two dates are a period, but not that this period is the statement period. */
const FROM_DAY = /(?<![a-z])del?(?: dia)?[\s:]{1,3}$/
/** Pattern of the text that may be between the two dates of a period. `isBetween` normalizes the text first. */
const BETWEEN =
  /^(?:-|to|thru|through|until|and|al?|hasta(?: el)?|y)?(?: ?(?:(?:period |statement )?(?:ending|end|closing|closes?)(?: date| on)?|fecha final|fin))?(?: ?el)?$/
const LONGEST_BETWEEN = 80
const STATEMENT_DAY =
  /(?<![a-z])(?:statement ?(?:closing|ending|end)? ?date|(?:closing|ending|cut-?off) ?date|(?:statement|month|period) (?:ended|ending)|statement as of|fecha de (?:corte|cierre|emision)|estado de cuenta al|al corte(?: del?)?)(?![a-z])/g
const MONTH_WORDS = new RegExp(
  `(?<![a-z])(?:statement (?:for|of)|(?:for the )?month (?:of|ended|ending)|statement month|estado de cuenta (?:de|del mes de)|mes(?: de)?)[\\s:]{0,3}(?:the )?(?:month (?:of|ending) )?(?<name>${MONTH_NAME})[ ,]{0,3}(?:of |de |del )?(?<year>20\\d\\d)(?!\\d)`,
  'g',
)
/** Formats of a period within one month: `March 1 - 31, 2026`, and `1 al 31 de marzo de 2026`. */
const ONE_MONTH = [
  new RegExp(
    `(?<name>${MONTH_NAME}) ?(?<first>\\d{1,2}) ?(?:-|to|thru|through) ?(?<last>\\d{1,2}),? ?(?<year>20\\d\\d)(?!\\d)`,
    'g',
  ),
  new RegExp(
    `(?<!\\d)(?<first>\\d{1,2}) ?(?:-|to|al?|hasta(?: el)?) ?(?<last>\\d{1,2})(?: de| of)? (?<name>${MONTH_NAME})(?: de| del|,)? ?(?<year>20\\d\\d)(?!\\d)`,
    'g',
  ),
]

const LONGEST_DAYS = 124
/**
 * Minimum weight at which two dates count as the statement period. Two dates without a heading reach it only if they are at least a month
 * apart.
 */
const ENOUGH = 3
const LOOK_BACK = 70

/** Recognizes the period that a statement covers. Returns null if its text does not state the period. */
export function recognizePeriod(pages: readonly PlainText[]): RecognizedPeriod | null {
  let best: (Found & { page: number }) | null = null
  for (const [index, { plain }] of pages.entries())
    for (const found of [
      ...pairs(plain),
      ...withinOneMonth(plain),
      ...months(plain),
      ...closingDays(plain),
    ]) {
      const weight = found.weight + (index === 0 ? 1 : 0)
      if (weight >= ENOUGH && weight > (best?.weight ?? 0)) best = { ...found, weight, page: index + 1 }
    }
  if (best === null) return null
  const { from, to, page, start, end } = best
  return { from, to, says: { words: quote(pages[page - 1] as PlainText, start, end), page } }
}

/** Finds two consecutive dates such as `03/01/2026 - 03/31/2026`. The year of the first date may be missing. */
function pairs(plain: string): Found[] {
  const days = printedDays(plain)
  return days.flatMap((last, index) => {
    const first = days[index - 1]
    if (first === undefined || last.year === null) return []
    if (last.start === first.end || !isBetween(plain.slice(first.end, last.start))) return []
    const from = isoDay(first.year ?? yearBefore(first, last, last.year), first.month, first.day)
    const to = isoDay(last.year, last.month, last.day)
    return weighed(plain, from, to, first.start, last.end)
  })
}

/** True for the text between the two dates of a period, such as ` - ` or `, through the period ending: `. */
function isBetween(text: string): boolean {
  if (text.length > LONGEST_BETWEEN) return false
  const words = text
    .replaceAll('-', ' - ')
    .split(/[\s,:;]/)
    .filter((word, index, all) => word !== '' && !(word === '-' && all[index - 1] === '-'))
  return BETWEEN.test(words.join(' '))
}

/**
 * Returns the position of the first heading in `before` (the text before a date) that is close to the date. Between such a heading and the
 * date, there are at most `mostBetween` characters, at most one line break, and no digits. Returns null if there is none.
 */
function headingStart(before: string, words: RegExp, mostBetween: number): number | null {
  const heading = [...before.matchAll(words)].find(({ index, 0: found }) => {
    const between = before.slice(index + found.length)
    return between.length <= mostBetween && !/\d/.test(between) && between.split('\n').length <= 2
  })
  return heading?.index ?? null
}

/**
 * Returns the year in which a period started. If the month of the first date is after the month of the last date, the period started in the
 * previous year.
 */
function yearBefore(first: PrintedDay, last: PrintedDay, year: number): number {
  return first.month > last.month ? year - 1 : year
}

function withinOneMonth(plain: string): Found[] {
  return ONE_MONTH.flatMap((form) => [...plain.matchAll(form)]).flatMap(({ index, 0: text, groups = {} }) => {
    const [year, month] = [Number(groups['year']), monthNamed(groups['name'] ?? '') ?? 0]
    const from = isoDay(year, month, Number(groups['first']))
    const to = isoDay(year, month, Number(groups['last']))
    return weighed(plain, from, to, index, index + text.length)
  })
}

function weighed(plain: string, from: string | null, to: string | null, start: number, end: number): Found[] {
  if (from === null || to === null) return []
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 2 || days > LONGEST_DAYS) return []
  const lookedFrom = Math.max(0, start - LOOK_BACK)
  const before = plain.slice(lookedFrom, start)
  const heading = headingStart(before, PERIOD_WORDS, 38)
  const fromDay = FROM_DAY.exec(before)?.index ?? null
  const isMonth = days >= 27 && days <= 35
  const weight = (heading === null ? 0 : 4) + (isMonth || (heading === null && fromDay !== null) ? 2 : 0)
  return [{ from, to, start: lookedFrom + (heading ?? fromDay ?? before.length), end, weight }]
}

/** Finds statement periods that are stated as a month, such as `Statement for March 2026`. Such a period is the whole month. */
function months(plain: string): Found[] {
  return [...plain.matchAll(MONTH_WORDS)].flatMap(({ index, 0: text, groups = {} }) => {
    const [year, month] = [Number(groups['year']), monthNamed(groups['name'] ?? '') ?? 0]
    const from = isoDay(year, month, 1)
    const to = isoDay(year, month, daysIn(year, month))
    return from === null || to === null
      ? []
      : [{ from, to, start: index, end: index + text.length, weight: 3 }]
  })
}

/** Finds periods of statements that contain only a closing date. Such a statement covers the month that ends on its closing date. */
function closingDays(plain: string): Found[] {
  return printedDays(plain).flatMap(({ year, month, day, start, end }) => {
    const lookedFrom = Math.max(0, start - LOOK_BACK)
    const heading = headingStart(plain.slice(lookedFrom, start), STATEMENT_DAY, 25)
    const to = year === null ? null : isoDay(year, month, day)
    if (heading === null || year === null || to === null) return []
    return [{ from: monthBefore(year, month, day), to, start: lookedFrom + heading, end, weight: 2 }]
  })
}

/**
 * Returns the first day of the month-long period that ends on this date. If the date is within two days of a month's end, the period is the
 * calendar month.
 */
function monthBefore(year: number, month: number, day: number): string {
  if (day >= daysIn(year, month) - 2) return isoDay(year, month, 1) as string
  const [beforeYear, before] = month === 1 ? [year - 1, 12] : [year, month - 1]
  const next = new Date(Date.UTC(beforeYear, before - 1, Math.min(day, daysIn(beforeYear, before)) + 1))
  return next.toISOString().slice(0, 10)
}
