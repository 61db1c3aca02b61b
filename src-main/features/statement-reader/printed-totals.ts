import type {
  Finding,
  FindingDetail,
  Transaction,
} from '../../../src-shared/features/statements/statement.ts'
import { finding } from './finding.ts'
import { endOfDayBalances, roundHalfAway } from './metrics.ts'
import type { Entry, Part, Section } from './parts.ts'
import { squash } from './lines.ts'
import { isTotal } from './vocabulary.ts'

/** Compares the printed sums, counts, and averages of a statement with its entries. */

/** The finding of a check. Null if all figures agree, `none` if there is nothing to compare. */
export type Break = Finding | 'none' | null

/** Share of the days or of the entries that printed figures must cover to count as evidence. One balance alone proves little. */
export const LEAST_COVERED = 0.8

/** Compares the totals of the summary with the entries. They count only if they lead from the opening to the closing balance. */
export function totalsBreak(
  part: Part,
  transactions: readonly Transaction[],
  opening: number,
  closing: number,
): Break {
  const credits = part.figures.filter(({ kind, isInTable }) => kind === 'credit' && !isInTable)
  const debits = part.figures.filter(({ kind, isInTable }) => kind === 'debit' && !isInTable)
  if (credits.length === 0 && debits.length === 0) return 'none'
  const deposits = transactions.reduce((sum, { amount_cents }) => sum + Math.max(amount_cents, 0), 0)
  const withdrawals = transactions.reduce((sum, { amount_cents }) => sum - Math.min(amount_cents, 0), 0)
  const total = (figures: typeof credits) => figures.reduce((sum, { cents }) => sum + Math.abs(cents), 0)
  const page = credits[0]?.page ?? debits[0]?.page ?? 1
  const isOfSummary = summaryLines(part)
  const parts =
    partsBreak(credits.filter(isOfSummary), deposits, 'total_deposits') ??
    partsBreak(debits.filter(isOfSummary), withdrawals, 'total_withdrawals')
  if (parts !== null) return parts
  const unequal = (credited: number, debited: number): Finding | null => {
    if (credited !== deposits)
      return finding('totals_mismatch', 'total_deposits', page, {
        printed_cents: credited,
        read_cents: deposits,
      })
    if (debited === withdrawals) return null
    return finding('totals_mismatch', 'total_withdrawals', page, {
      printed_cents: debited,
      read_cents: withdrawals,
    })
  }
  const isWhole = opening + total(credits) - total(debits) === closing
  if (!isWhole) {
    // The figures overlap, or some is no total: `Service charges` beside `Total withdrawals`. Look for a pair that leads to the closing balance.
    const pair = credits
      .flatMap((credit) => debits.map((debit) => ({ credit, debit })))
      .find(({ credit, debit }) => opening + Math.abs(credit.cents) - Math.abs(debit.cents) === closing)
    if (pair === undefined) {
      const [credit] = credits
      const [debit] = debits
      if (credits.length === 1 && debits.length === 1 && credit !== undefined && debit !== undefined) {
        const differs = unequal(Math.abs(credit.cents), Math.abs(debit.cents))
        if (differs !== null) return differs
      }
      // Some of the lines of the summary must give the entries. An amount in another sentence is no line of it.
      if (credits.some(isOfSummary) && !someGive(credits, deposits))
        return unequal(total(credits), withdrawals) ?? 'none'
      if (debits.some(isOfSummary) && !someGive(debits, withdrawals))
        return unequal(deposits, total(debits)) ?? 'none'
      return 'none'
    }
    return (
      unequal(Math.abs(pair.credit.cents), Math.abs(pair.debit.cents)) ??
      countsBreak([pair.credit], [pair.debit], transactions)
    )
  }
  return unequal(total(credits), total(debits)) ?? countsBreak(credits, debits, transactions)
}

/** Compares the lines of a summary that stand beside their total with it: they cannot be more, and with `Other deposits` they are all. */
function partsBreak(figures: Part['figures'], total: number, detail: FindingDetail): Finding | null {
  const pieces = figures.filter(({ cents }) => Math.abs(cents) !== total)
  if (pieces.length < 2 || pieces.length === figures.length) return null
  const sum = pieces.reduce((all, { cents }) => all + Math.abs(cents), 0)
  const areAll = pieces.some(({ label }) => /other|otros|otras/.test(squash(label)))
  if (sum === total || (sum < total && !areAll)) return null
  return finding('totals_mismatch', detail, pieces[0]?.page ?? 1, { printed_cents: sum, read_cents: total })
}

/** Compares counts that stand alone with the entries. A count can be that of one section. */
export function aloneCountsBreak(
  { counts }: Part,
  transactions: readonly (Transaction & { section: Section })[],
): Finding | null {
  for (const { direction, count, page } of counts) {
    const mine = transactions.filter(({ amount_cents }) => Math.sign(amount_cents) === direction)
    const sections = [...new Set(mine.map(({ section }) => section))]
    const ofSections = sections.map((section) => mine.filter((one) => one.section === section).length)
    if (count === mine.length || ofSections.includes(count)) continue
    return finding('totals_mismatch', direction > 0 ? 'number_of_deposits' : 'number_of_withdrawals', page, {
      printed_count: count,
      read_count: mine.length,
    })
  }
  return null
}

/** Most lines of a summary whose sums are tried. */
const MOST_LINES = 14

/** True if some of the figures together are the total. */
function someGive(figures: Part['figures'], wanted: number): boolean {
  if (figures.length > MOST_LINES) return false
  let sums = new Set<number>()
  for (const { cents } of figures)
    sums = new Set([...sums, Math.abs(cents), ...[...sums].map((sum) => sum + Math.abs(cents))])
  return sums.has(wanted)
}

/** Returns whether a figure is a line of the summary: it is called a total, or it stands between the opening and the closing balance. */
function summaryLines({ figures }: Part) {
  const start = figures.findIndex(({ kind }) => kind === 'opening')
  const end = figures.findIndex(
    ({ kind, page }, at) => at > start && kind === 'closing' && page === figures[start]?.page,
  )
  return (figure: Part['figures'][number]) => {
    const at = figures.indexOf(figure)
    return isTotal(figure.label) || (at > start && at < end)
  }
}

function countsBreak(
  credits: Part['figures'],
  debits: Part['figures'],
  transactions: readonly Transaction[],
): Break {
  const countOf = (figures: Part['figures']) =>
    figures.length > 0 && figures.every(({ count }) => count !== null)
      ? figures.reduce((sum, { count }) => sum + (count ?? 0), 0)
      : null
  const [credited, debited] = [countOf(credits), countOf(debits)]
  const ins = transactions.filter(({ amount_cents }) => amount_cents > 0).length
  const outs = transactions.filter(({ amount_cents }) => amount_cents < 0).length
  if (credited !== null && credited !== ins)
    return finding('totals_mismatch', 'number_of_deposits', credits[0]?.page ?? 1, {
      printed_count: credited,
      read_count: ins,
    })
  if (debited !== null && debited !== outs)
    return finding('totals_mismatch', 'number_of_withdrawals', debits[0]?.page ?? 1, {
      printed_count: debited,
      read_count: outs,
    })
  return null
}

/** Compares the totals of the sections with their entries. */
export function sectionsBreak(
  entries: readonly Entry[],
  transactions: readonly (Transaction & { section: Section })[],
): Break {
  const sections = new Set(entries.map(({ section }) => section))
  let covered = 0
  for (const section of sections) {
    const mine = transactions.filter((one) => one.section === section)
    let [from, last, isCovered] = [0, 0, false]
    const headed = headedBreak(section, mine)
    if (headed !== null) return headed
    for (const total of section.totals) {
      const { cents, count, page, label, after } = total
      if (after !== last) [from, last] = [last, after]
      // A subtotal, for example of one card, counts the entries since the total before.
      const pieces = [mine, mine.slice(from, after)]
      const wanted = total.direction === 0 ? section.direction : total.direction
      if (wanted === 0) {
        // The sum of a column with both signs. A total that stands elsewhere can be that of something else.
        if (total.isInColumn && mine.length > 0 && !pieces.some((some) => totalsOf(some).includes(cents)))
          return finding('totals_mismatch', 'section_total', page, {
            quote: label,
            printed_cents: cents,
            read_cents: Math.abs(mine.reduce((sum, { amount_cents }) => sum + amount_cents, 0)),
          })
        continue
      }
      const [whole, piece] = pieces.map((some) => {
        const counted = some.filter(({ amount_cents }) => Math.sign(amount_cents) === wanted)
        return {
          count: counted.length,
          cents: Math.abs(counted.reduce((sum, { amount_cents }) => sum + amount_cents, 0)),
        }
      })
      const fits = [whole, piece].find((one) => one?.cents === cents)
      if (fits === undefined)
        return finding('totals_mismatch', 'section_total', page, {
          quote: label,
          printed_cents: cents,
          read_cents: whole?.cents ?? 0,
        })
      if (count !== null && count !== fits.count)
        return finding('totals_mismatch', 'section_count', page, {
          quote: label,
          printed_count: count,
          read_count: fits.count,
        })
      isCovered = true
    }
    if (isCovered) covered += mine.length
  }
  return covered >= transactions.length * LEAST_COVERED ? null : 'none'
}

/** Compares a total in the heading of a section with its entries, if all of them have the sign of the heading. */
function headedBreak({ headed, direction }: Section, mine: readonly Transaction[]): Finding | null {
  if (headed === null || direction === 0 || mine.length === 0) return null
  if (!mine.every(({ amount_cents }) => Math.sign(amount_cents) === direction)) return null
  const sum = Math.abs(mine.reduce((total, { amount_cents }) => total + amount_cents, 0))
  if (sum === headed.cents) return null
  const { page, label, cents } = headed
  return finding('totals_mismatch', 'section_total', page, {
    quote: label,
    printed_cents: cents,
    read_cents: sum,
  })
}

/** The sums that a total of entries with both signs can be: money in, money out, and both. */
function totalsOf(transactions: readonly Transaction[]): number[] {
  const ins = transactions.reduce((sum, { amount_cents }) => sum + Math.max(amount_cents, 0), 0)
  const outs = transactions.reduce((sum, { amount_cents }) => sum - Math.min(amount_cents, 0), 0)
  return [ins, outs, Math.abs(ins - outs)]
}

/**
 * Compares the printed average and lowest balance with the balances of the days. Banks differ in whether the first or the last day counts,
 * and whether the lowest balance is one within a day.
 */
export function ofDaysBreak({ ofDays }: Part, month: Parameters<typeof endOfDayBalances>[0]): Finding | null {
  if (ofDays.length === 0 || month.transactions.length === 0) return null
  const ends = endOfDayBalances(month)
  const starts = [month.opening_cents, ...ends.slice(0, -1)]
  const average = (days: readonly number[]) =>
    roundHalfAway(days.reduce((sum, cents) => sum + cents, 0) / Math.max(days.length, 1))
  const averages = [ends, starts, ends.slice(0, -1), [month.opening_cents, ...ends]].map(average)
  const within = month.transactions.flatMap(({ balance_after_cents: cents }) =>
    cents === null ? [] : [cents],
  )
  const lowest = [Math.min(...ends), Math.min(...starts, ...ends), Math.min(...within, ...ends)]
  for (const { kind, cents, page } of ofDays) {
    const [expected = 0, ...others] = kind === 'average' ? averages : lowest
    // The bank may round the average another way.
    if ([expected, ...others].some((one) => Math.abs(one - cents) <= 1)) continue
    const detail = kind === 'average' ? 'average_balance' : 'lowest_balance'
    return finding('totals_mismatch', detail, page, { printed_cents: cents, read_cents: expected })
  }
  return null
}
