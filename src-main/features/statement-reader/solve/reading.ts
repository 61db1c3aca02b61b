import type { PrintedDate } from '../../../../src-shared/platform/base/printed-dates.ts'
import type { Finding, Transaction } from '../../../../src-shared/features/statements/statement.ts'
import { finding } from '../finding.ts'
import { bitsOf, type Chain, chainsOf, LEAST_BITS } from './chains.ts'
import { amountsIn } from '../amounts.ts'
import { squash } from '../lines.ts'
import { figuresIn } from './sums.ts'
import { headingOver, moneyIn, type Strip } from './facts.ts'
import type { Part } from './parts.ts'
import { type Cell, type Row, rowsOf } from './rows.ts'
import { bridgeOf, type Group } from './sections.ts'

/** A line that is an entry. */
export interface Entry {
  strip: Strip
  /** Index of the strip in its part. */
  at: number
  /** With its sign. */
  cents: number
  balance: number | null
  cell: Cell
}

/** What a part says if its lines are read in one way. */
export interface Reading {
  opening: number
  closing: number
  /** In the order of the page. */
  entries: Entry[]
  /** Lines that the reading explains: its entries, and rows with nothing but balances or totals. */
  explained: ReadonlySet<number>
  rows: readonly Row[]
  /** The sections, for a reading by printed sums. */
  groups: readonly Group[]
  isChain: boolean
  /** True if the chain begins with the last row of the page. */
  isUpward: boolean
  bits: number
  /** Where the equations of the reading do not hold. */
  breaks: Finding[]
}

/** A reading with its dates. */
export interface Dated extends Reading {
  from: string
  to: string
  transactions: Transaction[]
  areDatesDoubted: boolean
  /** The day of a line. Null if it has none in the period. */
  dayOf(strip: Strip): string | null
}

/**
 * Returns the reading of a part with the most evidence: running balances, or sections between two balances. A reading without enough evidence
 * says at least what the entries would be. Null if nothing can be read.
 */
export function readingOf(part: Part, isWhole: boolean, isSingle: boolean): Reading | null {
  const rows = rowsOf(part.strips)
  const isEntry = ({ strip }: Row) => strip.isEntry && !part.balances.has(strip)
  const inRows = new Set(rows.filter(isEntry).map(({ at }) => at))
  const outside = part.strips.flatMap((strip, at) =>
    inRows.has(at) ? [] : moneyIn(strip).map(({ cents }) => cents),
  )
  const chainIn = (some: readonly Row[]) =>
    fromChains(part, some, chainsOf(some, new Set(outside)), outside, isWhole, isSingle)
  const isProved = ({ bits, breaks }: Reading) => bits >= LEAST_BITS && breaks.length === 0
  const chain = chainIn(rows)
  if (chain !== null && isProved(chain)) return chain
  const bridge = fromBridge(part, rows)
  if (bridge !== null && isProved(bridge)) return bridge
  // Running balances can tell which column of numbers without decimal places is money.
  const wide = chainIn(rowsOf(part.strips, true))
  if (wide !== null && isProved(wide)) return wide
  if (chain === null || bridge === null) return bridge ?? chain
  return bridge.bits >= chain.bits ? bridge : chain
}

function fromChains(
  part: Part,
  rows: readonly Row[],
  all: readonly Chain[],
  outside: readonly number[],
  isWhole: boolean,
  isSingle: boolean,
): Reading | null {
  const chains = withoutRepeats(all)
  const [first, last] = [chains[0], chains.at(-1)]
  if (first === undefined || last === undefined) return null
  const { opening } = first
  const { closing } = last
  const links = chains.flatMap((chain) => chain.links)
  const entries = links.flatMap(({ row, cents, balance, cell }): Entry[] =>
    cell === null ? [] : [{ strip: row.strip, at: row.at, cents, balance, cell }],
  )
  if (entries.length === 0) return null
  const breaks = chains.slice(1).flatMap((chain, at) => breakAt(chain, chains[at]))
  if (breaks.length === 0 && !first.isOpeningKnown)
    breaks.push(finding('unreadable', 'entries_without_balances', entries[0]?.strip.line.page ?? null))
  const sums = [1, -1].map((sign) => entries.reduce((sum, { cents }) => sum + Math.max(0, cents * sign), 0))
  const bits =
    chains.reduce((sum, one) => sum + one.bits, 0) +
    (breaks.length > 0 ? 0 : printedBits(outside, first.isOpeningChosen ? [closing] : [opening, closing])) +
    (breaks.length > 0 || entries.length < 3 ? 0 : printedBits(outside, sums))
  // Without page numbers, the first or the last page could be missing, unless its balance stands outside the entries.
  const places = new Set(entries.map(({ at }) => at))
  const others = part.strips.filter((_, at) => !places.has(at))
  const isPrinted = (balance: number) => arePrintedIn(others, [balance], { opening, closing, entries })
  const isComplete =
    isWhole ||
    (isPrinted(opening) && (isSingle || isPrinted(closing))) ||
    // A first row whose amount is its balance can be the balance before it.
    (opening !== 0 && areSumsPrinted(others, sums))
  if (!isComplete) breaks.push(finding('unreadable', 'balances_not_printed', null))
  const ordered = entries.toSorted((one, other) => one.at - other.at)
  const explained = new Set(links.map(({ row }) => row.at))
  return {
    opening,
    closing,
    entries: ordered,
    explained,
    rows,
    groups: [],
    isChain: true,
    isUpward: (links[0]?.row.at ?? 0) > (links.at(-1)?.row.at ?? 0),
    bits,
    breaks,
  }
}

/** Leaves out single rows above or below the longest chain that repeat its amounts, such as the lines of a list of checks. */
function withoutRepeats(chains: readonly Chain[]): readonly Chain[] {
  const [main] = chains.toSorted((one, other) => other.bits - one.bits)
  if (main === undefined) return chains
  const places = main.links.map(({ row }) => row.at)
  const [top, bottom] = [Math.min(...places), Math.max(...places)]
  const known = new Set(main.links.flatMap(({ cents, balance }) => [Math.abs(cents), Math.abs(balance ?? 0)]))
  return chains.filter((chain) => {
    if (chain === main || chain.bits > 0) return true
    return chain.links.some(
      ({ row }) =>
        (row.at >= top && row.at <= bottom) ||
        moneyIn(row.strip).some(({ cents }) => !known.has(Math.abs(cents))),
    )
  })
}

/** The finding for a balance that does not follow from the one before. */
function breakAt({ brokenAt, links, opening, closing }: Chain, before: Chain | undefined): Finding[] {
  const [link] = links
  const printed = link?.balance ?? opening
  return [
    finding('running_balance_mismatch', 'running_balance', brokenAt?.strip.line.page ?? null, {
      quote: brokenAt?.strip.line.text ?? null,
      printed_cents: printed,
      read_cents: (before?.closing ?? closing) + (link?.cents ?? 0),
    }),
  ]
}

/** True if lines print balances. A line with an amount that nothing explains can be an entry: then another balance is the first or the last one. */
export function arePrintedIn(
  strips: readonly Strip[],
  balances: readonly number[],
  reading: Pick<Reading, 'opening' | 'closing' | 'entries'>,
): boolean {
  const known = figuresIn(reading)
  return balances.every((balance) =>
    strips.some(
      (strip) =>
        strip.amounts.some(({ cents }) => cents === balance) &&
        moneyIn(strip).every(({ cents }) => known.has(Math.abs(cents))),
    ),
  )
}

/** True if lines that are no entries print the sums of both directions, which would be others if a page were missing. */
function areSumsPrinted(strips: readonly Strip[], sums: readonly number[]): boolean {
  return sums.every(
    (sum) =>
      sum > 0 &&
      strips.some(
        (strip) =>
          !/\b(?:page|pagina|seite|blad|hoja)\b/.test(strip.line.plain) &&
          moneyIn(strip).some(({ cents }) => Math.abs(cents) === sum),
      ),
  )
}

/** What it proves that amounts are printed outside of the rows. */
function printedBits(outside: readonly number[], amounts: readonly number[]): number {
  const search = Math.log2(outside.length + 1)
  const printed = new Set(outside.map(Math.abs))
  return amounts.reduce(
    (sum, cents) => sum + (printed.has(Math.abs(cents)) ? Math.max(0, bitsOf(cents) - search) : 0),
    0,
  )
}

function fromBridge(part: Part, rows: readonly Row[]): Reading | null {
  const bridge = bridgeOf(part, rows)
  if (bridge === null) return null
  const used = bridge.groups.filter(({ sign }) => sign !== 0)
  const entries = used.flatMap(({ entries: own, sign }) =>
    own.map(({ strip, at, cell, cents }): Entry => ({ strip, at, cents: cents * sign, balance: null, cell })),
  )
  if (entries.length === 0) return null
  entries.sort((one, other) => one.at - other.at)
  const { opening, closing, bits, isTied, isPartial } = bridge
  const page = entries[0]?.strip.line.page ?? null
  const breaks = [
    ...(isTied ? [finding('unreadable', 'reading_doubted', page)] : []),
    ...(isPartial ? [finding('unreadable', 'entries_without_balances', page)] : []),
  ]
  const explained = new Set(entries.map(({ at }) => at))
  return {
    opening,
    closing,
    entries,
    explained,
    rows,
    groups: bridge.groups,
    isChain: false,
    isUpward: false,
    bits,
    breaks,
  }
}

/** The date of each entry: its own, that of an entry above, or a date above that stands alone in its line. */
export function datesOf(
  { strips }: Part,
  entries: readonly Entry[],
  isSecond: boolean,
): (PrintedDate | null)[] {
  const places = new Set(entries.map(({ at }) => at))
  return entries.map(({ at }) => {
    for (let above = at; above >= 0; above--) {
      const [date, second] = strips[above]?.dates ?? []
      if (date === undefined || (date.first > 1 && !places.has(above))) continue
      return isSecond && second !== undefined ? second.date : date.date
    }
    return null
  })
}

/** Returns 2 if the heading of a column has a word for the day of posting, 1 if it says only "date", and 0 otherwise. */
function postingRank(heading: string): number {
  const text = squash(heading)
  if (/post|book|contab|registro|asiento|aplicacion/.test(text)) return 2
  return ['date', 'fecha', 'day', 'dia', 'value', 'valor'].includes(text) ? 1 : 0
}

/** One of this many rows without a date is an exception. */
const RARE = 5
/** Most lines of an entry above its amount. */
const MOST_ABOVE = 3

/** Whether entries have two dates, which of them the headings name as the day of posting, and whether other dates could be it. */
export function datesIn(part: Part, entries: readonly Entry[]) {
  const isUndated = ({ strip }: Entry) => strip.dates.length === 0
  const table = part.strips.slice(entries[0]?.at, (entries.at(-1)?.at ?? 0) + 1)
  // The last digits of a year can stand between.
  const twice = entries.filter(
    ({ strip: { dates } }) => dates[0] !== undefined && (dates[1]?.first ?? Infinity) - dates[0].last <= 2,
  )
  const isTwice = twice.length > 0 && twice.length * 2 >= entries.filter((entry) => !isUndated(entry)).length
  const [row] = twice
  const [one = 0, other = 0] =
    row === undefined
      ? []
      : row.strip.dates.map((place) => postingRank(headingOver(part.strips, row.at, place)))
  const places = new Set(entries.map(({ at }) => at))
  const top = Math.max(0, (entries[0]?.at ?? 0) - MOST_ABOVE)
  // A date among the lines of an entry whose amount stands in another line.
  const isLoose = part.strips
    .slice(top, entries.at(-1)?.at)
    .some(
      ({ dates: [date], amounts }, at) =>
        date !== undefined &&
        date.first > 1 &&
        amounts.every(({ isWhole }) => isWhole) &&
        !places.has(top + at),
    )
  const last = entries.at(-1)
  const undated = entries.filter(isUndated).length
  // A table that prints each date once can print it at the first or at the last entry of a day.
  const isLate = undated > 0 && last !== undefined && !isUndated(last)
  // Words of a row without a date that stand where other rows have their dates. A long description can touch the date after it, so only
  // digits count there.
  const columns = entries.flatMap(({ strip }) => strip.dates.slice(0, 1))
  const isCovered = entries.some(
    (entry) =>
      isUndated(entry) &&
      entry.strip.line.words.some(({ text, x0, x1 }, word) =>
        columns.some(
          (date) => date.x0 < x1 && date.x1 > x0 && (/\d/.test(text) || (word === 0 && date.first === 0)),
        ),
      ),
  )
  // In a table with a date in nearly each row, the dates of the others were not read.
  const isRare = undated > 0 && undated * RARE < entries.length
  // Two dates in a row where the others have one: if the second one is between those of its neighbors, the first is of something else.
  const dayOf = ({ month, day }: PrintedDate) => month * 31 + day
  const isOdd = ({ strip: { dates } }: Entry, at: number) => {
    const [before, after] = [entries[at - 1]?.strip.dates[0], entries[at + 1]?.strip.dates[0]]
    if (before === undefined || after === undefined) return false
    const ends = [dayOf(before.date), dayOf(after.date)].toSorted((low, high) => low - high)
    const isBetween = (date: PrintedDate | undefined) =>
      date !== undefined && dayOf(date) >= (ends[0] ?? 0) && dayOf(date) <= (ends[1] ?? 0)
    return !isBetween(dates[0]?.date) && isBetween(dates[1]?.date)
  }
  const isStray = !isTwice && entries.some((entry, at) => twice.includes(entry) && isOdd(entry, at))
  return {
    isTwice,
    isSecond: isTwice && other > one,
    isUnclear: one === other,
    areDoubted:
      table.some(hasUnreadDate) || isLate || isRare || isCovered || isStray || (isLoose && undated > 0),
  }
}

/** True for digits that look like a date, but are none: `03/2O`. */
const hasUnreadDate = ({ dates, line }: Strip) =>
  dates.length === 0 &&
  /^\d{1,2}[/.-]\S/.test(line.words[0]?.text ?? '') &&
  amountsIn(line.words.slice(0, 1)).length === 0
