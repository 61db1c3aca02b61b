import type { PrintedDate } from '../../../../src-shared/platform/base/printed-dates.ts'
import type { Finding } from '../../../../src-shared/features/statements/statement.ts'
import { finding } from '../finding.ts'
import { bitsOf, type Chain, chainsOf, LEAST_BITS } from './chains.ts'
import { moneyIn, type Strip } from './facts.ts'
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
  const chains = chainsOf(rows, new Set(outside))
  const chain = fromChains(part, rows, chains, outside, isWhole, isSingle)
  const isProved = ({ bits, breaks }: Reading) => bits >= LEAST_BITS && breaks.length === 0
  if (chain !== null && isProved(chain)) return chain
  const bridge = fromBridge(part, rows)
  if (chain === null || bridge === null || isProved(bridge)) return bridge ?? chain
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
  if (!isWhole && !areBalancesPrinted(part, { opening, closing, entries }, isSingle))
    breaks.push(finding('unreadable', 'balances_not_printed', null))
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

/** True if the opening balance stands in a line without an entry, and unless `isSingle` also the closing balance. */
export function areBalancesPrinted(
  { strips }: Part,
  { opening, closing, entries }: Pick<Reading, 'opening' | 'closing' | 'entries'>,
  isSingle = false,
): boolean {
  const inEntries = new Set(entries.map(({ at }) => at))
  return (isSingle ? [opening] : [opening, closing]).every((balance) =>
    strips.some(({ amounts }, at) => !inEntries.has(at) && amounts.some(({ cents }) => cents === balance)),
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
