import type { PayloadProfile } from '../profile/payload-profile.ts'
import type { DealDocument } from './deal.ts'
import { STATEMENT_KINDS, type StatementPeriod } from './document-reading.ts'

/** No statement covers that many days: a year is mistyped, and every month between would count as there. */
export function isTooLong({ from, to }: StatementPeriod): boolean {
  return Date.parse(to) - Date.parse(from) > 366 * 86_400_000
}

/** The month that a period stands for, `2026-03`: the one in which most of its days lie; the later one of two equal ones. */
export function monthOfPeriod({ from, to }: StatementPeriod): string {
  const days = new Map<string, number>()
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) {
    const month = new Date(at).toISOString().slice(0, 7)
    days.set(month, (days.get(month) ?? 0) + 1)
  }
  let best = to.slice(0, 7)
  for (const [month, count] of days) if (count > (days.get(best) ?? 0)) best = month
  return best
}

/**
 * The months (`2026-03`, oldest first) of which statements of a kind are wanted on that day and none is there. Empty while no
 * statement is there, and while one is whose days nobody knows: then nothing can be said.
 */
export function missingMonths(
  { statements }: Pick<PayloadProfile, 'statements'>,
  kind: string,
  documents: readonly DealDocument[],
  today: string,
): string[] {
  const own = documents.filter((document) => document.kind === kind)
  if (!STATEMENT_KINDS.has(kind) || own.length === 0) return []
  const periods = own.flatMap(({ reading }) => (reading?.period ? [reading.period] : []))
  if (periods.length < own.length) return []
  const covered = new Set(periods.flatMap(monthsOf))
  return wantedMonths(statements, today).filter((month) => !covered.has(month))
}

/**
 * What the list knows of a deal's statements: a line for each month that they cover, `month:bank_statement:2026-08`, or one that
 * nothing can be said of them, by the rule of `missingMonths`. `documents` are those of one kind.
 */
export function monthLines(kind: string, documents: readonly (StatementPeriod | null)[]): string[] {
  const periods = documents.filter((period) => period !== null)
  if (documents.length === 0 || periods.length < documents.length) return [unknownMonths(kind)]
  return [...new Set(periods.flatMap(monthsOf))].map((month) => monthLine(kind, month))
}

/** For each month of which a statement is wanted, the lines of which any says that none is missing. */
export function wantedMonthLines(
  { expected_documents, statements }: Pick<PayloadProfile, 'expected_documents' | 'statements'>,
  today: string,
): string[][] {
  return expected_documents
    .filter((kind) => STATEMENT_KINDS.has(kind))
    .flatMap((kind) =>
      wantedMonths(statements, today).map((month) => [monthLine(kind, month), unknownMonths(kind)]),
    )
}

const monthLine = (kind: string, month: string) => `month:${kind}:${month}`
const unknownMonths = (kind: string) => monthLine(kind, 'unknown')

/** A quarter's statement covers three months, one from the 20th to the 19th only that of most of its days. */
function monthsOf(period: StatementPeriod): string[] {
  const months = [monthOfPeriod(period)]
  const [first, last] = [period.from.slice(0, 7), period.to.slice(0, 7)]
  for (let month = first; month <= last; month = addMonths(month, 1))
    if (`${month}-01` >= period.from && lastDay(month) <= period.to) months.push(month)
  return months
}

/** The last full months before that day and, late enough in a month, that month so far. */
export function wantedMonths(
  { months, month_to_date_after_day }: PayloadProfile['statements'],
  today: string,
): string[] {
  const current = today.slice(0, 7)
  const full = Array.from({ length: months }, (_, index) => addMonths(current, index - months))
  return Number(today.slice(8, 10)) > month_to_date_after_day ? [...full, current] : full
}

function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

function lastDay(month: string): string {
  return new Date(Date.parse(`${addMonths(month, 1)}-01`) - 86_400_000).toISOString().slice(0, 10)
}
