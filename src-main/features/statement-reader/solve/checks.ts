import type {
  Check,
  Finding,
  FindingDetail,
  Transaction,
} from '../../../../src-shared/features/statements/statement.ts'
import { finding } from '../finding.ts'
import { countIn, labelBefore } from '../labels.ts'
import { endOfDayBalances, roundHalfAway } from '../metrics.ts'
import { isDailyBalances, isTotal } from '../vocabulary.ts'
import { squash } from '../lines.ts'
import { bitsOf } from './chains.ts'
import { beginsOddly, isBare, isColumnHeading, isInText, moneyIn, type Strip } from './facts.ts'
import type { Figure, Part } from './parts.ts'
import { figuresIn, sumOf, sumsOf } from './sums.ts'
import { arePrintedIn, type Dated } from './reading.ts'
import { bridgeBreaks, cancelBreaks, columnBreaks, shareBreaks, signBreaks, unreadIn } from './row-checks.ts'

/** Compares a reading with everything else that its part prints. Words never make a reading. They only contradict it. */

export interface Checked {
  findings: Finding[]
  passed: Check[]
  daily: { date: string; balance_cents: number; page: number }[]
  /** What the balances of days add to the evidence. */
  bits: number
  /** Printed sums that agree. */
  totals: number
}

export function checksOf(part: Part, reading: Dated): Checked {
  const { opening, closing, transactions } = reading
  const findings = [...reading.breaks]
  const passed: Check[] = []
  const amounts = transactions.map(({ amount_cents }) => amount_cents)
  if (opening + sumOf(amounts) === closing) passed.push('sum')
  else if (reading.breaks.length === 0)
    findings.push(
      finding(
        'does_not_add_up',
        'closing_balance',
        part.figures.findLast(({ kind }) => kind === 'closing')?.page ?? null,
        {
          printed_cents: closing,
          read_cents: opening + sumOf(amounts),
        },
      ),
    )
  findings.push(...balanceBreaks(part, reading))
  const totals = totalBreaks(part, reading)
  findings.push(...totals.findings)
  if (totals.agreeing > 0) passed.push('totals')
  const grouped = reading.groups.filter(({ sign, total }) => sign !== 0 && total !== null)
  if (grouped.length > 0) passed.push('sections')
  const days = daysOf(part, reading)
  const told = new Set(findings.map(({ printed_cents }) => printed_cents))
  const rows = unreadIn(part, reading).filter(
    ({ detail, printed_cents }) => detail !== 'section_total' || !told.has(printed_cents),
  )
  findings.push(...days.findings, ...rows)
  if (days.listed.length > 0 && covers(transactions, days.listed)) passed.push('daily')
  if (
    reading.isChain &&
    covers(
      transactions,
      transactions.filter((one) => one.balance_after_cents !== null),
    )
  )
    passed.push('running')
  if (transactions.length > 0 && !reading.areDatesDoubted) findings.push(...ofDaysBreaks(part, reading))
  findings.push(
    ...signBreaks(part, reading),
    ...columnBreaks(reading),
    ...bridgeBreaks(part, reading),
    ...shareBreaks(reading),
    ...cancelBreaks(reading, totals.agreeing + grouped.length > 0),
  )
  return {
    findings,
    passed,
    daily: days.listed,
    bits: reading.isChain
      ? sumOf(
          days.listed.map(({ balance_cents: cents }) =>
            cents === opening || cents === closing ? 0 : Math.max(0, bitsOf(cents) - 2),
          ),
        )
      : 0,
    totals: totals.agreeing + grouped.length,
  }
}

/** Share of the days with entries that printed balances must cover to count as evidence. */
const LEAST_COVERED = 0.8

function covers(transactions: readonly Transaction[], balances: readonly { date: string }[]): boolean {
  const days = new Set(transactions.map(({ date }) => date))
  const printed = new Set(balances.map(({ date }) => date))
  return [...days].filter((day) => printed.has(day)).length >= days.size * LEAST_COVERED
}

/** Balances that words name as the first or the last one must be those of the reading. */
function balanceBreaks({ figures }: Part, { opening, closing }: Dated): Finding[] {
  return figures.flatMap(({ kind, cents, page }) => {
    if (kind !== 'opening' && kind !== 'closing') return []
    const read = kind === 'opening' ? opening : closing
    const detail = kind === 'opening' ? 'two_openings' : 'two_closings'
    return cents === read
      ? []
      : [finding('does_not_add_up', detail, page, { printed_cents: read, read_cents: cents })]
  })
}

/** Most lines of a summary whose sums are tried. */
const MOST_LINES = 14

/** True if some of the amounts together are the total. */
function someGive(amounts: readonly number[], wanted: number): boolean {
  if (amounts.length > MOST_LINES) return false
  let sums = new Set<number>()
  for (const cents of amounts) sums = new Set([...sums, cents, ...[...sums].map((sum) => sum + cents)])
  return sums.has(wanted)
}

/** Compares the lines of the summary, and totals of sections, with the entries. */
function totalBreaks(
  part: Part,
  { transactions, groups, explained }: Dated,
): { findings: Finding[]; agreeing: number } {
  const sums = sumsOf(transactions.map(({ amount_cents }) => amount_cents))
  const counts = {
    credit: transactions.filter(({ amount_cents }) => amount_cents > 0).length,
    debit: transactions.filter(({ amount_cents }) => amount_cents < 0).length,
  }
  const sections = new Map<number, number>()
  for (const [from] of groups.entries()) {
    let [sum, count] = [0, 0]
    for (const group of groups.slice(from)) {
      ;[sum, count] = [sum + group.sum, count + group.entries.length]
      sections.set(Math.abs(sum), count)
    }
  }
  const findings: Finding[] = []
  let agreeing = 0
  const isOfSummary = summaryLines(part)
  // A row without a date can look like a total.
  const figures = part.figures.filter(({ strip }) => !explained.has(part.strips.indexOf(strip)))
  const unnamed = unnamedIn(part)
  for (const kind of ['credit', 'debit'] as const) {
    const own = figures.filter((one) => one.kind === kind && one.cents !== 0)
    const total = sums[kind]
    const amountsOf = (some: readonly Figure[]) => some.map(({ cents }) => Math.abs(cents))
    const exact = own.find(({ cents }) => Math.abs(cents) === total)
    const broken = (some: readonly Figure[], printed_cents: number) => {
      const detail: FindingDetail = kind === 'credit' ? 'total_deposits' : 'total_withdrawals'
      findings.push(
        finding('totals_mismatch', detail, some[0]?.page ?? null, { printed_cents, read_cents: total }),
      )
    }
    // Some lines of the summary together must be the total. The others are parts of it.
    const summary = own.filter(isOfSummary)
    const areSections = amountsOf(summary).every((cents) => sections.has(cents))
    if (summary.length > 0 && someGive([...amountsOf(summary), ...unnamed], total)) agreeing++
    else if (summary.length > 0 && !areSections) broken(summary, sumOf(amountsOf(summary)))
    const pieces = summary.filter(({ cents }) => Math.abs(cents) !== total)
    const sum = sumOf(amountsOf(pieces))
    const areAll = pieces.some(({ label }) => /other|otros|otras/.test(squash(label)))
    if (pieces.length < summary.length && (sum > total || (pieces.length > 1 && sum !== total && areAll)))
      broken(pieces, sum)
    // A total elsewhere is that of all entries, of a section, or of a part that no figure shows.
    const totals = own.filter((one) => !isOfSummary(one) && isTotal(one.label))
    if (totals.some(({ cents }) => Math.abs(cents) === total)) agreeing++
    const larger = totals.find(({ cents }) => Math.abs(cents) > total)
    if (larger !== undefined) broken([larger], Math.abs(larger.cents))
    // A total in the heading of a section.
    for (const { strip, cents, label } of figures.filter(
      (one) => one.kind === kind && !isOfSummary(one) && isHeadingTotal(one.strip),
    )) {
      const at = part.strips.indexOf(strip)
      if (Math.abs(cents) === total) continue
      const below = groups.find(({ sign, entries: [first] }) => {
        if (sign === 0) return false
        const between = first === undefined ? [] : part.strips.slice(at + 1, first.at)
        return first !== undefined && first.at > at && between.length < 3 && between.every(isColumnHeading)
      })
      let above = 0
      // It can be that of the first of several sections.
      const isSum =
        below?.entries.some((entry) => Math.abs((above += entry.cents)) === Math.abs(cents)) === true
      if (below !== undefined && !isSum && !sections.has(Math.abs(cents)))
        findings.push(
          finding('totals_mismatch', 'section_total', strip.line.page, {
            quote: label,
            printed_cents: Math.abs(cents),
            read_cents: Math.abs(below.sum),
          }),
        )
    }
    const count = exact?.count ?? null
    if (count !== null && count !== counts[kind])
      findings.push(countFinding(kind, count, counts[kind], exact?.page))
  }
  for (const { direction, count, page } of part.counts) {
    const kind = direction > 0 ? 'credit' : 'debit'
    const ofSections = groups.map(({ entries }) => entries.length)
    if (count !== counts[kind] && !ofSections.includes(count))
      findings.push(countFinding(kind, count, counts[kind], page))
  }
  for (const { total, entries } of groups) {
    const strip = total === null ? undefined : part.strips[total.at]
    const count = strip === undefined ? null : countIn(labelBefore(strip.line))
    if (strip !== undefined && count !== null && count !== entries.length)
      findings.push(
        finding('totals_mismatch', 'section_count', strip.line.page, {
          quote: labelBefore(strip.line),
          printed_count: count,
          read_count: entries.length,
        }),
      )
  }
  return { findings, agreeing }
}

/** True for a line with a single amount at its end. */
const isHeadingTotal = (strip: Strip) => {
  const [only, ...more] = moneyIn(strip)
  return more.length === 0 && only !== undefined && only.last === strip.line.words.length - 1
}

const countFinding = (kind: 'credit' | 'debit', printed: number, read: number, page: number | undefined) =>
  finding(
    'totals_mismatch',
    kind === 'credit' ? 'number_of_deposits' : 'number_of_withdrawals',
    page ?? null,
    { printed_count: printed, read_count: read },
  )

/** Returns whether a figure is a line of the summary: it stands between the opening and the closing balance. */
function summaryLines({ figures }: Part) {
  const start = figures.findIndex(({ kind }) => kind === 'opening')
  const end = figures.findIndex(
    ({ kind, page }, at) => at > start && kind === 'closing' && page === figures[start]?.page,
  )
  return (figure: Figure) => {
    const at = figures.indexOf(figure)
    return at > start && at < end
  }
}

/** The amounts of the summary that no known word names. */
function unnamedIn({ strips, figures }: Part): number[] {
  const start = figures.find(({ kind }) => kind === 'opening')
  const end = figures.find(({ kind, page }) => kind === 'closing' && page === start?.page)
  if (start === undefined || end === undefined) return []
  const named = new Set(figures.map(({ strip, cents }) => `${strips.indexOf(strip)} ${cents}`))
  return strips.flatMap((strip, at) =>
    at < strips.indexOf(start.strip) || at > strips.indexOf(end.strip) || strip.isEntry
      ? []
      : moneyIn(strip).flatMap(({ cents }) => (named.has(`${at} ${cents}`) ? [] : [Math.abs(cents)])),
  )
}

/** Lines with dates and amounts that are no entries must repeat entries or balances. Most of a list that are balances make it one of days. */
function daysOf(part: Part, reading: Dated): { findings: Finding[]; listed: Checked['daily'] } {
  const { entries, transactions, opening, closing } = reading
  const used = reading.explained
  const signed = new Map<string, number[]>()
  for (const { date, amount_cents } of transactions) {
    const key = `${date} ${Math.abs(amount_cents)}`
    signed.set(key, [...(signed.get(key) ?? []), amount_cents])
  }
  const ends = new Map<string, number>()
  for (const { date, amount_cents } of transactions) ends.set(date, (ends.get(date) ?? 0) + amount_cents)
  const balanceOn = (day: string) =>
    [...ends].reduce((sum, [date, cents]) => (date <= day ? sum + cents : sum), opening)
  const findings: Finding[] = []
  const listed: Checked['daily'] = []
  const [first, last] = [Math.min(...used), Math.max(...used)]
  const left: { strip: Strip; cents: number }[] = []
  const unmarked: { strip: Strip; cents: number }[] = []
  let repeated: number[] = []
  const cellsOf = new Map(reading.rows.map((row) => [row.at, row.cells]))
  const columns = new Set(entries.flatMap(({ at }) => cellsOf.get(at) ?? []).map(({ column }) => column))
  const inTable = (at: number) => (cellsOf.get(at) ?? []).filter(({ column }) => columns.has(column))
  // In a column of the table, a balance that no word names can be that of a row that was missed.
  const entryAt = new Map(entries.map((entry) => [entry.at, entry]))
  const isNamed = (strip: Strip) =>
    part.figures.some((figure) => figure.strip === strip && ['opening', 'closing'].includes(figure.kind))
  const outside = part.strips.filter(
    (strip, at) => !entryAt.has(at) && (inTable(at).length === 0 || isNamed(strip)),
  )
  const arePrinted = !reading.isChain || arePrintedIn(outside, [opening, closing], reading)
  const known = figuresIn(reading)
  if (arePrinted) for (const { cents } of entries) known.add(Math.abs(cents))
  let list: { strip: Strip; cents: number; day: string | null }[] = []
  let isDaily = false
  const bare = new Set<Strip>()
  const closeList = () => {
    const right = list.filter(({ day, cents }) => day !== null && balanceOn(day) === cents)
    if (isDaily || right.length * 2 > list.length) {
      for (const { day, cents, strip } of right)
        listed.push({ date: day ?? '', balance_cents: cents, page: strip.line.page })
      const wrong = list.find((one) => !right.includes(one))
      if (wrong !== undefined)
        findings.push(
          finding('running_balance_mismatch', 'daily_balance', wrong.strip.line.page, {
            day: wrong.day,
            quote: wrong.day === null ? wrong.strip.line.text : null,
            printed_cents: wrong.cents,
            read_cents: wrong.day === null ? null : balanceOn(wrong.day),
          }),
        )
    } else
      for (const { strip, cents } of list) {
        takeOther(strip, cents)
        bare.add(strip)
      }
    list = []
  }
  const takeOther = (strip: Strip, cents: number) => {
    const day = reading.dayOf(strip)
    const same = day === null ? undefined : signed.get(`${day} ${Math.abs(cents)}`)?.pop()
    // A footer is printed on several pages.
    const isFooter = left.some(
      (one) => one.strip.line.page !== strip.line.page && one.strip.line.text === strip.line.text,
    )
    if (same !== undefined) repeated.push(same)
    else if (cents !== 0 && !isFooter && !known.has(Math.abs(cents))) left.push({ strip, cents })
  }
  for (const [at, strip] of part.strips.entries()) {
    if (used.has(at)) {
      closeList()
      // Rows that stand side by side and were not told apart: a date is between two amounts.
      const own = entryAt.get(at)
      const x = moneyIn(strip).find(({ first: word }) => word === own?.cell.first)?.x0 ?? 0
      if (own !== undefined)
        for (const { cents, x0 } of moneyIn(strip))
          if (strip.dates.some((date) => date.x0 > Math.min(x, x0) && date.x0 < Math.max(x, x0)))
            takeOther(strip, cents)
      isDaily = false
      continue
    }
    if (strip.dates.length === 0 || moneyIn(strip).length === 0) {
      const isInTable = strip.dates.length > 0 && at > first && at < last
      const cells = inTable(at).filter((cell) => !isInText(strip.line.words, cell))
      // Between the entries, a number without decimal places is an amount, too.
      if (isInTable || beginsOddly(strip) || !arePrinted)
        for (const { cents } of cells) takeOther(strip, cents)
      const whole = strip.amounts.find(({ last: word }) => word === strip.line.words.length - 1)
      if (strip.dates[0] !== undefined && strip.dates[0].first <= 1 && whole !== undefined && !isInTable)
        unmarked.push({ strip, cents: whole.cents })
      if (strip.amounts.length === 0 && /\p{L}{3}/u.test(strip.line.text) && !isColumnHeading(strip)) {
        closeList()
        isDaily = isDailyBalances(strip.line.text)
      }
      continue
    }
    const money = moneyIn(strip)
    if (part.balances.has(strip)) {
      // A balance that a table repeats between its entries, oldest or newest first.
      const above = sumOf(entries.filter((entry) => entry.at < at).map(({ cents }) => cents))
      const cents = money.at(-1)?.cents ?? 0
      if (cents !== opening + above && cents !== closing - above && !known.has(Math.abs(cents)))
        findings.push(
          finding('running_balance_mismatch', 'running_balance', strip.line.page, {
            quote: strip.line.text,
            printed_cents: cents,
            read_cents: opening + above,
          }),
        )
      continue
    }
    if (money.length === 1 && isBare(strip))
      list.push({ strip, cents: money[0]?.cents ?? 0, day: reading.dayOf(strip) })
    else {
      closeList()
      for (const { cents } of money) takeOther(strip, cents)
    }
  }
  closeList()
  const [other] = left
  const odd = listed.length > 0 ? left.find(({ strip }) => bare.has(strip)) : undefined
  if (odd !== undefined)
    findings.push(
      finding('running_balance_mismatch', 'daily_balance', odd.strip.line.page, {
        quote: odd.strip.line.text,
        printed_cents: odd.cents,
      }),
    )
  // Rows that were missed would break an equation, unless they cancel out, or unless nothing but rows tells the first or the last balance.
  else if (
    other !== undefined &&
    (left.length > MOST_LEFT || !arePrinted || canCancel(left.map(({ cents }) => Math.abs(cents))))
  )
    findings.push(
      sumOf(left.map(({ cents }) => cents)) === 0 && left.every(({ strip }) => strip.isEntry)
        ? finding('unreadable', 'rows_doubted', other.strip.line.page)
        : finding('does_not_add_up', 'amount_unreadable', other.strip.line.page, {
            quote: other.strip.line.text,
          }),
    )
  // Rows whose amounts have no decimal places.
  if (left.length === 0 && canCancel(unmarked.map(({ cents }) => Math.abs(cents))))
    for (const { strip } of unmarked)
      findings.push(
        finding('does_not_add_up', 'amount_unreadable', strip.line.page, { quote: strip.line.text }),
      )
  repeated = repeated.filter((cents) => cents !== 0)
  // Rows that repeat entries which cancel out could be entries of their own: no balance would show it.
  if (repeated.length > 1 && sumOf(repeated) === 0)
    findings.push(finding('unreadable', 'rows_doubted', part.strips[last]?.line.page ?? null))
  return { findings, listed }
}

/** Most lines outside the tables that may stay unexplained if they cannot cancel out. */
const MOST_LEFT = 2

/** Most amounts whose combinations are tried. */
const MOST_COMBINED = 10

/** True if some amounts, each added or subtracted, can give zero: no balance shows that they are missing. */
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

/** Compares the printed average and lowest balance with those of the days. Banks count the first and the last day differently. */
function ofDaysBreaks({ ofDays }: Part, { from, to, opening, transactions }: Dated): Finding[] {
  if (ofDays.length === 0) return []
  const ends = endOfDayBalances({ from, to, opening_cents: opening, transactions })
  const starts = [opening, ...ends.slice(0, -1)]
  const average = (days: readonly number[]) => roundHalfAway(sumOf(days) / Math.max(days.length, 1))
  const averages = [ends, starts, ends.slice(0, -1), [opening, ...ends]].map(average)
  const within = transactions.flatMap(({ balance_after_cents: cents }) => (cents === null ? [] : [cents]))
  const lowest = [Math.min(...ends), Math.min(...starts, ...ends), Math.min(...within, ...ends)]
  return ofDays.flatMap(({ kind, cents, page }) => {
    const expected = kind === 'average' ? averages : lowest
    // The bank may round the average another way.
    if (expected.some((one) => Math.abs(one - cents) <= 1)) return []
    const detail = kind === 'average' ? 'average_balance' : 'lowest_balance'
    return [finding('totals_mismatch', detail, page, { printed_cents: cents, read_cents: expected[0] ?? 0 })]
  })
}
