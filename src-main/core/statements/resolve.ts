import { addDays } from '../../../src-shared/days.ts'
import { finding } from './finding.ts'
import type { PrintedDate } from '../../../src-shared/printed-dates.ts'
import { dateInPeriod, type Period } from './dates.ts'
import type { Entry, Part, Section } from './parts.ts'
import { balanceMisfits } from './misfits.ts'
import { isTotal } from './vocabulary.ts'
import type {
  Check,
  Finding,
  FindingDetail,
  FindingFacts,
  Reason,
  StatementMonth,
  Transaction,
} from '../../../src-shared/statements/statement.ts'

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
  const swap = needsSwap(part.entries, period)
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

  const wrongDay = dailyBreak(transactions, daily, opening.cents)
  if (wrongDay !== null) findings.push(wrongDay)
  else if (daily.length > 0 && covers(transactions, daily)) passed.add('daily')
  const totals = totalsBreak(part, transactions, opening.cents, closing.cents)
  if (totals === null) passed.add('totals')
  else if (totals !== 'none') findings.push(totals)
  const sections = sectionsBreak(moneyEntries, transactions)
  if (sections === null) passed.add('sections')
  else if (sections !== 'none') findings.push(sections)

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
      ...(moneyEntries.some(({ row }) => row.isDateDoubted) ? { has_doubted_dates: true as const } : {}),
    },
    pages: part.pages,
    hasEntries: moneyEntries.length > 0,
    misfits: findings.length + balanceMisfits(transactions, daily, opening.cents, closing.cents),
  }
}

/** What a finding quotes of an entry: its description, or its whole line if it has none, as in a list of checks. */
const quoteOf = ({ description, row }: Entry) => (description === '' ? row.line.text : description)

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

/** Share of the days or of the entries that printed figures must cover to count as evidence. One balance alone proves little. */
const LEAST_COVERED = 0.8

/** True if there are printed balances for most of the days with entries. */
function covers(transactions: readonly Transaction[], balances: readonly { date: string }[]): boolean {
  const days = new Set(transactions.map(({ date }) => date))
  const printed = new Set(balances.map(({ date }) => date))
  return [...days].filter((day) => printed.has(day)).length >= days.size * LEAST_COVERED
}

const turned = (date: PrintedDate): PrintedDate => ({ ...date, month: date.day, day: date.month })

/** True if the dates fit the period only with the day before the month. */
function needsSwap(entries: readonly Entry[], period: Period): boolean {
  const dates = entries.flatMap(({ date }) => (date === null ? [] : [date]))
  const numeric = dates.filter(({ isAmbiguous }) => isAmbiguous)
  if (numeric.length === 0 || numeric.length < dates.length / 4) return false
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
  const signed = entries.map(({ row, section }): number | null => {
    const money = row.amounts.filter(({ kind }) => kind !== 'balance')
    if (money.length === 0) return null
    let total = 0
    for (const { kind, amount } of money) {
      const { cents } = amount
      if (kind === 'credit') total += cents
      else if (kind === 'debit') total -= Math.abs(cents)
      else if (section.direction < 0)
        total +=
          isSigned.get(section) === true && !amount.isSigned
            ? cents * (allNegative(bySection.get(section) ?? []) ? 1 : -1)
            : -Math.abs(cents)
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

/** The finding of a check. Null if all figures agree, `none` if there is nothing to compare. */
type Break = Finding | 'none' | null

/** Compares the running balances with the entries, oldest first or newest first. Null if all agree, `none` if none is printed. */
function runningBreak(transactions: readonly Transaction[], opening: number, closing: number): Break {
  if (!transactions.some(({ balance_after_cents: balance }) => balance !== null)) return 'none'
  const forward = chainBreak(transactions, opening, closing)
  if (forward === null) return null
  const backward = chainBreak(transactions.toReversed(), opening, closing)
  if (backward === null) return null
  return (forward.at >= backward.at ? forward : backward).found
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

/** Compares the totals of the summary with the entries. They count only if they lead from the opening to the closing balance. */
function totalsBreak(
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
      const isOf = summaryLines(part)
      if (credits.some(isOf) && !someGive(credits, deposits))
        return unequal(total(credits), withdrawals) ?? 'none'
      if (debits.some(isOf) && !someGive(debits, withdrawals))
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
function sectionsBreak(
  entries: readonly Entry[],
  transactions: readonly (Transaction & { section: Section })[],
): Break {
  const sections = new Set(entries.map(({ section }) => section))
  let covered = 0
  for (const section of sections) {
    const mine = transactions.filter((one) => one.section === section)
    let [from, last, isCovered] = [0, 0, false]
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

/** The sums that a total of entries with both signs can be: money in, money out, and both. */
function totalsOf(transactions: readonly Transaction[]): number[] {
  const ins = transactions.reduce((sum, { amount_cents }) => sum + Math.max(amount_cents, 0), 0)
  const outs = transactions.reduce((sum, { amount_cents }) => sum - Math.min(amount_cents, 0), 0)
  return [ins, outs, Math.abs(ins - outs)]
}
