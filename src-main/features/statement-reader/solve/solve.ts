import { addDays, isoDay } from '../../../../src-shared/platform/base/days.ts'
import {
  dateAt,
  isInWord,
  type PrintedDate,
  turned,
} from '../../../../src-shared/platform/base/printed-dates.ts'
import type {
  Check,
  StatementMonth,
  Transaction,
} from '../../../../src-shared/features/statements/statement.ts'
import { accountIn } from '../account-numbers.ts'
import { amountsIn } from '../amounts.ts'
import { areAllThere } from '../arrange-pages.ts'
import { dateInPeriod, type Period } from '../dates.ts'
import { countIn, labelBefore, summaryKindOf } from '../labels.ts'
import type { Line } from '../lines.ts'
import { ALONE, isDayFirstIn, isSame, periodOfFile, type Range, rangesIn } from '../periods.ts'
import { bitsOf, type Chain, chainsOf } from './chains.ts'
import { type Strip, stripsOf } from './facts.ts'
import { type Cell, type Row, rowsOf } from './rows.ts'
import { bridgeOf, type Group } from './sections.ts'

/**
 * Reads statements by their arithmetic: running balances, or printed sums between two balances, show which lines are entries and which
 * amounts are money in. Words only name the account and the period, and may contradict.
 */

/** Least evidence of a month, in bits: by chance, its equations would hold once in 2^40. */
const LEAST_BITS = 40

/** One month of an account, as its arithmetic shows it. */
export interface Solved {
  last4: string
  month: StatementMonth
}

interface Entry {
  strip: Strip
  /** Index of the strip in its part. */
  at: number
  cents: number
  balance: number | null
  cell: Cell
}

/** Returns the months of a file. Null unless everything in it that looks like an entry is explained, and nothing contradicts it. */
export function solve(pages: readonly Line[][]): Solved[] | null {
  const strips = stripsOf(pages)
  const isDayFirst = isDayFirstIn(pages)
  const fallback = periodOfFile(pages, isDayFirst)
  const file = { isWhole: areAllThere(pages), isSingle: pages.length === 1 }
  const parts = partsOf(strips, isDayFirst, file)
  const solved = solveParts(parts, fallback, isDayFirst)
  if (solved !== null || parts.length < 2) return solved
  const [first] = parts
  return first === undefined ? null : solveParts([{ ...first, strips }], fallback, isDayFirst)
}

function solveParts(parts: readonly Part[], fallback: Period | null, isDayFirst: boolean): Solved[] | null {
  const solved: Solved[] = []
  for (const part of parts) {
    const found = solvePart(part, fallback, isDayFirst)
    if (found === 'contradicted') return null
    if (found !== null) solved.push(found)
    else if (rowsOf(part.strips).some(isEntryLike)) return null
  }
  return solved.length === 0 ? null : solved
}

/** The lines about one account in one period. */
interface Part {
  strips: Strip[]
  last4: string
  range: Range | null
  /** True if the numbers of the pages show that none is missing. */
  isWhole: boolean
  /** True if the file has one page. */
  isSingle: boolean
}

/** Cuts a file where another account number or another period is printed. */
function partsOf(
  strips: readonly Strip[],
  isDayFirst: boolean,
  file: Pick<Part, 'isWhole' | 'isSingle'>,
): Part[] {
  const parts: Part[] = []
  let part: Part = { strips: [], last4: '', range: null, ...file }
  parts.push(part)
  let hasEntries = false
  for (const [at, strip] of strips.entries()) {
    const above = strips[at - 1]?.line
    const last4 = strip.amounts.some(({ isWhole }) => !isWhole) ? null : accountIn(strip.line, above)
    const range = rangesIn(strip.line, above, isDayFirst).find(({ rank }) => rank >= ALONE) ?? null
    const isOther =
      (last4 !== null && part.last4 !== '' && last4 !== part.last4) ||
      (range !== null && part.range !== null && !isSame(range.period, part.range.period))
    if (isOther && hasEntries) {
      part = { strips: [], last4: part.last4, range: range === null ? part.range : null, ...file }
      parts.push(part)
      hasEntries = false
    }
    part.strips.push(strip)
    hasEntries ||= strip.dates.length > 0 && strip.amounts.some(({ isWhole }) => !isWhole)
    if (last4 !== null && (part.last4 === '' || isOther)) part.last4 = last4
    if (range !== null && (part.range === null || range.rank > part.range.rank)) part.range = range
  }
  return parts
}

/** True for a line with a date at its edge and an amount. */
const isEntryLike = ({ strip, cells }: Row) => strip.dates.length > 0 && cells.some(({ isWhole }) => !isWhole)

function solvePart(part: Part, fallback: Period | null, isDayFirst: boolean): Solved | 'contradicted' | null {
  const rows = rowsOf(part.strips)
  const period = part.range?.period ?? fallback ?? periodBetween(part.strips, isDayFirst)
  const inRows = new Set(rows.filter(isEntryLike).map(({ at }) => at))
  const outside = part.strips.flatMap(({ amounts }, at) =>
    inRows.has(at) ? [] : amounts.filter(({ isWhole }) => !isWhole).map(({ cents }) => cents),
  )
  const chains = chainsOf(rows, new Set(outside))
  const [chain] = chains
  if (chain !== undefined && chain.bits + printedBits(outside, chain) >= LEAST_BITS)
    return chains.length === 1 && chain.isOpeningKnown
      ? fromChain(part, rows, chain, period, isDayFirst)
      : 'contradicted'
  return fromSections(part, rows, period, isDayFirst)
}

/**
 * True if the opening balance stands in a line without an entry, and in a file of several pages also the closing balance. Otherwise, the first
 * or the last page can be missing.
 */
function areBalancesPrinted({ strips, isSingle }: Part, { opening, closing, links }: Chain): boolean {
  const inEntries = new Set(links.filter(({ cell }) => cell !== null).map(({ row }) => row.at))
  return (isSingle ? [opening] : [opening, closing]).every((balance) =>
    strips.some(({ amounts }, at) => !inEntries.has(at) && amounts.some(({ cents }) => cents === balance)),
  )
}

/** Most days of a period. */
const LONGEST_PERIOD = 100

/** The only two days that stand together in a line without amounts, whatever word is between them. Null if there are several. */
function periodBetween(strips: readonly Strip[], isDayFirst: boolean): Period | null {
  const periods = new Map<string, Period>()
  for (const { line, amounts } of strips) {
    if (amounts.some(({ isWhole }) => !isWhole)) continue
    const days = daysIn(line.plain, isDayFirst)
    const [from, to] = days
    if (days.length !== 2 || from === undefined || to === undefined) continue
    if (from < to && addDays(from, LONGEST_PERIOD) >= to) periods.set(`${from} ${to}`, { from, to })
  }
  const [only] = periods.values()
  return only !== undefined && periods.size === 1 ? only : null
}

/** All days with a year in a folded line. */
function daysIn(plain: string, isDayFirst: boolean): string[] {
  const days: string[] = []
  for (let at = 0; at < plain.length; at++) {
    const date = isInWord(plain, at) ? null : dateAt(plain, at)
    if (date === null) continue
    const { year, month, day } = isDayFirst ? turned(date) : date
    const found = year === null ? null : isoDay(year, month, day)
    if (found !== null) days.push(found)
    at = date.end - 1
  }
  return days
}

/** What it proves that the balances at the ends of a chain are printed outside of its rows. */
function printedBits(outside: readonly number[], { opening, closing }: Chain): number {
  const search = Math.log2(outside.length + 1)
  return [opening, closing].reduce(
    (sum, cents) => sum + (outside.includes(cents) ? Math.max(0, bitsOf(cents) - search) : 0),
    0,
  )
}

function fromChain(
  part: Part,
  rows: readonly Row[],
  chain: Chain,
  period: Period | null,
  isDayFirst: boolean,
): Solved | 'contradicted' | null {
  const inLinks = new Set(chain.links.map(({ row }) => row.at))
  if (!part.isWhole && !areBalancesPrinted(part, chain)) return null
  const entries = chain.links.flatMap(({ row, cents, balance, cell }): Entry[] =>
    cell === null ? [] : [{ strip: row.strip, at: row.at, cents, balance, cell }],
  )
  if (!areRepeated(part.strips, inLinks, entries, chain)) return 'contradicted'
  const ordered = entries.toSorted((one, other) => one.at - other.at)
  const month = monthOf(part, ordered, chain, period, isDayFirst, ['sum', 'running'])
  if (month === null || month === 'contradicted') return month
  return contradictsTotals(part, month.month.transactions, []) ? 'contradicted' : month
}

/**
 * True if all other lines with a date and an amount repeat entries, as a list of the checks does, or balances. Between the entries, a number
 * without decimal places is an amount, too.
 */
function areRepeated(
  strips: readonly Strip[],
  isUsed: ReadonlySet<number>,
  entries: readonly Entry[],
  { opening, closing }: { opening: number; closing: number },
): boolean {
  const places = entries.map(({ at }) => at)
  const [first, last] = [Math.min(...places), Math.max(...places)]
  const known = new Set(
    [opening, closing, ...entries.flatMap(({ cents, balance }) => [cents, balance ?? 0])].map(Math.abs),
  )
  return strips.every(({ dates: [date], amounts }, at) => {
    if (date === undefined || isUsed.has(at)) return true
    const isInTable = at > first && at < last && date.first <= 1
    return amounts.every(({ cents, isWhole }) => (isWhole && !isInTable) || known.has(Math.abs(cents)))
  })
}

function fromSections(
  part: Part,
  rows: readonly Row[],
  period: Period | null,
  isDayFirst: boolean,
): Solved | 'contradicted' | null {
  const bridge = bridgeOf(part.strips, rows)
  if (bridge === null || bridge.bits < LEAST_BITS) return null
  const used = bridge.groups.filter(({ sign }) => sign !== 0)
  const entries = used.flatMap(({ entries: own, sign }) =>
    own.map(({ strip, at, cell, cents }): Entry => ({ strip, at, cents: cents * sign, balance: null, cell })),
  )
  const inGroups = new Set(bridge.groups.flatMap(({ entries: own }) => own.map(({ at }) => at)))
  if (!areRepeated(part.strips, inGroups, entries, bridge)) return 'contradicted'
  if (used.some((group) => isMiscounted(group, part.strips))) return 'contradicted'
  const month = monthOf(part, entries, bridge, period, isDayFirst, ['sum', 'sections'])
  if (month === null || month === 'contradicted') return month
  if (contradictsTotals(part, month.month.transactions, used)) return 'contradicted'
  const daily = bridge.groups.filter(({ sign }) => sign === 0)
  return areDailyBalances(daily, month.month, isDayFirst) ? month : 'contradicted'
}

/** True if a total prints another number of entries than its group has: `Total checks (12)`. */
function isMiscounted({ total, entries }: Group, strips: readonly Strip[]): boolean {
  const line = total === null ? undefined : strips[total.at]?.line
  const count = line === undefined ? null : countIn(labelBefore(line))
  return count !== null && count !== entries.length
}

/** Compares lists of balances with the balances that the entries give. */
function areDailyBalances(
  groups: readonly Group[],
  { opening_cents, transactions, from, to }: StatementMonth,
  isDayFirst: boolean,
): boolean {
  const ends = new Map<string, number>()
  for (const { date, amount_cents } of transactions) ends.set(date, (ends.get(date) ?? 0) + amount_cents)
  const balanceOn = (day: string) =>
    [...ends].reduce((sum, [date, cents]) => (date <= day ? sum + cents : sum), opening_cents)
  return groups.every(({ entries }) =>
    entries.every(({ date, cents }) => {
      const day =
        date === null ? null : dateInPeriod(isDayFirst ? turned(date) : date, { from: addDays(from, -1), to })
      return day !== null && balanceOn(day) === cents
    }),
  )
}

function monthOf(
  part: Part,
  entries: readonly Entry[],
  { opening, closing }: { opening: number; closing: number },
  printed: Period | null,
  isDayFirst: boolean,
  passed: Check[],
): Solved | 'contradicted' | null {
  const table = part.strips.slice(entries[0]?.at, (entries.at(-1)?.at ?? 0) + 1)
  if (entries.length === 0 || table.some(hasUnreadDate)) return null
  // Without a period, nothing tells whether a page is missing.
  if (printed === null && !part.isWhole && !part.isSingle) return null
  const dates = datesOf(part, entries)
  const all = dates.filter((date) => date !== null)
  const swap = isDayFirst || needsTurn(all, printed)
  const days = dates.map((date) => (date === null ? null : dayOf(swap ? turned(date) : date, printed)))
  if (days.includes(null)) return null
  const sorted = days.filter((day) => day !== null).toSorted()
  const period = printed ?? { from: sorted[0] ?? '', to: sorted.at(-1) ?? '' }
  const isInside = sorted.every((day) => day >= period.from && day <= period.to)
  if (contradictsBalances(part, opening, closing, period)) return 'contradicted'
  const transactions = entries.map(({ strip, at, cents, balance }, index): Transaction => {
    const { line } = strip
    return {
      date: days[index] ?? period.from,
      description: descriptionOf(part.strips, at),
      amount_cents: cents,
      page: line.page,
      place: { x0: line.words[0]?.x0 ?? 0, x1: line.words.at(-1)?.x1 ?? 0, y: line.y, size: line.size },
      balance_after_cents: balance,
      check_number: checkIn(line),
    }
  })
  return {
    last4: part.last4,
    month: {
      ...period,
      opening_cents: opening,
      closing_cents: closing,
      transactions,
      daily_balances: [],
      passed,
      findings: [],
      ...(printed === null || !isInside ? { has_doubted_dates: true as const } : {}),
    },
  }
}

/** The date of each entry: its own, that of an entry above, or a date above that stands alone in its line. */
function datesOf({ strips }: Part, entries: readonly Entry[]): (PrintedDate | null)[] {
  const places = new Set(entries.map(({ at }) => at))
  return entries.map(({ at }) => {
    for (let above = at; above >= 0; above--) {
      const [date, ...more] = strips[above]?.dates ?? []
      if (date === undefined) continue
      if (places.has(above) || (more.length === 0 && date.first <= 1)) return date.date
    }
    return null
  })
}

/** True if more dates are inside the period when they are read with the day first. */
function needsTurn(dates: readonly PrintedDate[], period: Period | null): boolean {
  if (dates.some(({ order }) => order === 'day_first')) return true
  if (period === null) return false
  const inside = (some: readonly PrintedDate[]) =>
    some.filter((date) => dateInPeriod(date, period) !== null).length
  return inside(dates.map(turned)) > inside(dates)
}

/** True for digits that look like a date, but are none: `03/2O`. */
const hasUnreadDate = ({ dates, line }: Strip) =>
  dates.length === 0 &&
  /^\d{1,2}[/.-]\S/.test(line.words[0]?.text ?? '') &&
  amountsIn(line.words.slice(0, 1)).length === 0

/** Completes a date. One without a year outside the period gets the year of the period's end. */
function dayOf(date: PrintedDate, period: Period | null): string | null {
  const inside = period === null ? null : dateInPeriod(date, period)
  if (inside !== null) return inside
  const year = date.year ?? (period === null ? null : Number(period.to.slice(0, 4)))
  return year === null ? null : isoDay(year, date.month, date.day)
}

/** True if words name a balance that is another than that of the reading. */
function contradictsBalances({ strips }: Part, opening: number, closing: number, period: Period): boolean {
  return strips.some(({ line, amounts }) => {
    const [amount] = amounts.filter(({ isWhole }) => !isWhole)
    if (amount === undefined || amounts.length > 1) return false
    const kind = summaryKindOf(labelBefore(line), period)
    return (
      (kind === 'opening' && amount.cents !== opening) || (kind === 'closing' && amount.cents !== closing)
    )
  })
}

/** Most lines between the two balances of a summary. */
const LONGEST_SUMMARY = 16

/** The lines of the summary: from the opening to the closing balance, if words name both. */
function summaryOf(strips: readonly Strip[]): Strip[] {
  const kinds = strips.map(({ line }) => summaryKindOf(labelBefore(line), null))
  const [opening, closing] = [kinds.indexOf('opening'), kinds.indexOf('closing')]
  const isNear = opening >= 0 && closing > opening && closing - opening <= LONGEST_SUMMARY
  return isNear ? strips.slice(opening, closing + 1) : []
}

/**
 * True if a total in the summary is none of the sums of the entries. The totals of several kinds of entries, such as checks and fees, can add
 * up to all money out.
 */
function contradictsTotals(
  { strips }: Part,
  transactions: readonly Transaction[],
  groups: readonly Group[],
): boolean {
  const sumOf = (some: readonly number[]) => some.reduce((sum, cents) => sum + cents, 0)
  const amounts = transactions.map(({ amount_cents }) => amount_cents)
  const totals = {
    credit: sumOf(amounts.filter((cents) => cents > 0)),
    debit: -sumOf(amounts.filter((cents) => cents < 0)),
  }
  const sums = new Set([0, totals.credit, totals.debit])
  for (const [from] of groups.entries()) {
    let sum = 0
    for (const group of groups.slice(from)) {
      sum += group.sum
      sums.add(Math.abs(sum))
    }
  }
  const figures = summaryOf(strips).flatMap(({ line, amounts: all }) => {
    const [money, ...more] = all.filter(({ isWhole }) => !isWhole)
    if (money === undefined || more.length > 0) return []
    return [{ kind: summaryKindOf(labelBefore(line), null), cents: Math.abs(money.cents) }]
  })
  return (['credit', 'debit'] as const).some((kind) => {
    const own = figures.filter((one) => one.kind === kind).map(({ cents }) => cents)
    return own.some((cents) => !sums.has(cents)) && sumOf(own) !== totals[kind]
  })
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

const checkIn = ({ plain }: Line): string | null =>
  /\b(?:check|chk|cheque)s?(?: (?:no|number|num))?\.? ?#? ?(\d{2,8})\b/.exec(plain)?.[1] ?? null
