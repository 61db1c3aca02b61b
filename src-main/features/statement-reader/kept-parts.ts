import { addDays } from '../../../src-shared/platform/base/days.ts'
import { dateAt, isInWord } from '../../../src-shared/platform/base/printed-dates.ts'
import type { Finding, Transaction } from '../../../src-shared/features/statements/statement.ts'
import { dateInPeriod } from './dates.ts'
import type { Part } from './parts.ts'
import { finding } from './finding.ts'
import type { ResolvedPart } from './resolve.ts'

/** Which parts of a file are statements of their own, and which repeat another part or contradict it. */

export interface KeptPart {
  part: ResolvedPart
  /** Findings besides those of its own checks. */
  more: Finding[]
  /** True for an account or a month in which nothing happened. */
  isIdle: boolean
}

/** `resolved` has the same order as `parts`, with null for parts without a period or without balances. */
export function keptParts(
  parts: readonly Part[],
  resolved: readonly (ResolvedPart | null)[],
): { kept: KeptPart[]; findings: Finding[] } {
  const whole = parts.flatMap((part, at) => {
    const found = resolved[at] ?? null
    return found === null ? [] : [{ part: found, more: moreFindings(part, found), isIdle: false }]
  })
  const kept: KeptPart[] = whole.filter(({ part }) => part.hasEntries)
  const isFileIdle = kept.length === 0
  // A part without any entry is a summary of another part, or a month in which nothing happened.
  for (const one of whole)
    if (!one.part.hasEntries && !kept.some(({ part }) => repeats(one.part, part)))
      kept.push({ ...one, isIdle: !isFileIdle })
  kept.forEach(({ part }, at) => {
    const other = kept.slice(0, at).find((before) => overlaps(before.part, part))
    if (other !== undefined) kept[at]?.more.push(overlapFinding(other.part, part))
  })
  const findings = parts.flatMap((part, at) =>
    resolved[at] === null && part.entries.length === 0 && saysMore(part, kept) ? [doubtOf(part)] : [],
  )
  return { kept, findings }
}

function moreFindings(part: Part, { hasEntries, month }: ResolvedPart): Finding[] {
  const more = part.isDoubted ? [doubtOf(part)] : []
  if (part.isDebt) more.push(finding('not_a_bank_statement', 'card_statement', part.figures[0]?.page ?? null))
  const [loose] = part.loose
  // A line with a date and an amount, but no table: the entries were not found. Printed totals of zero say that there are none.
  const totals = part.figures.filter(({ kind }) => kind === 'credit' || kind === 'debit')
  const isZero = totals.length > 1 && totals.every(({ cents }) => cents === 0)
  if (!hasEntries && loose !== undefined && !isZero)
    more.push(finding('does_not_add_up', 'amount_unreadable', loose.page, { quote: loose.text }))
  const left = hasEntries ? part.loose.filter((one) => !isRepeated(one, month.transactions)) : []
  const [first] = left
  if (first !== undefined && canCancel(left.map(({ cents }) => Math.abs(cents))))
    more.push(finding('does_not_add_up', 'amount_unreadable', first.page, { quote: first.text }))
  return more
}

/** True if a line outside the tables repeats an entry, such as the caption of the picture of a check. */
function isRepeated({ text, cents }: Part['loose'][number], transactions: readonly Transaction[]): boolean {
  const same = transactions.filter(({ amount_cents }) => Math.abs(amount_cents) === Math.abs(cents))
  return same.some(
    ({ date, check_number }) =>
      (check_number !== null && text.includes(check_number)) || hasDay(text.toLowerCase(), date),
  )
}

function hasDay(plain: string, date: string): boolean {
  for (let at = 0; at < plain.length; at++) {
    const printed = isInWord(plain, at) ? null : dateAt(plain, at)
    if (printed !== null && dateInPeriod(printed, { from: date, to: date }) !== null) return true
  }
  return false
}

/** Most amounts whose combinations are tried. */
const MOST_COMBINED = 10

/**
 * True if some amounts, each added or subtracted, can give zero. Entries that were not found change no balance if they cancel out, so no check
 * would notice them.
 */
function canCancel(amounts: readonly number[]): boolean {
  if (new Set(amounts).size < amounts.length) return true
  if (amounts.length > MOST_COMBINED) return false
  const sums = new Set<number>()
  for (const amount of amounts) {
    if (sums.has(amount) || sums.has(-amount)) return true
    for (const sum of [0, ...sums]) sums.add(sum + amount).add(sum - amount)
  }
  return false
}

const doubtOf = ({ pages, figures }: Part): Finding =>
  finding('unreadable', 'reading_doubted', pages[0] ?? figures[0]?.page ?? null)

/** True if a part without entries says the same as another part: it is a summary. */
const repeats = (summary: ResolvedPart, { last4, month }: ResolvedPart): boolean =>
  (summary.last4 === last4 || summary.last4 === '') &&
  summary.month.from === month.from &&
  summary.month.to === month.to &&
  summary.month.opening_cents === month.opening_cents &&
  summary.month.closing_cents === month.closing_cents

/** True if two parts are about the same days of one account. One month can end on the day on which the next one begins. */
const overlaps = (one: ResolvedPart, other: ResolvedPart): boolean =>
  one.last4 === other.last4 &&
  addDays(one.month.from, 1) <= other.month.to &&
  addDays(other.month.from, 1) <= one.month.to

function overlapFinding(one: ResolvedPart, other: ResolvedPart): Finding {
  const page = other.pages[0] ?? null
  const textOf = ({ month }: ResolvedPart) =>
    JSON.stringify([
      month.opening_cents,
      month.closing_cents,
      month.transactions.map(({ date, amount_cents }) => [date, amount_cents]),
    ])
  const first = one.pages[0] ?? null
  return textOf(one) === textOf(other) && page !== null && first !== null
    ? finding('page_duplicated', 'page_twice', page, { other_page: first })
    : finding('unreadable', 'reading_doubted', page)
}

/** True if a part without entries and without a whole set of balances prints a balance that no other part has. */
const saysMore = ({ figures }: Part, kept: readonly KeptPart[]): boolean =>
  figures.some(
    ({ kind, cents }) =>
      (kind === 'opening' || kind === 'closing') &&
      !kept.some(({ part: { month } }) => month.opening_cents === cents || month.closing_cents === cents),
  )
