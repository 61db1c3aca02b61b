import { addDays, addMonths, monthOf } from '../../platform/base/days.ts'
import type { PayloadProfile } from '../form/payload-profile.ts'
import { STATEMENT_KINDS, type StatementPeriod } from './document.ts'

/**
 * Returns true for a period of more than a year. The broker must have mistyped one of its years. Without this check, every month between
 * the two dates would count as covered.
 */
export function isTooLong({ from, to }: StatementPeriod): boolean {
  return Date.parse(to) - Date.parse(from) > 366 * 86_400_000
}

export function wholeMonth(month: string): StatementPeriod {
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
}

export function isWholeMonths({ from, to }: StatementPeriod): boolean {
  return from === wholeMonth(monthOf(from)).from && to === wholeMonth(monthOf(to)).to
}

/**
 * Returns true for a period that is only a part of a month, such as a statement of the month to date. A statement that runs over two months,
 * such as from March 16 to April 15, covers a whole one.
 */
export function isPartOfMonth({ from, to }: StatementPeriod): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  const month = wholeMonth(monthOf(from))
  return days < 28 || (from === month.from && to < month.to)
}

export function monthsIn({ from, to }: StatementPeriod): string[] {
  const months: string[] = []
  for (let month = monthOf(from); month <= monthOf(to); month = addMonths(month, 1)) months.push(month)
  return months
}

/**
 * Returns the periods for which the funder requires statements, one for each month. Usually these are the last full months before `today`.
 * After day `month_to_date_after_day` of the current month, the last period is instead the beginning of the current month, from its first
 * day to that day. No statement covers the days after that day yet, so they are not required.
 */
export function wantedPeriods(
  { months, month_to_date_after_day }: PayloadProfile['statements'],
  today: string,
): StatementPeriod[] {
  const current = monthOf(today)
  const full = Array.from({ length: months }, (_, index) => wholeMonth(addMonths(current, index - months)))
  const to = `${current}-${String(month_to_date_after_day).padStart(2, '0')}`
  return today > to ? [...full, { from: `${current}-01`, to }] : full
}

/** Returns the required days that no statement covers, in order. `wanted` must be in order and without overlaps. */
export function uncoveredDays(
  wanted: readonly StatementPeriod[],
  statements: readonly StatementPeriod[],
): StatementPeriod[] {
  const ordered = statements.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  return wanted.flatMap(({ from, to }) => {
    const gaps: StatementPeriod[] = []
    let next = from
    for (const statement of ordered) {
      if (statement.from > to) break
      if (statement.to < next) continue
      if (statement.from > next) gaps.push({ from: next, to: addDays(statement.from, -1) })
      if (statement.to >= to) return gaps
      next = addDays(statement.to, 1)
    }
    return [...gaps, { from: next, to }]
  })
}

/**
 * Returns the required days that no statement covers on the day `today`. `month_so_far` is the current month, if a statement for its first
 * days is required and none of these days is covered.
 */
export function lackingDays(
  statements: PayloadProfile['statements'],
  periods: readonly StatementPeriod[],
  today: string,
): { missing_days: StatementPeriod[]; month_so_far: string | null } {
  const wanted = wantedPeriods(statements, today)
  const missing_days = uncoveredDays(wanted, periods)
  const last = wanted.at(-1)
  const isSoFar = last !== undefined && monthOf(last.from) === monthOf(today)
  const lacksAll = missing_days.some(({ from, to }) => from === last?.from && to === last.to)
  return { missing_days, month_so_far: isSoFar && lacksAll ? monthOf(today) : null }
}

/**
 * Returns a text for each month that a deal's statements of one kind cover: `month:bank_statement:2026-08`. If they cover only the first
 * days of a month, the text contains the last covered day: `month:bank_statement:2026-08-15`.
 */
export function monthLines(kind: string, periods: readonly StatementPeriod[]): string[] {
  return [...new Set(periods.flatMap(monthsIn))].flatMap((month) => {
    const { from } = wholeMonth(month)
    const [gap] = uncoveredDays([wholeMonth(month)], periods)
    if (gap === undefined) return [monthLine(kind, month)]
    return gap.from === from ? [] : [monthLine(kind, addDays(gap.from, -1))]
  })
}

/**
 * For each required period, returns the texts (in the form of `monthLines`) that prove that its days are covered. A deal needs only one of
 * them.
 */
export function wantedMonthLines(
  { expected_documents, statements }: Pick<PayloadProfile, 'expected_documents' | 'statements'>,
  today: string,
): string[][] {
  return expected_documents
    .filter((kind) => STATEMENT_KINDS.has(kind))
    .flatMap((kind) =>
      wantedPeriods(statements, today).map((wanted) => {
        const lines = [monthLine(kind, monthOf(wanted.from))]
        const { to } = wholeMonth(monthOf(wanted.from))
        for (let day = wanted.to; day < to; day = addDays(day, 1)) lines.push(monthLine(kind, day))
        return lines
      }),
    )
}

const monthLine = (kind: string, monthOrDay: string) => `month:${kind}:${monthOrDay}`
