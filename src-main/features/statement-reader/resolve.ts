import { addDays } from '../../../src-shared/platform/base/days.ts'
import { finding } from './finding.ts'
import { type PrintedDate, turned } from '../../../src-shared/platform/base/printed-dates.ts'
import { dateInPeriod, type Period } from './dates.ts'
import type { Entry, Part, Section } from './parts.ts'
import { balanceMisfits } from './misfits.ts'
import {
  aloneCountsBreak,
  type Break,
  LEAST_COVERED,
  ofDaysBreak,
  sectionsBreak,
  totalsBreak,
} from './printed-totals.ts'
import type {
  Check,
  Finding,
  FindingDetail,
  FindingFacts,
  Reason,
  StatementMonth,
  Transaction,
} from '../../../src-shared/features/statements/statement.ts'

/** One account's statement of one period. */
export interface ResolvedPart {
  last4: string
  month: StatementMonth
  pages: number[]
  /** False if the part has only figures, such as those of a summary. */
  hasEntries: boolean
  /** Number of printed figures that disagree with the entries. */
  misfits: number
}

/** Gives each entry of a part its date and sign, and compares the entries with every figure that the statement prints. */
export function resolvePart(part: Part, fallback: Period | null): ResolvedPart | null {
  const period = part.period ?? fallback
  const opening = part.figures.find(({ kind }) => kind === 'opening')
  const closing = part.figures.findLast(({ kind }) => kind === 'closing')
  const findings: Finding[] = []
  const add = (reason: Reason, detail: FindingDetail, page: number | null, facts?: Partial<FindingFacts>) =>
    findings.push(finding(reason, detail, page, facts))
  if (period === null || opening === undefined || closing === undefined) return null

  const moneyEntries = part.entries.filter(({ section }) => !section.isBalances)
  const swap = needsSwap(part, period)
  const transactions: (Transaction & { section: Section })[] = []
  const signs = signsOf(moneyEntries, opening.cents)
  moneyEntries.forEach((entry, at) => {
    const money = entry.row.amounts.filter(({ kind }) => kind !== 'balance')
    const balance = entry.row.amounts.findLast(({ kind }) => kind === 'balance')?.amount.cents ?? null
    const cents = signs[at] ?? null
    const isTwo = money.filter(({ amount }) => amount.cents !== 0).length > 1
    if (money.length > 0 && (entry.row.hasUnread || isTwo))
      add('does_not_add_up', 'amount_unreadable', entry.page, { quote: quoteOf(entry) })
    if (money.length === 0 || cents === null) {
      // An entry without an amount is a note, unless it has a balance: then its amount could not be read.
      if (money.length > 0 || balance !== null || entry.row.hasUnread)
        add('does_not_add_up', 'amount_unreadable', entry.page, { quote: quoteOf(entry) })
      return
    }
    const date = entry.date === null ? null : dateInPeriod(swap ? turned(entry.date) : entry.date, period)
    if (date === null) {
      add('does_not_add_up', 'date_outside', entry.page, { quote: quoteOf(entry) })
      return
    }
    const { line } = entry.row
    transactions.push({
      date,
      description: entry.description === '' ? entry.row.check : entry.description,
      amount_cents: cents,
      page: entry.page,
      place: { x0: line.words[0]?.x0 ?? 0, x1: line.words.at(-1)?.x1 ?? 0, y: line.y, size: line.size },
      balance_after_cents: balance,
      check_number: entry.row.check === '' ? null : entry.row.check,
      section: entry.section,
    })
  })
  for (const { page, label, section, after } of part.unexplained)
    if (section.entries > after) add('does_not_add_up', 'amount_unreadable', page, { quote: label })
  const daily = part.entries.flatMap((entry) => {
    if (!entry.section.isBalances) return []
    const cents = entry.row.amounts.at(-1)?.amount.cents
    const date =
      entry.date === null
        ? null
        : dateInPeriod(swap ? turned(entry.date) : entry.date, {
            from: addDays(period.from, -1),
            to: period.to,
          })
    if (cents !== undefined && entry.date !== null && date === null)
      add('does_not_add_up', 'date_outside', entry.page, { quote: entry.row.line.text })
    return cents === undefined || date === null ? [] : [{ date, balance_cents: cents, page: entry.page }]
  })

  const repeated = forwardBreak(part, moneyEntries, signs, opening.cents, closing.cents)
  if (repeated !== null) findings.push(repeated)

  const passed = new Set<Check>()
  const sum = transactions.reduce((total, { amount_cents }) => total + amount_cents, 0)
  for (const other of part.figures) {
    if (other.kind === 'opening' && other.cents !== opening.cents)
      add('does_not_add_up', 'two_openings', other.page, {
        printed_cents: opening.cents,
        read_cents: other.cents,
      })
    if (other.kind === 'closing' && other.cents !== closing.cents)
      add('does_not_add_up', 'two_closings', other.page, {
        printed_cents: closing.cents,
        read_cents: other.cents,
      })
  }
  if (opening.cents + sum === closing.cents) passed.add('sum')
  else
    add('does_not_add_up', 'closing_balance', closing.page, {
      printed_cents: closing.cents,
      read_cents: opening.cents + sum,
    })
  const withBalance = transactions.filter(({ balance_after_cents: balance }) => balance !== null)
  const running = runningBreak(transactions, opening.cents, closing.cents)
  if (running === null && covers(transactions, withBalance)) passed.add('running')
  else if (running !== null && running !== 'none') findings.push(running)

  if (running === null && endsWithoutBalance(transactions, opening.cents, closing.cents))
    add('unreadable', 'rows_doubted', part.pages.at(-1) ?? null)

  const wrongDay = dailyBreak(transactions, daily, opening.cents)
  if (wrongDay !== null) findings.push(wrongDay)
  else if (daily.length > 0 && covers(transactions, daily)) passed.add('daily')
  const totals = totalsBreak(part, transactions, opening.cents, closing.cents)
  if (totals === null) passed.add('totals')
  else if (totals !== 'none') findings.push(totals)
  const sections = sectionsBreak(moneyEntries, transactions)
  if (sections === null) passed.add('sections')
  else if (sections !== 'none') findings.push(sections)
  const isSummed = passed.has('totals') || passed.has('sections')
  if (!isSummed && hasCancelingNotes(moneyEntries, signs))
    add('unreadable', 'rows_doubted', part.pages[0] ?? null)
  const foreign = isSummed || passed.has('running') ? null : cancelingPage(transactions)
  if (foreign !== null) add('unreadable', 'rows_doubted', foreign)
  const alone = aloneCountsBreak(part, transactions)
  if (alone !== null) findings.push(alone)
  const ofDays = ofDaysBreak(part, { ...period, opening_cents: opening.cents, transactions })
  if (ofDays !== null) findings.push(ofDays)

  return {
    last4: part.last4,
    month: {
      ...period,
      opening_cents: opening.cents,
      closing_cents: closing.cents,
      transactions: transactions.map(({ section: _section, ...transaction }) => transaction),
      daily_balances: daily,
      passed: [...passed],
      findings,
      ...(part.hasUnreadDate || areDatesDoubted(moneyEntries) ? { has_doubted_dates: true as const } : {}),
    },
    pages: part.pages,
    hasEntries: moneyEntries.length > 0,
    misfits: findings.length + balanceMisfits(transactions, daily, opening.cents, closing.cents),
  }
}

/** What a finding quotes of an entry: its description, or its whole line if it has none, as in a list of checks. */
const quoteOf = ({ description, row }: Entry) => (/\p{L}/u.test(description) ? description : row.line.text)

/**
 * True if the day of posting of an entry is in doubt. A table that prints each date once can print it at the first or at the last entry of a
 * day. Only a last entry without a date shows that it is the first.
 */
function areDatesDoubted(entries: readonly Entry[]): boolean {
  if (entries.some(({ row }) => row.isDateDoubted)) return true
  return [...new Set(entries.map(({ section }) => section))].some((section) => {
    const mine = entries.filter((entry) => entry.section === section)
    const twice = mine.filter(({ row }) => row.isTwiceDated).length
    if (twice > 0 && twice * 2 >= mine.length) return true
    return mine.some(({ row }) => row.date === null) && mine.at(-1)?.row.date !== null
  })
}

/** Returns a page after the first one whose entries cancel out: it can belong to another statement, which balances of days would not show. */
function cancelingPage(transactions: readonly Transaction[]): number | null {
  const pages = [...new Set(transactions.map(({ page }) => page))].slice(1)
  const sumOf = (page: number) =>
    transactions.reduce((sum, one) => sum + (one.page === page ? one.amount_cents : 0), 0)
  return pages.find((page) => sumOf(page) === 0) ?? null
}

/**
 * True if rows without a date and without a balance cancel out: `Includes tip of 5.00`, and `Includes refund of -5.00`. They can be notes,
 * which no balance would show.
 */
function hasCancelingNotes(entries: readonly Entry[], signs: readonly (number | null)[]): boolean {
  let [sum, count] = [0, 0]
  for (const [at, { row }] of entries.entries()) {
    const isNote = row.date === null && row.amounts.every(({ kind }) => kind !== 'balance')
    ;[sum, count] = isNote ? [sum + (signs[at] ?? 0), count + 1] : [0, 0]
    if (count > 1 && sum === 0) return true
  }
  return false
}

/** Compares the balances of days with the entries. Null if all agree. */
function dailyBreak(
  transactions: readonly Transaction[],
  daily: StatementMonth['daily_balances'],
  opening: number,
): Finding | null {
  const entries = transactions.toSorted((one, other) => compare(one.date, other.date))
  let [balance, at] = [opening, 0]
  for (const { date, balance_cents, page } of daily.toSorted((one, other) => compare(one.date, other.date))) {
    for (let next = entries[at]; next !== undefined && next.date <= date; next = entries[++at])
      balance += next.amount_cents
    if (balance !== balance_cents)
      return finding('running_balance_mismatch', 'daily_balance', page, {
        day: date,
        printed_cents: balance_cents,
        read_cents: balance,
      })
  }
  return null
}

/** Compares the balances that a table repeats between its entries with the entries above, oldest or newest first. */
function forwardBreak(
  { forwards, entries }: Part,
  moneyEntries: readonly Entry[],
  signs: readonly (number | null)[],
  opening: number,
  closing: number,
): Finding | null {
  const cents = new Map(moneyEntries.map((entry, at) => [entry, signs[at] ?? 0]))
  for (const { cents: printed, page, label, after } of forwards) {
    const above = entries.slice(0, after).reduce((sum, entry) => sum + (cents.get(entry) ?? 0), 0)
    if (printed !== opening + above && printed !== closing - above)
      return finding('running_balance_mismatch', 'running_balance', page, {
        quote: label,
        printed_cents: printed,
        read_cents: opening + above,
      })
  }
  return null
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** True if there are printed balances for most of the days with entries. */
function covers(transactions: readonly Transaction[], balances: readonly { date: string }[]): boolean {
  const days = new Set(transactions.map(({ date }) => date))
  const printed = new Set(balances.map(({ date }) => date))
  return [...days].filter((day) => printed.has(day)).length >= days.size * LEAST_COVERED
}

/** True if the ambiguous dates of a part have the day before the month. */
function needsSwap({ entries, isDayFirst }: Part, period: Period): boolean {
  const dates = entries.flatMap(({ date }) => (date === null ? [] : [date]))
  const numeric = dates.filter(({ isAmbiguous }) => isAmbiguous)
  if (numeric.length === 0 || dates.some(({ order }) => order === 'month_first')) return false
  if (isDayFirst || dates.some(({ order }) => order === 'day_first')) return true
  // Nothing tells the order but the period.
  if (numeric.length < dates.length / 4) return false
  const misses = (all: PrintedDate[]) => all.filter((date) => dateInPeriod(date, period) === null).length
  return misses(numeric) > 0 && misses(numeric.map(turned)) === 0
}

/** Returns the amounts of entries with their signs. Null where the statement does not tell the sign. */
function signsOf(entries: readonly Entry[], opening: number): (number | null)[] {
  const bySection = new Map<Section, Entry[]>()
  for (const entry of entries) {
    const list = bySection.get(entry.section)
    if (list === undefined) bySection.set(entry.section, [entry])
    else list.push(entry)
  }
  const isSigned = new Map<Section, boolean>()
  for (const [section, list] of bySection)
    isSigned.set(
      section,
      list.some(({ row }) => row.amounts.some(({ kind, amount }) => kind === 'amount' && amount.isSigned)),
    )
  // Some banks mark only the credits: `900.00 CR`, and `400.00`.
  const hasMarkedCredits = new Set<Section>()
  for (const [section, list] of bySection) {
    const marked = list.flatMap(({ row }) =>
      row.amounts.filter(({ kind, amount }) => kind === 'amount' && amount.isSigned),
    )
    if (section.direction === 0 && marked.length > 0 && marked.every(({ amount }) => amount.cents > 0))
      hasMarkedCredits.add(section)
  }
  // In a column of debits without signs, a minus reverses one: `Fee reversed -25.00`.
  const hasPlainDebits = new Set<Section>()
  for (const { row, section } of entries)
    if (row.amounts.some(({ kind, amount }) => kind === 'debit' && !amount.isSigned && amount.cents !== 0))
      hasPlainDebits.add(section)
  const signed = entries.map(({ row, section }): number | null => {
    const money = row.amounts.filter(({ kind }) => kind !== 'balance')
    if (money.length === 0) return null
    let total = 0
    for (const { kind, amount } of money) {
      const { cents } = amount
      if (kind === 'credit') total += cents
      else if (kind === 'debit') total += hasPlainDebits.has(section) ? -cents : -Math.abs(cents)
      else if (section.direction < 0)
        total +=
          isSigned.get(section) === true && !amount.isSigned
            ? cents * (allNegative(bySection.get(section) ?? []) ? 1 : -1)
            : -Math.abs(cents)
      else if (hasMarkedCredits.has(section)) total += amount.isSigned ? cents : -cents
      else if (isSigned.get(section) === true || section.direction > 0) total += cents
      else return null
    }
    return total
  })
  if (!signed.includes(null)) return signed
  return fromBalances(entries, signed, opening)
}

const allNegative = (entries: readonly Entry[]) =>
  entries.every(({ row }) => row.amounts.every(({ kind, amount }) => kind !== 'amount' || amount.cents <= 0))

/** Takes the sign of an amount from the balances before and after it. */
function fromBalances(
  entries: readonly Entry[],
  signed: (number | null)[],
  opening: number,
): (number | null)[] {
  const balances = entries.map(
    ({ row }) => row.amounts.findLast(({ kind }) => kind === 'balance')?.amount.cents ?? null,
  )
  const moneys = entries.map(({ row }) =>
    row.amounts
      .filter(({ kind }) => kind !== 'balance')
      .reduce((sum, { amount }) => sum + Math.abs(amount.cents), 0),
  )
  const attempt = (order: number[]) => {
    const result = [...signed]
    let before: number | null = opening
    let solved = 0
    for (const at of order) {
      const after = balances[at] ?? null
      const money = moneys[at] ?? 0
      if (before !== null && after !== null && (result[at] ?? null) === null) {
        if (before + money === after) result[at] = money
        else if (before - money === after) result[at] = -money
        if (result[at] !== null) solved++
      }
      const amount = result[at] ?? null
      before = after ?? (before !== null && amount !== null ? before + amount : null)
    }
    return { result, solved }
  }
  const order = entries.map((_, at) => at)
  const [forward, backward] = [attempt(order), attempt(order.toReversed())]
  return backward.solved > forward.solved ? backward.result : forward.result
}

/** Compares the running balances with the entries, oldest first or newest first. Null if all agree, `none` if none is printed. */
function runningBreak(transactions: readonly Transaction[], opening: number, closing: number): Break {
  if (!transactions.some(({ balance_after_cents: balance }) => balance !== null)) return 'none'
  const forward = chainBreak(transactions, opening, closing)
  if (forward === null) return null
  const backward = chainBreak(transactions.toReversed(), opening, closing)
  if (backward === null) return null
  return (forward.at >= backward.at ? forward : backward).found
}

/**
 * True if entries that cancel out follow the last running balance: they can be entries that are not posted yet, or that another table has,
 * too.
 */
function endsWithoutBalance(transactions: readonly Transaction[], opening: number, closing: number): boolean {
  const isForward = chainBreak(transactions, opening, closing) === null
  const inOrder = isForward ? transactions : transactions.toReversed()
  const last = inOrder.findLastIndex(({ balance_after_cents }) => balance_after_cents !== null)
  const after = inOrder.slice(last + 1)
  return after.length > 0 && after.reduce((sum, { amount_cents }) => sum + amount_cents, 0) === 0
}

function chainBreak(transactions: readonly Transaction[], opening: number, closing: number) {
  let balance = opening
  let at = 0
  for (const { amount_cents, balance_after_cents: printed, page, description } of transactions) {
    balance += amount_cents
    if (printed !== null && printed !== balance)
      return {
        at,
        found: finding('running_balance_mismatch', 'running_balance', page, {
          quote: description,
          printed_cents: printed,
          read_cents: balance,
        }),
      }
    at++
  }
  return balance === closing
    ? null
    : {
        at,
        found: finding('running_balance_mismatch', 'last_balance', transactions.at(-1)?.page ?? 1, {
          printed_cents: closing,
          read_cents: balance,
        }),
      }
}
