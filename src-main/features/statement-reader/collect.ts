import { amountsIn, type PrintedAmount } from './amounts.ts'
import {
  AccountNumbers,
  accountsIn,
  isAccountTitle,
  isDebtTitle,
  isListedAccount,
  isOwnAccount,
} from './account-numbers.ts'
import type { Period } from './dates.ts'
import {
  anyAmountsIn,
  countAlone,
  continuesDescription,
  countIn,
  headingAbove,
  isLooseEntry,
  isPendingHeading,
  labelBefore,
  labelOf,
  sameColumns,
  sameHeading,
  summaryKindOf,
} from './labels.ts'
import type { Line } from './lines.ts'
import {
  type Entry,
  type Implied,
  type Part,
  partOf,
  type Reading,
  type Section,
  sectionOf,
} from './parts.ts'
import { bestOf, isSame, periodOfPart, type Range, rangesIn } from './periods.ts'
import { Timings } from './timings.ts'
import {
  type Column,
  columnAt,
  type Header,
  hasUnreadDate,
  headerOf,
  impliedHeader,
  partsOf,
  rowOf,
  type Row,
} from './tables.ts'
import {
  balanceOfDays,
  directionOf,
  isFeeBox,
  isOnlyBalanceLabel,
  isSectionHeading,
  isTotal,
  type SummaryKind,
} from './vocabulary.ts'

/** Maximum number of amounts outside the tables that are kept for a part. */
const MOST_LOOSE = 60

/** Number of lines of a page without an entry after which a section is over. A notice, such as an advertisement, can interrupt it. */
const CLOSE_LINE = 2.6

/** Collects the entries and figures of all lines, in reading order. */
export const collectParts = (pages: readonly Line[][], reading: Reading): Part[] =>
  new Collector(reading).read(pages)

class Collector {
  #parts: Part[] = []
  #part: Part | null = null
  readonly #accounts = new AccountNumbers()
  /** True if the current part began with a number that says that it is that of the statement. */
  #isContradicted = false
  /** Periods that were printed since the current part began. */
  #ranges: Range[] = []
  readonly #timings = new Timings()
  /** The period of the part before, which holds until another one is printed. */
  #inherited: Range | null = null
  #section: Section | null = null
  #last: Entry | null = null
  /** True below a heading that says that the next rows are no entries yet. */
  #isPending = false
  readonly #implied: Implied
  readonly #fallback: Period | null
  readonly #isDayFirst: boolean

  constructor({ implied, fallback, isDayFirst }: Reading) {
    this.#implied = implied
    this.#fallback = fallback
    this.#isDayFirst = isDayFirst
  }

  get #range(): Range | null {
    return bestOf(this.#ranges, this.#part?.figures ?? [], this.#isDayFirst).range ?? this.#inherited
  }

  get #period(): Period | null {
    return this.#range?.period ?? this.#fallback
  }

  read(pages: readonly Line[][]): Part[] {
    for (const lines of pages) {
      this.#last = null
      lines.forEach((line, at) => this.#line(line, lines, at))
    }
    this.#finish(true)
    return this.#parts.filter((part) => hasContent(part))
  }

  #line(line: Line, lines: readonly Line[], at: number): void {
    const header = headerOf(line, lines[at - 1])
    if (header !== null) {
      this.#isPending = lines.slice(Math.max(0, at - 3), at).some(isPendingHeading)
      return this.#isPending ? this.#closeSection() : this.#openSection(header, lines, at)
    }
    if (this.#section !== null && isPendingHeading(line)) {
      this.#isPending = true
      return this.#closeSection()
    }
    const ranges = rangesIn(line, lines[at - 1], this.#isDayFirst)
    // A period without an amount is no entry, although it begins with a date.
    if (ranges.length > 0 && amountsIn(line.words).length === 0) return this.#outside(line, lines, at)
    if (this.#section === null && this.#implied.length > 0 && !this.#isPending) {
      const implied = impliedHeader(lines, at, this.#implied)
      if (implied !== null) this.#openSection(implied, lines, at)
    }
    if (this.#row(line)) return
    if (this.#continuation(line)) return
    this.#outside(line, lines, at)
  }

  #current(): Part {
    this.#part ??= partOf(this.#accounts.last4)
    return this.#part
  }

  #closeSection(): void {
    this.#section = null
    this.#last = null
  }

  #openSection(header: Header, lines: readonly Line[], at: number): void {
    const { heading, printed } = headingAbove(lines, at)
    const known = this.#section
    this.#last = null
    // The same columns again: the section goes on, usually on the next page.
    if (
      known !== null &&
      sameColumns(known.header, header) &&
      (heading === '' || sameHeading(heading, known.heading) || !isSectionHeading(heading))
    ) {
      // Keep the identity of the section, so that its total counts the entries of all its pages.
      Object.assign(known, { header })
      return
    }
    this.#section = sectionOf(heading, header)
    // Below the summary, an amount in the heading of a section is its total.
    if (printed !== null && this.#part?.figures.some(({ kind }) => kind === 'closing') === true)
      this.#section.headed = { cents: Math.abs(printed), page: lines[at - 1]?.page ?? 1, label: heading }
  }

  /** Takes a line of the open table. Returns false if the line is no entry. */
  #row(line: Line): boolean {
    const section = this.#section
    if (section === null) return false
    if (hasUnreadDate(line.words, section.header)) this.#current().hasUnreadDate = true
    const label = labelBefore(line)
    const rows = partsOf(line, section.header).flatMap(({ columns, words }) => {
      const row = rowOf(words, columns, line.page)
      return row === null ? [] : [{ row, columns }]
    })
    if (rows.length === 0) return false
    let taken = false
    for (const { row, columns } of rows) if (this.#entry(row, columns, section, label)) taken = true
    return taken
  }

  #entry(row: Row, columns: readonly Column[], section: Section, label: string): boolean {
    const text = row.description.map((word) => word.text).join(' ')
    const isDated = row.date !== null
    if (!isDated) {
      // An entry of the same day as the one above: the date is printed once.
      const [start] = row.description
      const isIndented =
        start !== undefined &&
        columns.some(
          ({ kind, x0, x1 }) =>
            kind === 'description' && start.x0 > x0 - row.line.size && start.x0 < x1 + 12 * row.line.size,
        )
      // A total, or a balance: `Total credits (3) 1,200.00`.
      const summary = summaryKindOf(label, this.#period)
      if (isTotal(label) || summary === 'opening' || summary === 'closing') return false
      if (summary !== null && !isIndented) return false
      if (this.#last === null || text === '' || !isIndented || section.isBalances)
        return this.#lateAmount(row)
      if (this.#last.row.amounts.length === 0) return this.#lateAmount(row)
      if (row.line.y - this.#last.y > CLOSE_LINE * row.line.size) return false
    }
    if (isDated && row.amounts.length === 0 && section.isBalances) return false
    // `Balance forward`, with only a balance.
    const named = summaryKindOf(text, this.#period)
    const kind = named !== null && isOnlyBalanceLabel(text) ? named : null
    if (row.amounts.length > 0 && row.amounts.every((one) => one.kind === 'balance') && !section.isBalances) {
      if (kind === 'opening' || kind === 'closing') {
        this.#figure(kind, text, row.amounts[0]?.amount.cents ?? 0, null, row.line.page, true)
        return true
      }
    }
    if ((kind === 'opening' || kind === 'closing') && !section.isBalances && row.amounts.length > 0) {
      const balance =
        row.amounts.findLast((one) => one.kind === 'balance') ??
        (row.amounts.length === 1 ? row.amounts[0] : undefined)
      if (balance !== undefined) this.#figure(kind, text, balance.amount.cents, null, row.line.page, true)
      // A last row can print the totals of its columns: `Closing balance 1,200.00 900.00 300.00`.
      for (const one of row.amounts)
        if (one !== balance && (one.kind === 'debit' || one.kind === 'credit'))
          section.totals.push({
            cents: Math.abs(one.amount.cents),
            count: null,
            page: row.line.page,
            label: text,
            direction: one.kind === 'credit' ? 1 : -1,
            after: section.entries,
            isInColumn: true,
          })
      return true
    }
    if (row.amounts.length === 0) this.#loose(row.line)
    const entry: Entry = {
      row,
      date: row.date ?? this.#last?.date ?? null,
      description: text,
      page: row.line.page,
      section,
      y: row.line.y,
    }
    this.#push(entry)
    return true
  }

  /** The amount of an entry can stand in the last line of its description. */
  #lateAmount(row: Row): boolean {
    const last = this.#last
    if (last === null || last.row.amounts.length > 0 || row.line.page !== last.page) return false
    if (row.line.y - last.y > CLOSE_LINE * row.line.size) return false
    last.row.amounts.push(...row.amounts)
    last.description = [last.description, ...row.description.map((word) => word.text)].join(' ')
    last.y = row.line.y
    return true
  }

  #push(entry: Entry): void {
    const part = this.#current()
    part.entries.push(entry)
    entry.section.entries++
    const { edges } = entry.section
    for (const { amount } of entry.row.amounts)
      if (edges.length < 20 && !edges.some((edge) => Math.abs(edge - amount.x1) < 1)) edges.push(amount.x1)
    if (!part.pages.includes(entry.page)) part.pages.push(entry.page)
    this.#last = entry
  }

  /** Adds the further lines of a wrapped description. */
  #continuation(line: Line): boolean {
    const last = this.#last
    const section = this.#section
    if (last === null || section === null || section.isBalances || section.header.groups.length > 1)
      return false
    if (line.page !== last.page || line.y - last.y > 1.75 * Math.max(line.size, last.row.line.size))
      return false
    if (!continuesDescription(line, last.row, section.header)) return false
    last.description += ` ${line.text}`
    last.y = line.y
    return true
  }

  #outside(line: Line, lines: readonly Line[], at: number): void {
    for (const range of rangesIn(line, lines[at - 1], this.#isDayFirst)) this.#takeRange(range)
    this.#timings.take(line, this.#isDayFirst)
    if (isDebtTitle(line)) return this.#takeDebt(line)
    // The amounts in a list of accounts are no figures of one of them.
    if (this.#takeAccounts(line, lines, at)) return
    const amounts = amountsIn(line.words)
    if (amounts.length === 0) {
      const alone = countAlone(line.text)
      if (alone !== null) this.#current().counts.push({ ...alone, page: line.page })
      if (isLooseEntry(line, this.#period)) this.#loose(line)
      if (isSectionHeading(line.text)) this.#takeHeading(line)
      return
    }
    if (isLooseEntry(line, this.#period)) this.#loose(line)
    const first = labelBefore(line)
    for (const [index, amount] of amounts.entries()) {
      // One label can name the totals of several columns: `Totals 1,200.00 900.00`.
      const own = labelOf(line, lines, at, amount, amounts[index - 1])
      const label = own === '' && index > 0 && isTotal(first) ? first : own
      if (label === '') {
        this.#unexplained(line, amount.x1, label)
        continue
      }
      const count = countIn(label)
      if (this.#section !== null && isTotal(label) && !isFeeBox(label)) {
        this.#total(this.#section, line, amount, label, count)
        continue
      }
      const kind = summaryKindOf(label, this.#period)
      // A line with several amounts names what a fee requires, too.
      const ofDays = amounts.length === 1 ? balanceOfDays(label) : null
      if (ofDays !== null) this.#current().ofDays.push({ kind: ofDays, cents: amount.cents, page: line.page })
      else if (kind === null) this.#unexplained(line, amount.x1, label)
      else this.#figure(kind, label, amount.cents, count, line.page, false)
    }
  }

  #loose(line: Line): void {
    if (this.#isPending) return
    const { loose } = this.#current()
    const { page, text } = line
    const x1 = line.words.at(-1)?.x1 ?? 0
    // A footer stands on several pages.
    if (loose.some((one) => one.page !== page && one.text === text && Math.abs(one.x1 - x1) < 1)) return
    for (const cents of anyAmountsIn(line))
      if (cents !== 0 && loose.length < MOST_LOOSE) loose.push({ page, text, cents, x1 })
  }

  #total(section: Section, { page, size }: Line, amount: PrintedAmount, label: string, count: number | null) {
    const kind = columnAt(amount, section.header)
    const isInColumn = section.edges.some((edge) => Math.abs(edge - amount.x1) < size * 0.5)
    this.#last = null
    // The last balance below a column of balances is no sum.
    if (kind === 'balance' && isInColumn && !section.isBalances)
      return this.#figure('closing', label, amount.cents, null, page, true)
    const named = directionOf(label)
    const column = isInColumn && kind === 'credit' ? 1 : isInColumn && kind === 'debit' ? -1 : 0
    section.totals.push({
      cents: Math.abs(amount.cents),
      count,
      page,
      label,
      direction: named === 0 ? column : named,
      after: section.entries,
      isInColumn,
    })
  }

  #unexplained({ page, size }: Line, edge: number, label: string): void {
    const section = this.#section
    if (section === null || section.isBalances || isFeeBox(label) || section.header.groups.length > 1) return
    if (!section.edges.some((one) => Math.abs(one - edge) < size * 0.5)) return
    const { unexplained } = this.#current()
    if (unexplained.length < 50) unexplained.push({ page, label, section, after: section.entries })
  }

  #takeHeading(line: Line): void {
    const section = this.#section
    if (section === null) return
    // A heading inside a table starts a new section with the same columns, unless it is only a repetition.
    if (sameHeading(line.text, section.heading)) return
    this.#section = sectionOf(line.text, section.header)
    this.#last = null
  }

  #figure(
    kind: SummaryKind,
    label: string,
    cents: number,
    count: number | null,
    page: number,
    isInTable: boolean,
  ): void {
    const part = this.#current()
    if (kind === 'opening') {
      const known = part.figures.find((figure) => figure.kind === 'opening')
      // Some banks repeat the balance at the top and the foot of each page: `brought forward`, `carried forward`.
      const isRepeated =
        known !== undefined && known.cents !== cents && isInTable && /forward|arrastre/i.test(label)
      if (isRepeated || /carried/i.test(label)) {
        if (isInTable) part.forwards.push({ cents, page, label, after: part.entries.length })
        return
      }
      // A second opening balance begins the next statement of the file, unless the table repeats that of the summary.
      if (
        known !== undefined &&
        (known.cents !== cents ||
          (part.figures.some((figure) => figure.kind === 'closing') && part.entries.length > 0 && !isInTable))
      ) {
        const section = this.#section
        this.#next()
        // The first row of a table can be the opening balance. Its entries follow.
        if (isInTable && section !== null) this.#section = sectionOf(section.heading, section.header)
      }
    }
    this.#current().figures.push({ kind, label, cents, count, page, isInTable })
  }

  #takeRange(range: Range): void {
    const part = this.#part
    const known = this.#ranges.find(({ period }) => isSame(period, range.period))
    if (known !== undefined) {
      known.rank = Math.max(known.rank, range.rank)
      return
    }
    const current = this.#range
    if (part !== null && current !== null && !isSame(current.period, range.period)) {
      const isBelow = range.rank < current.rank
      if (part.entries.length > 0) {
        // Below the entries, only a period with as clear a label begins the next statement. Any other range is a notice.
        if (isBelow) return
        this.#next()
      } else if (
        !isBelow &&
        ['opening', 'closing'].every((kind) => part.figures.some((figure) => figure.kind === kind))
      )
        this.#next()
    }
    this.#ranges.push(range)
  }

  #takeDebt(line: Line): void {
    const last4 = /\d{4}(?=\D{0,3}$)/.exec(line.text)?.[0] ?? ''
    if (this.#current().isDebt && last4 === this.#accounts.last4) return
    this.#next()
    const { page, y, size } = line
    this.#accounts.take(last4, { page, y, size, isListed: false, isTitle: true })
    Object.assign(this.#current(), { last4, isDebt: true })
  }

  /** Takes the account numbers of a line. Returns true if it is a line of a list of accounts. */
  #takeAccounts(line: Line, lines: readonly Line[], at: number): boolean {
    const found = accountsIn(line, lines[at - 1])
    const above = lines.slice(Math.max(0, at - 2), at)
    const place = { page: line.page, y: line.y, size: line.size }
    const isTitle = isAccountTitle(line, above)
    const isOwn = isOwnAccount(line, above)
    for (const last4 of found) {
      const isListed = found.length > 1 || isListedAccount(line, last4)
      const part = this.#part
      if (part === null || !hasContent(part)) {
        this.#accounts.take(last4, { isListed, isTitle, ...place })
        if (part !== null) [part.last4, part.isDebt] = [this.#accounts.last4, false]
        continue
      }
      if (found.includes(this.#accounts.last4)) continue
      if (part.last4 === '') part.last4 = last4
      else {
        this.#next()
        this.#isContradicted = isOwn && !isListed
      }
      this.#accounts.take(last4, { isListed, isTitle, ...place })
      if (this.#part !== null) this.#part.last4 = this.#accounts.last4
    }
    return found.some((last4) => isListedAccount(line, last4))
  }

  /** Closes the current part: only now all periods that it prints are known. */
  #finish(isLast = false): void {
    const part = this.#part
    if (part === null) return
    // Another number below the entries, of which nothing follows: one of the two is wrong.
    const before = this.#parts.at(-1)
    if (before !== undefined && this.#isContradicted && !hasContent(part)) before.isDoubted = true
    this.#isContradicted = false
    const { range, isDoubted } = periodOfPart(this.#ranges, this.#inherited, part.figures, this.#isDayFirst)
    part.period = range?.period ?? null
    part.isDayFirst = this.#isDayFirst
    // What a later page says belongs to the next statement of the file.
    const lastPage = isLast || part.pages.length === 0 ? Infinity : Math.max(...part.pages)
    const isRight = this.#timings.agree(part, range?.period ?? null, lastPage)
    part.isDoubted = isDoubted || this.#accounts.isDoubted || !isRight
    this.#parts.push(part)
    this.#inherited = range
    this.#ranges = []
    this.#accounts.startPart()
  }

  #next(): void {
    this.#finish()
    this.#part = partOf(this.#accounts.last4)
    this.#section = null
    this.#last = null
  }
}

const hasContent = ({ entries, figures }: Part) => entries.length > 0 || figures.length > 0
