import { headingOver, isBare, isBelow, isColumnHeading, moneyIn, type Strip } from './facts.ts'
import type { Figure, Part } from './parts.ts'
import { bitsOf, LEAST_BITS } from './chains.ts'
import type { Cell, Row } from './rows.ts'
import { directionOf, isDailyBalances, isTotal, type SummaryKind } from '../vocabulary.ts'
import { labelBefore } from '../labels.ts'
import type { PrintedDate } from '../../../../src-shared/platform/base/printed-dates.ts'
import { dailyBits } from './daily-bits.ts'
import { spend } from './effort.ts'

/**
 * Reads statements that print no running balance: runs of rows under headings, with totals, and two balances outside of the rows. The runs
 * whose sums are printed, and the choice of signs that leads from one balance to the other, show what is what.
 */

export interface Entry {
  strip: Strip
  at: number
  cell: Cell
  date: PrintedDate | null
  /** As printed. */
  cents: number
}

/** Neighboring entries in one column of amounts. */
interface Run {
  entries: Entry[]
  sum: number
  /** The last line of text above. */
  heading: string
  /** True if blank space is above. */
  isApart: boolean
}

/** Runs that belong together, because their sum is printed. */
export interface Group {
  entries: Entry[]
  sum: number
  heading: string
  /** The line with the total. Null if none is printed. */
  total: { at: number; cents: number } | null
  /** +1 if the amounts count as they are printed, −1 if they count with the other sign, 0 if they do not count. */
  sign: number
  /** True for a single row apart from all others, which can be a footer. */
  isApart: boolean
  /** True if no other column stands below the heading. */
  isAlone: boolean
}

export interface Bridge {
  opening: number
  closing: number
  groups: Group[]
  bits: number
  /** True if only one of the two balances was found. */
  isPartial: boolean
}

/** Choices of signs that are tried, and of signs with a first balance. */
const MOST_CHOICES = 5000
const MOST_TRIES = 300_000
/** Balances outside the rows that are tried. */
const MOST_OUTSIDE = 400
/** Runs of rows that are joined to groups. */
const MOST_RUNS = 500

/** How rows are joined. */
interface Joining {
  /** A table can print each date once. */
  hasUndated: boolean
  /** A line of text at the left edge of the rows can be a further line of a row, not the heading of others. */
  isLoose: boolean
  /** All rows of a column of amounts have one sign. */
  isByColumn: boolean
}

const CHOICES = [false, true]
const JOININGS: Joining[] = CHOICES.flatMap((isLoose) =>
  CHOICES.flatMap((isByColumn) => CHOICES.map((hasUndated) => ({ hasUndated, isLoose, isByColumn }))),
)

/**
 * Reads the lines of one statement. `rows` are those with amounts in the columns of tables. Null if they have no sections. `isTied` if several
 * readings are equally good. Without a reading that adds up, the one that comes nearest to the balances that words name has no evidence.
 */
export function bridgeOf(part: Part, rows: readonly Row[]): (Bridge & { isTied: boolean }) | null {
  const own = rows.filter(({ strip }) => !part.balances.has(strip))
  let best: (Bridge & { isTied: boolean }) | null = null
  for (const [at, joining] of JOININGS.entries()) {
    const found = bridgeWith(part, own, joining)
    if (found === null) continue
    // Each way to join the rows is another try.
    const bits = Math.max(0, found.bits - Math.log2(at + 1))
    if (best === null || bits > best.bits) best = { ...found, bits }
    if (bits >= LEAST_BITS) break
  }
  return best
}

function bridgeWith(
  { strips, figures }: Part,
  rows: readonly Row[],
  joining: Joining,
): (Bridge & { isTied: boolean }) | null {
  const runs = runsOf(strips, rows, joining)
  if (runs.length === 0 || runs.length > MOST_RUNS) return null
  const inRows = new Set(runs.flatMap(({ entries }) => entries.map(({ at }) => at)))
  const outside = outsideOf(strips, inRows, figures)
  const groups = groupsOf(joining.isByColumn ? byColumn(runs) : runs, outside)
  const signs = groups.map((group) => signsFor(group, groups, strips, outside))
  const [said, all] = [signs.map((one) => one.said), signs.map((one) => one.all)]
  const isKind = (kind: SummaryKind) => (one: Outside) => one.kind === kind
  const totals = new Set(
    groups.flatMap(({ total, entries }) =>
      total === null || entries.length < 2 ? [] : [Math.abs(total.cents)],
    ),
  )
  const others = outside.filter(({ cents }) => !totals.has(Math.abs(cents)))
  const [openings, closings] = [outside.filter(isKind('opening')), outside.filter(isKind('closing'))]
  const named = { from: openings.length > 0 ? openings : others, to: closings.length > 0 ? closings : others }
  // Entries that cancel each other out change no balance, so nothing would show that they are none.
  let isTied = groups.some(({ sum }) => sum === 0)
  let tries = 0
  // What words say about balances and signs is tried before everything else.
  for (const balances of openings.length + closings.length > 0
    ? [named, { from: others, to: others }]
    : [named])
    for (const options of countOf(all) > countOf(said) ? [said, all] : [said]) {
      const choices = countOf(options)
      if (isTied || choices * Math.max(1, balances.from.length) > MOST_TRIES) continue
      tries += choices * balances.from.length * balances.to.length
      const found = bestBridge(groups, outside, options, balances, tries)
      if (found.bridge !== null) return { ...found.bridge, isTied: false }
      isTied = found.isTied
    }
  const nearest = countOf(said) > MOST_CHOICES ? null : nearestBridge(groups, figures, said)
  return nearest === null ? null : { ...nearest, isTied }
}

const countOf = (options: readonly (readonly number[])[]) =>
  options.reduce((product, { length }) => product * length, 1)

interface Outside {
  at: number
  /** Place among all of them. */
  order: number
  cents: number
  label: string
  kind: SummaryKind | null
}

/** The amounts that belong to no row. */
function outsideOf(
  strips: readonly Strip[],
  inRows: ReadonlySet<number>,
  figures: readonly Figure[],
): Outside[] {
  return strips
    .flatMap((strip, at) =>
      inRows.has(at)
        ? []
        : moneyIn(strip).map(({ cents }) => ({
            at,
            order: 0,
            cents,
            label: labelBefore(strip.line),
            kind: figures.find((one) => one.strip === strip && one.cents === cents)?.kind ?? null,
          })),
    )
    .slice(0, MOST_OUTSIDE)
    .map((one, order) => ({ ...one, order }))
}

function byCents(outside: readonly Outside[], keyOf: (cents: number) => number): Map<number, Outside[]> {
  const found = new Map<number, Outside[]>()
  for (const one of outside) {
    const key = keyOf(one.cents)
    const same = found.get(key)
    if (same === undefined) found.set(key, [one])
    else same.push(one)
  }
  return found
}

/** Splits the rows where a line stands between them that is no further line of a description, and by their column of amounts. */
function runsOf(strips: readonly Strip[], rows: readonly Row[], { hasUndated, isLoose }: Joining): Run[] {
  const byStrip = new Map(rows.map((row) => [row.at, row]))
  const runs: Run[] = []
  let table = new Map<number, Run>()
  let heading = ''
  let last = null as Entry | null
  for (const [at, strip] of strips.entries()) {
    const row = byStrip.get(at)
    const cell = row === undefined ? null : amountOf(row)
    const [date] = strip.dates
    const isUndated = hasUndated && date === undefined && last !== null && isLikeEntry(strip, last.strip)
    // A total can stand below the heading of the last day.
    const isSum = cell !== null && (isUndated || date?.first === -1) && isSumOf(runs, cell)
    if (cell !== null && !isSum && (isUndated || strip.isEntry)) {
      // What stands far below a table, such as a footer with a date, may be no entry of it.
      const isApart = last !== null && isFarBelow(strip, strips[at - 1])
      if (isApart) table = new Map()
      last = { strip, at, cell, date: date?.date ?? last?.date ?? null, cents: cell.cents }
      let run = table.get(cell.column)
      if (run === undefined) {
        run = { entries: [], sum: 0, heading, isApart }
        table.set(cell.column, run)
        runs.push(run)
      }
      run.entries.push(last)
      run.sum += cell.cents
      continue
    }
    // A date that is the heading of the rows below.
    if (last !== null && strip.amounts.length === 0 && strips[at + 1]?.dates[0]?.first === -1) continue
    if (last !== null && strip.amounts.every(({ isWhole }) => isWhole)) {
      if (isBelow(strip, last.strip) || (isLoose && isBeside(strip, last.strip))) continue
    }
    table = new Map()
    last = null
    if (/\p{L}{3}/u.test(strip.line.text))
      heading = isColumnHeading(strip) && heading !== '' ? heading : strip.line.text
  }
  return runs
}

/** Blank space of this many font sizes separates what belongs to no table. */
const FAR_BELOW = 2.5

const isFarBelow = ({ line }: Strip, above: Strip | undefined) =>
  above !== undefined && above.line.page === line.page && line.y - above.line.y > FAR_BELOW * line.size

/** True for a line that begins where the text of a row begins, and stands close below a line. */
const isBeside = (strip: Strip, { line }: Strip) =>
  line.words.some(({ x0 }) => Math.abs((strip.line.words[0]?.x0 ?? 0) - x0) < 2)

/** Joins all rows of a column of amounts, but not those of lists. */
function byColumn(runs: readonly Run[]): Run[] {
  const columns = new Map<number, Run>()
  const joined: Run[] = []
  for (const run of runs) {
    const column = run.entries[0]?.cell.column ?? 0
    const known = columns.get(column)
    const isList = run.entries.every(({ strip }) => isBare(strip))
    if (known === undefined || isList) {
      const own = { ...run, entries: [...run.entries] }
      if (!isList) columns.set(column, own)
      joined.push(own)
      continue
    }
    known.entries.push(...run.entries)
    known.sum += run.sum
    known.isApart = false
  }
  return joined
}

/** True for a row without a date whose text begins where a word of the row above begins. */
function isLikeEntry(strip: Strip, above: Strip): boolean {
  const start = textStart(strip)
  if (start === null || isTotal(labelBefore(strip.line))) return false
  return above.line.words.some(({ x0 }) => Math.abs(start - x0) < 2) && !isFarBelow(strip, above)
}

/** True for a total: the entries of the last runs in its column, all or those of one sign, give it. */
function isSumOf(runs: readonly Run[], { column, cents }: Cell): boolean {
  const sums = [0, 0, 0]
  let count = 0
  return runs.toReversed().some(({ entries }) => {
    if (entries[0]?.cell.column !== column) return false
    for (const entry of entries)
      for (const [at, sign] of [0, 1, -1].entries())
        sums[at] = (sums[at] ?? 0) + (sign === 0 || Math.sign(entry.cents) === sign ? entry.cents : 0)
    count += entries.length
    return count > 1 && cents !== 0 && sums.some((sum) => Math.abs(sum) === Math.abs(cents))
  })
}

const textStart = ({ line, dates, amounts }: Strip) =>
  line.words.find((_, at) => ![...dates, ...amounts].some(({ first, last }) => at >= first && at <= last))
    ?.x0 ?? null

/** The first amount of a row that is not zero. A number without decimal places counts only if running balances prove it. */
const amountOf = ({ cells }: Row): Cell | null =>
  cells.find(({ isWhole, cents }) => !isWhole && cents !== 0) ?? cells.find(({ isWhole }) => !isWhole) ?? null

/** Joins runs so that as many of them as possible have a printed sum. */
function groupsOf(runs: readonly Run[], outside: readonly Outside[]): Group[] {
  const printed = byCents(outside, Math.abs)
  // The best way to split the first n runs, from the left.
  const best: { value: number; from: number; total: Outside | null }[] = [{ value: 0, from: 0, total: null }]
  for (let end = 1; end <= runs.length; end++) {
    let choice = { value: (best[end - 1]?.value ?? 0) - 1, from: end - 1, total: null as Outside | null }
    let sum = 0
    spend(end)
    for (let from = end - 1; from >= 0; from--) {
      sum += runs[from]?.sum ?? 0
      const totals = printed.get(Math.abs(sum))
      if (totals === undefined || sum === 0) continue
      const after = runs[end - 1]?.entries.at(-1)?.at ?? 0
      const total = totals.find(({ at }) => at > after) ?? totals[0] ?? null
      const value = (best[from]?.value ?? 0) + bitsOf(sum) - (total !== null && total.at > after ? 0 : 1)
      if (value > choice.value) choice = { value, from, total }
    }
    best.push(choice)
  }
  const groups: Group[] = []
  for (let end = runs.length; end > 0;) {
    const { from, total } = best[end] ?? { from: end - 1, total: null }
    const part = runs.slice(from, end)
    groups.unshift({
      entries: part.flatMap(({ entries }) => entries),
      sum: part.reduce((all, { sum }) => all + sum, 0),
      heading: part[0]?.heading ?? '',
      total,
      sign: 0,
      isApart: part.length === 1 && part[0]?.entries.length === 1 && part[0].isApart,
      isAlone: part.every(({ heading, entries: [first] }) =>
        runs.every(
          (run) =>
            run.heading !== heading ||
            run.entries[0]?.strip.line.page !== first?.strip.line.page ||
            run.entries[0]?.cell.column === first?.cell.column,
        ),
      ),
    })
    end = from
  }
  return groups
}

/** The signs that a group can have, and those that it can have if words are wrong about it. */
function signsFor(
  group: Group,
  groups: readonly Group[],
  strips: readonly Strip[],
  outside: readonly Outside[],
): { said: number[]; all: number[] } {
  spend(groups.length)
  const isList = group.entries.every(({ strip }) => isBare(strip))
  if (isList && (isDailyBalances(group.heading) || repeats(group, groups))) return { said: [0], all: [0] }
  if (isFooter(group, groups)) return { said: [0], all: [1, -1, 0] }
  const optional = isList || group.isApart ? [0] : []
  if (group.entries.some(({ cents }) => cents < 0)) return { said: [1, ...optional], all: [1, ...optional] }
  const label = outside.find(({ at }) => at === group.total?.at)?.label ?? ''
  const [first] = group.entries
  const amount = first?.strip.amounts.find(({ first: word }) => word === first.cell.first)
  const column = first === undefined || amount === undefined ? '' : headingOver(strips, first.at, amount)
  const known = directionOf(column) || (group.isAlone ? directionOf(group.heading) : 0) || directionOf(label)
  const all = [1, -1, ...optional]
  return { said: known === 0 ? all : [known, ...optional], all }
}

/** True for a single row of which another page has the same, with other numbers: the number of the page looks like a date. */
function isFooter({ entries }: Group, groups: readonly Group[]): boolean {
  const [first, ...more] = entries
  const wordsOf = ({ strip }: Entry) => strip.line.text.replaceAll(/\d/g, '')
  return (
    first !== undefined &&
    more.length === 0 &&
    groups.some(({ entries: [other] }) => {
      if (other === undefined || other.strip.line.page === first.strip.line.page) return false
      return other.cents === first.cents && wordsOf(other) === wordsOf(first)
    })
  )
}

/** True if all entries of a list repeat entries of other groups: the same date and amount. */
function repeats(group: Group, groups: readonly Group[]): boolean {
  const keyOf = ({ date, cents }: Entry) => `${date?.month} ${date?.day} ${Math.abs(cents)}`
  const others = new Set(groups.flatMap((one) => (one === group ? [] : one.entries.map(keyOf))))
  return group.entries.every((entry) => others.has(keyOf(entry)))
}

function bestBridge(
  groups: readonly Group[],
  outside: readonly Outside[],
  options: readonly (readonly number[])[],
  { from, to }: { from: readonly Outside[]; to: readonly Outside[] },
  tries: number,
): { bridge: Bridge | null; isTied: boolean } {
  const closingsAt = byCents(to, (cents) => cents)
  const found = new Map<string, Bridge>()
  for (let choice = 0; choice < countOf(options); choice++) {
    spend(groups.length + from.length)
    const signs = signsAt(options, choice)
    const change = groups.reduce((sum, group, at) => sum + group.sum * (signs[at] ?? 0), 0)
    for (const opening of from) {
      const closing = closingsAt.get(opening.cents + change)?.find(({ order }) => order >= opening.order)
      const key = `${opening.cents} ${signs.join()}`
      if (closing === undefined || found.has(key)) continue
      const used = withSigns(groups, signs)
      if (areTotals(used, opening.cents, closing.cents)) continue
      const areNamed = opening.kind === 'opening' && closing.kind === 'closing'
      const bits =
        evidence(used, change, outside, tries, areNamed) + dailyBits(used, opening.cents, closing.cents)
      found.set(key, { opening: opening.cents, closing: closing.cents, groups: used, bits, isPartial: false })
    }
  }
  const all = [...found.values()].toSorted((one, other) => other.bits - one.bits)
  const [first, second] = all
  // Two different readings that are equally good: nothing tells which one is right.
  const isTied = first !== undefined && second !== undefined && second.bits > first.bits - 1
  return { bridge: isTied ? null : (first ?? null), isTied }
}

/**
 * True if both amounts are the totals of the two directions, or if the first one is the total of rows that do not count. Such totals lead from
 * one to the other, too, so they prove nothing.
 */
function areTotals(groups: readonly Group[], opening: number, closing: number): boolean {
  const used = groups.filter((group) => group.sign !== 0)
  if (groups.some(({ sign, sum }) => sign === 0 && Math.abs(sum) === Math.abs(opening))) return true
  const printed = (sign: number) => used.reduce((all, { sum }) => (sum * sign > 0 ? all + sum : all), 0)
  return (
    (opening === -sumOf(groups, -1) && closing === sumOf(groups, 1)) ||
    (opening === printed(1) && closing === printed(-1))
  )
}

const withSigns = (groups: readonly Group[], signs: readonly number[]): Group[] =>
  groups.map((group, at) => ({ ...group, sign: signs[at] ?? 0 }))

/**
 * The signs with which the entries come nearest to the closing balance that words name. If words name only one of the two balances, the other
 * one follows from it.
 */
function nearestBridge(
  groups: readonly Group[],
  figures: readonly Figure[],
  options: readonly (readonly number[])[],
): Bridge | null {
  const opening = figures.find(({ kind }) => kind === 'opening')?.cents
  const closing = figures.findLast(({ kind }) => kind === 'closing')?.cents
  const named = opening ?? closing
  if (named === undefined) return null
  let best: { signs: number[]; change: number; far: number } | null = null
  for (let choice = 0; choice < countOf(options); choice++) {
    const signs = signsAt(options, choice)
    const change = groups.reduce((sum, group, at) => sum + group.sum * (signs[at] ?? 0), 0)
    const far = opening === undefined || closing === undefined ? 0 : Math.abs(opening + change - closing)
    if (best === null || far < best.far) best = { signs, change, far }
  }
  if (best === null) return null
  const { signs, change } = best
  return {
    opening: opening ?? named - change,
    closing: closing ?? named + change,
    groups: withSigns(groups, signs),
    bits: 0,
    isPartial: opening === undefined || closing === undefined,
  }
}

function signsAt(options: readonly (readonly number[])[], choice: number): number[] {
  let rest = choice
  return options.map((signs) => {
    const sign = signs[rest % signs.length] ?? 0
    rest = Math.floor(rest / signs.length)
    return sign
  })
}

/** The sum of the entries with a sign, with this sign. */
const sumOf = (groups: readonly Group[], sign: number): number =>
  groups
    .flatMap((group) => group.entries.map(({ cents }) => cents * group.sign))
    .reduce((sum, cents) => (Math.sign(cents) === sign ? sum + cents : sum), 0)

function evidence(
  groups: readonly Group[],
  change: number,
  outside: readonly Outside[],
  tries: number,
  areNamed: boolean,
): number {
  const search = Math.log2(Math.max(2, outside.length))
  const printed = new Set(outside.map(({ cents }) => Math.abs(cents)))
  const sums = [sumOf(groups, 1), -sumOf(groups, -1)].filter((cents) => cents > 0 && printed.has(cents))
  const totals = groups.flatMap(({ total, sign, entries }) =>
    total === null || sign === 0 || entries.length < 2 ? [] : [Math.abs(total.cents)],
  )
  // The total of the only section of one sign is that of the sign, too. It counts once, unless words name both balances.
  const equal = areNamed ? [...sums, ...totals] : [...new Set([...sums, ...totals])]
  const proved = equal.reduce((sum, cents) => sum + Math.max(0, bitsOf(cents) - search), 0)
  return proved + Math.max(0, bitsOf(change) - Math.log2(tries))
}
