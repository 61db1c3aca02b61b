import { addDays, isoDay } from '../../../../src-shared/platform/base/days.ts'
import { dateAt, type PrintedDate, turned } from '../../../../src-shared/platform/base/printed-dates.ts'
import type {
  Finding,
  StatementMonth,
  Transaction,
} from '../../../../src-shared/features/statements/statement.ts'
import { areAllThere } from '../arrange-pages.ts'
import { dateInPeriod, type Period } from '../dates.ts'
import { finding } from '../finding.ts'
import type { Line } from '../lines.ts'
import { fold } from '../../../../src-shared/platform/base/text.ts'
import { periodOfFile } from '../periods.ts'
import { checksOf } from './checks.ts'
import { dateOrderOf } from './date-order.ts'
import { beginsOddly, moneyIn, type Strip } from './facts.ts'
import { stripsOf } from './strips.ts'
import { entryLikeIn, type Figure, type Part, partsOf } from './parts.ts'
import { LEAST_BITS } from './chains.ts'
import { datesIn, datesOf, type Entry, type Reading, readingOf } from './reading.ts'
import { spanOf } from './span.ts'

/**
 * Reads statements by their arithmetic: running balances, or printed sums between two balances, show which lines are entries and which
 * amounts are money in. Words name the account and the period, and may contradict.
 */

/** One month of an account, as its arithmetic shows it. */
export interface Solved {
  last4: string
  month: StatementMonth
  part: Part
  entries: readonly Entry[]
  pages: number[]
  /** How far it is from adding up. */
  misfits: number
}

/** What is known of the file. */
interface Known {
  fallback: Period | null
  isDayFirst: boolean
  /** True if each date of two numbers can be two days, such as 04/05. */
  isOrderOpen: boolean
  /** True if the numbers of the pages show that none is missing. */
  isWhole: boolean
  isSingle: boolean
}

export interface SolvedFile {
  solved: Solved[]
  /** Findings that belong to no month. */
  findings: Finding[]
  /** What words name. */
  figures: readonly Figure[]
}

/** If an entry of the only page is below `bottom`, another page could follow. */
export function solve(pages: readonly Line[][], bottom = Infinity): SolvedFile {
  const strips = stripsOf(pages)
  const order = dateOrderOf(strips)
  const isDayFirst = order === 'day_first'
  const known = {
    isDayFirst,
    isOrderOpen: order === 'open',
    fallback: periodOfFile(pages, isDayFirst),
    isWhole: areAllThere(pages),
    isSingle: pages.length === 1 && !strips.some(({ isEntry, line }) => isEntry && line.y > bottom),
  }
  const parts = partsOf(strips, isDayFirst)
  const found = readParts(parts, known)
  if (isFound(found)) return found
  const accounts = accountsIn(strips, known)
  if (accounts !== null) return accounts
  const [first, ...others] = parts
  if (first === undefined || others.length === 0) return found
  // A notice can look like the beginning of another statement.
  if (new Set(parts.flatMap(({ last4 }) => (last4 === '' ? [] : [last4]))).size > 1) return found
  const isDoubted = parts.some((part) => part.isDoubted)
  const whole = { ...first, strips, figures: parts.flatMap(({ figures }) => figures), isDoubted }
  const joined = readParts([whole], known)
  return isFound(joined) ? joined : found
}

const isFound = ({ solved, findings }: SolvedFile) =>
  solved.length > 0 && findings.length === 0 && solved.every(({ month }) => month.findings.length === 0)

/** Digits that can be the number of an account. */
export const NUMBER = /^(?:[x•*.…#-]{1,24}|\d{2,16})(\d{4})$/i
/** Most places at which an account can begin. */
const MOST_HEADS = 24

/** Cuts a file at lines with numbers, so that each piece is an account that adds up. Null if that is not possible. */
function accountsIn(strips: readonly Strip[], known: Known): SolvedFile | null {
  const heads: { at: number; numbers: Set<string> }[] = []
  let isIdle = true
  for (const [at, strip] of strips.entries()) {
    if (moneyIn(strip).length > 0) {
      isIdle &&= strip.dates.length === 0
      continue
    }
    const last4 = strip.line.words.flatMap(({ text }) =>
      dateAt(fold(text)) === null ? (NUMBER.exec(text)?.[1] ?? []) : [],
    )[0]
    if (last4 === undefined) continue
    if (!isIdle || heads.length === 0) heads.push({ at: heads.length === 0 ? 0 : at, numbers: new Set() })
    heads.at(-1)?.numbers.add(last4)
    isIdle = true
  }
  if (heads.length < 2 || heads.length > MOST_HEADS) return null
  const solved: Solved[] = []
  const figures: Figure[] = []
  let { fallback } = known
  for (let head = 0; head < heads.length;) {
    const { at: from = 0, numbers = new Set<string>() } = heads[head] ?? {}
    const [last4 = '', ...more] = numbers
    let next = head + 1
    for (; next <= heads.length; next++) {
      const part = wholePart(strips.slice(from, heads[next]?.at), known.isDayFirst)
      const one =
        part === null ? null : solvePart(part, { ...known, fallback, isWhole: false, isSingle: false })
      if (part === null || one === null || one === 'undated' || one.entries.length === 0) continue
      if (one.month.findings.length > 0) continue
      solved.push({ ...one, last4: one.last4 === '' && more.length === 0 ? last4 : one.last4 })
      figures.push(...part.figures)
      fallback ??= { from: one.month.from, to: one.month.to }
      break
    }
    if (next > heads.length) return null
    head = next
  }
  const areApart = solved.every(
    (one, at) =>
      !solved
        .slice(0, at)
        .some((before) =>
          before.last4 === ''
            ? before.month.opening_cents === one.month.opening_cents &&
              before.month.closing_cents === one.month.closing_cents
            : overlaps(before, one),
        ),
  )
  return solved.length > 1 && areApart ? { solved, findings: [], figures } : null
}

/** Lines as one part, whatever words say. */
function wholePart(strips: readonly Strip[], isDayFirst: boolean): Part | null {
  const parts = partsOf(strips, isDayFirst)
  const [first] = parts
  if (first === undefined) return null
  const last4 = parts.find((part) => part.last4 !== '')?.last4 ?? ''
  const balances = new Set(parts.flatMap((part) => [...part.balances]))
  const figures = parts.flatMap((part) => part.figures)
  return { ...first, strips: [...strips], figures, balances, last4, isDoubted: false }
}

function readParts(parts: readonly Part[], known: Known): SolvedFile {
  const findings: Finding[] = []
  const solved: Solved[] = []
  const idle: { part: Part; month: Solved }[] = []
  const unread: Part[] = []
  for (const part of parts) {
    const month = solvePart(part, known)
    if (month === 'undated' || (month === null && lacksPeriod(part, known)))
      findings.push(finding('unreadable', 'no_period', part.strips[0]?.line.page ?? null))
    else if (month === null && entryLikeIn(part).length > 0)
      findings.push(finding('unreadable', 'no_balances', entryLikeIn(part)[0]?.line.page ?? null))
    else if (month === null) unread.push(part)
    else if (month.entries.length === 0) idle.push({ part, month })
    else solved.push(month)
  }
  const isFileIdle = solved.length === 0
  for (const { month } of idle) {
    // A part without any entry is a summary of another part, or a month in which nothing happened.
    if (solved.some((other) => repeats(month, other))) continue
    if (isFileIdle && month.month.findings.length === 0)
      month.month.findings.push(finding('no_transactions', 'no_entries', null))
    solved.push(month)
  }
  for (const [at, one] of solved.entries()) {
    const other = solved.slice(0, at).find((before) => overlaps(before, one))
    if (other !== undefined) one.month.findings.push(overlapFinding(other, one))
  }
  for (const { figures } of unread) {
    // A part that prints a balance which no other part has.
    const more = figures.find(
      ({ kind, cents }) =>
        (kind === 'opening' || kind === 'closing') &&
        !solved.some(({ month }) => month.opening_cents === cents || month.closing_cents === cents),
    )
    if (more !== undefined) findings.push(finding('unreadable', 'reading_doubted', more.page))
  }
  return { solved, findings, figures: parts.flatMap(({ figures }) => figures) }
}

/** True if words name both balances of lines that look like entries, and nothing names their period. */
const lacksPeriod = (part: Part, { fallback }: Known): boolean =>
  (part.period ?? fallback) === null &&
  entryLikeIn(part).length > 0 &&
  ['opening', 'closing'].every((kind) => part.figures.some((figure) => figure.kind === kind))

/** True if a part without entries says the same as another part: it is a summary. */
const repeats = (summary: Solved, { last4, month }: Solved): boolean =>
  (summary.last4 === last4 || summary.last4 === '') &&
  summary.month.from === month.from &&
  summary.month.to === month.to &&
  summary.month.opening_cents === month.opening_cents &&
  summary.month.closing_cents === month.closing_cents

/** True if two parts are about the same days of one account. One month can end on the day on which the next one begins. */
const overlaps = (one: Solved, other: Solved): boolean =>
  one.last4 === other.last4 &&
  addDays(one.month.from, 1) <= other.month.to &&
  addDays(other.month.from, 1) <= one.month.to

function overlapFinding(one: Solved, other: Solved): Finding {
  const [first = null, page = null] = [one.pages[0], other.pages[0]]
  const textOf = ({ month }: Solved) =>
    JSON.stringify([
      month.opening_cents,
      month.closing_cents,
      month.transactions.map(({ date, amount_cents }) => [date, amount_cents]),
    ])
  return textOf(one) === textOf(other) && page !== null && first !== null
    ? finding('page_duplicated', 'page_twice', page, { other_page: first })
    : finding('unreadable', 'reading_doubted', page)
}

function solvePart(part: Part, known: Known): Solved | 'undated' | null {
  const reading = readingOf(part, known.isWhole, known.isSingle)
  if (reading === null) return idlePart(part, known)
  const { isTwice, isSecond, isUnclear, areDoubted } = datesIn(part, reading.entries)
  const monthWith = (isOfSecond: boolean, areUnclear = areDoubted) =>
    monthOf(part, known, reading, datesOf(part, reading.entries, isOfSecond), areUnclear)
  const month = monthWith(isSecond)
  if (!isTwice) return month
  // The balances of days tell which of two dates is the day of posting.
  const other = monthWith(!isSecond)
  // A period can follow from the dates, so it says nothing about them.
  const missed = (one: typeof other) =>
    one === 'undated'
      ? Infinity
      : one.month.findings.filter(({ detail }) => detail !== 'no_period').length * MOST_DAYS -
        one.month.daily_balances.length
  if (missed(other) < missed(month)) return other
  const isOpen = other === 'undated' || missed(other) === missed(month)
  return isUnclear && isOpen ? monthWith(isSecond, true) : month
}

/** More days than a statement has balances of. */
const MOST_DAYS = 1000

/** Gives the entries of a reading their dates, and compares it with everything else that the part prints. */
function monthOf(
  part: Part,
  known: Known,
  reading: Reading,
  dates: readonly (PrintedDate | null)[],
  areDoubted: boolean,
): Solved | 'undated' {
  const { last4 } = part
  const all = dates.filter((date) => date !== null)
  const printed = part.period ?? known.fallback ?? spanOf(part.strips, reading, all, known)
  const swap = known.isDayFirst || needsTurn(all, printed)
  const dayOf = (date: PrintedDate | null | undefined) =>
    date === null || date === undefined ? null : dayIn(swap ? turned(date) : date, printed)
  const days = dates.map(dayOf)
  const sorted = days.filter((day) => day !== null).toSorted()
  if (printed === null && sorted.length === 0) return 'undated'
  const { isUnsure, ...period } = printed ?? { from: sorted[0] ?? '', to: sorted.at(-1) ?? '' }
  const isInside = sorted.every((day) => day >= period.from && day <= period.to)
  const transactions = reading.entries.map(({ strip, at, cents, balance }, index): Transaction => {
    const { page, shift, y, size, words } = strip.line
    const check_number = checkIn(strip)
    return {
      date: days[index] ?? period.from,
      description: descriptionOf(part.strips, at),
      amount_cents: cents,
      page,
      place: { x0: (words[0]?.x0 ?? 0) + shift, x1: (words.at(-1)?.x1 ?? 0) + shift, y, size },
      balance_after_cents: balance,
      check_number,
    }
  })
  const areDatesDoubted = areDoubted || printed === null || isUnsure === true || !isInside
  const checked = checksOf(part, {
    ...reading,
    ...period,
    transactions,
    areDatesDoubted,
    // A list of balances can begin with the day before the period.
    dayOf: ({ dates: [first] }) => {
      if (first === undefined) return null
      const around = { from: addDays(period.from, -1), to: period.to }
      return dateInPeriod(swap ? turned(first.date) : first.date, around)
    },
  })
  const bits = Math.floor(reading.bits + checked.bits)
  const { findings } = checked
  const page = reading.entries[0]?.strip.line.page ?? null
  if (days.includes(null)) {
    const at = days.indexOf(null)
    findings.push(
      finding('does_not_add_up', 'date_outside', page, {
        quote: reading.entries[at]?.strip.line.text ?? null,
      }),
    )
  }
  const [early, late] = reading.isUpward ? [days.at(-1), days[0]] : [days[0], days.at(-1)]
  // Running balances that go back in time.
  if (reading.isChain && (early ?? '') > (late ?? ''))
    findings.push(finding('unreadable', 'reading_doubted', page))
  if (findings.length === 0 && bits < LEAST_BITS)
    findings.push(finding('nothing_to_check', 'nothing_printed', page))
  // Without a period, nothing tells whether a page is missing.
  if (printed === null && !known.isWhole && !known.isSingle)
    findings.push(finding('unreadable', 'no_period', null))
  if (known.isOrderOpen) findings.push(finding('unreadable', 'reading_doubted', page))
  findings.push(...doubtsOf(part, page))
  return {
    last4,
    part,
    entries: reading.entries,
    pages: [...new Set(transactions.map((one) => one.page))],
    misfits: findings.length === 0 ? 0 : findings.length + Math.max(0, LEAST_BITS - bits),
    month: {
      ...period,
      opening_cents: reading.opening,
      closing_cents: reading.closing,
      transactions,
      daily_balances: checked.daily,
      passed: checked.passed,
      findings,
      proof: {
        bits,
        balances: reading.entries.filter(({ balance }) => balance !== null).length,
        totals: checked.totals,
        days: checked.daily.length,
        is_opening_printed: isPrinted(part, reading),
      },
      ...(areDatesDoubted ? { has_doubted_dates: true as const } : {}),
    },
  }
}

/** True if a line that is not an entry prints the opening balance. */
function isPrinted({ strips }: Part, { entries, opening }: Reading): boolean {
  const used = new Set(entries.map(({ at }) => at))
  return strips.some((strip, at) => !used.has(at) && moneyIn(strip).some(({ cents }) => cents === opening))
}

function doubtsOf(part: Part, page: number | null): Finding[] {
  return [
    ...(part.isDoubted ? [finding('unreadable', 'reading_doubted', page)] : []),
    ...(part.isDebt ? [finding('not_a_bank_statement', 'card_statement', page)] : []),
  ]
}

/** A month without entries: words name both balances. */
function idlePart(part: Part, { fallback }: Known): Solved | null {
  const period = part.period ?? fallback
  const opening = part.figures.find(({ kind }) => kind === 'opening')
  const closing = part.figures.findLast(({ kind }) => kind === 'closing')
  if (period === null || opening === undefined || closing === undefined) return null
  const findings: Finding[] = []
  const totals = part.figures.filter(({ kind }) => kind === 'credit' || kind === 'debit')
  const isZero = totals.length > 1 && totals.every(({ cents }) => cents === 0)
  // A line with a date and an amount, but no table: the entries were not found. Printed totals of zero say that there are none.
  const loose = isZero
    ? undefined
    : part.strips.find(
        (strip) =>
          strip.amounts.some(({ cents }) => cents !== 0) &&
          !/balance|saldo/.test(strip.line.plain) &&
          (strip.dates.length > 0 || beginsOddly(strip)),
      )
  if (loose !== undefined)
    findings.push(
      finding('does_not_add_up', 'amount_unreadable', loose.line.page, { quote: loose.line.text }),
    )
  if (opening.cents !== closing.cents)
    findings.push(
      finding('does_not_add_up', 'closing_balance', closing.page, {
        printed_cents: closing.cents,
        read_cents: opening.cents,
      }),
    )
  findings.push(...doubtsOf(part, opening.page))
  return {
    last4: part.last4,
    part,
    entries: [],
    pages: [opening.page],
    misfits: findings.length === 0 ? 0 : findings.length + LEAST_BITS,
    month: {
      ...period,
      opening_cents: opening.cents,
      closing_cents: closing.cents,
      transactions: [],
      daily_balances: [],
      passed: opening.cents === closing.cents ? ['sum'] : [],
      findings,
    },
  }
}

/** True if more dates are inside the period when they are read with the day first. */
function needsTurn(dates: readonly PrintedDate[], period: Period | null): boolean {
  if (dates.some(({ order }) => order === 'day_first')) return true
  if (period === null) return false
  const inside = (some: readonly PrintedDate[]) =>
    some.filter((date) => dateInPeriod(date, period) !== null).length
  return inside(dates.map(turned)) > inside(dates)
}

/** Completes a date. One without a year outside the period gets the year of the period's end. */
function dayIn(date: PrintedDate, period: Period | null): string | null {
  const inside = period === null ? null : dateInPeriod(date, period)
  if (inside !== null) return inside
  const year = date.year ?? (period === null ? null : Number(period.to.slice(0, 4)))
  return year === null ? null : isoDay(year, date.month, date.day)
}

/** The words of an entry that are neither its date nor its amounts, and the lines below it. */
function descriptionOf(strips: readonly Strip[], at: number): string {
  const strip = strips[at]
  if (strip === undefined) return ''
  const isTaken = (word: number) =>
    strip.dates.some(({ first, last }) => word >= first && word <= last) ||
    strip.amounts.some(({ first, last, isWhole }) => !isWhole && word >= first && word <= last)
  const words = strip.line.words.filter((_, word) => !isTaken(word))
  const start = words[0]?.x0 ?? strip.line.words[0]?.x0 ?? 0
  const lines = [words.map(({ text }) => text).join(' ')]
  for (let below = at + 1; below < strips.length; below++) {
    const [before, next] = [strips[below - 1], strips[below]]
    if (before === undefined || next === undefined || next.dates.length > 0) break
    const isNear =
      next.line.page === before.line.page &&
      next.line.y - before.line.y < 1.75 * strip.line.size &&
      Math.abs((next.line.words[0]?.x0 ?? 0) - start) < 2 * strip.line.size
    if (!isNear || next.amounts.some(({ isWhole }) => !isWhole)) break
    lines.push(next.line.text)
  }
  return lines.join(' ')
}

/** `Check 1041`, or the number that stands alone beside the date in a list of checks. */
function checkIn({ line, dates: [date] }: Strip): string | null {
  const named = /\b(?:check|chk|cheque)s?(?: (?:no|number|num))?\.? ?#? ?(\d{2,8})\b/.exec(line.plain)?.[1]
  if (named !== undefined) return named
  const before = date?.first === 1 ? line.words[0]?.text : undefined
  return /^(\d{3,8})[*^]?$/.exec(before ?? '')?.[1] ?? null
}
