import type { Finding, Proof, Verdict } from '../../../src-shared/features/statements/statement.ts'
import { isWholeMonths } from '../../../src-shared/features/documents/statement-coverage.ts'
import type { BadgeLook } from '../../../src-shared/platform/words/vocabulary.ts'
import { joined } from '../../../src-shared/features/deal-screen/missing-papers.ts'
import { locale, messages } from '../../../src-shared/platform/texts/messages.ts'
import { percentOf, quoted } from '../../../src-shared/platform/texts/plural.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import {
  exactCents,
  reasonsOf,
  type DealStatements,
  type FigureName,
  type OtherAccountView,
  type ReadingState,
  type StatementAccountView,
} from '../../../src-shared/features/statements/deal-statements.ts'
import { dayText, formatCount, wholeMonthText } from '../../platform/ui/formats.ts'
import { formatPeriod } from '../../platform/ui/periods.ts'

export type Standing = Verdict | Exclude<ReadingState['state'], 'read'>

export function standingOf(reading: ReadingState): Standing {
  return reading.state === 'read' ? reading.verdict : reading.state
}

/** Returns the number of verified statements of an account. */
export function verifiedOf({ documents }: DealStatements, { document_ids }: OtherAccountView): number {
  return documents.filter(
    ({ document_id, reading }) => document_ids.includes(document_id) && standingOf(reading) === 'verified',
  ).length
}

export const LOOKS: Record<Standing, BadgeLook> = {
  verified: 'green',
  unverified: 'orange',
  unreadable: 'orange',
  queued: 'gray',
  reading: 'blue',
  cancelled: 'gray',
  failed: 'red',
}

/** Returns the figures of a failed check and the words of the statement: `printed $5.00, read $4.00, “Rent”`. Empty if there are none. */
export function findingFacts(finding: Finding): string {
  const { detail, printed_cents, read_cents, printed_count, read_count, quote, day, other_page } = finding
  const { facts } = messages().statements
  const compare =
    detail === 'previous_closing' || detail === 'picture_differs' ? facts.both : facts.printedAndRead
  return [
    ...(printed_cents !== null && read_cents !== null
      ? [compare(exactCents(printed_cents), exactCents(read_cents))]
      : []),
    ...(printed_count !== null && read_count !== null
      ? [compare(formatCount(printed_count), formatCount(read_count))]
      : []),
    ...(quote === null ? [] : [quoted(quote)]),
    ...(day === null ? [] : [dayText(day)]),
    ...(other_page === null ? [] : [facts.page(other_page)]),
  ].join(', ')
}

/** Says what proves a month: `March 2026: 24 running balances and 3 totals agree. By chance, they would once in 2^312 cases.` */
export function proofText({
  from,
  bits,
  balances,
  totals,
  days,
  is_opening_printed,
}: Proof & { from: string }): string {
  const { proof } = messages().statements
  const counts = [
    ...(balances > 0 ? [proof.balances(balances)] : []),
    ...(totals > 0 ? [proof.totals(totals)] : []),
    ...(days > 0 ? [proof.days(days)] : []),
  ]
  const text = proof.line(wholeMonthText(from.slice(0, 7)), joined(counts, locale()), bits)
  return is_opening_printed ? text : `${text} ${proof.noOpening}`
}

/**
 * Returns a verdict with its first reason: `Not verified: an amount cannot be read`. Failures say only what went wrong. A link to the page
 * is next to the text.
 */
export function readingText(reading: ReadingState): string {
  const text = messages().statements
  const verdict = text.verdicts[standingOf(reading)]
  if (reading.state === 'failed') return formatMessage(reading.error.message)
  if (reading.state !== 'read' || reading.verdict === 'verified') return verdict
  const [first] = reasonsOf(text, reading.findings)
  return first === undefined ? verdict : text.because(verdict, first.why)
}

export function figureText(name: FigureName, value: number): string {
  if (name.endsWith('_cents')) return exactCents(value)
  return name === 'funder_share_basis_points' ? percentOf(value / 10_000, 1) : formatCount(value)
}

export function accountName({
  holder,
  number_last4,
}: Pick<StatementAccountView, 'holder' | 'number_last4'>): string {
  return messages().statements.months.account(holder, number_last4)
}

/** Returns the days of a statement period, or an empty text if it is exactly one calendar month. */
export function periodNote(period: { from: string; to: string }): string {
  return isWholeMonths(period) && period.from.slice(0, 7) === period.to.slice(0, 7)
    ? ''
    : formatPeriod(period)
}
