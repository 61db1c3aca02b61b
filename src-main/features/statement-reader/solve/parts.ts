import {
  AccountNumbers,
  accountsIn,
  isAccountTitle,
  isDebtTitle,
  isListedAccount,
  isOwnAccount,
} from '../account-numbers.ts'
import { dateInPeriod, type Period } from '../dates.ts'
import { countAlone, countIn, isPendingHeading, labelOf, summaryKindOf } from '../labels.ts'
import { bestOf, isSame, periodOfPart, type Range, rangesIn } from '../periods.ts'
import { Timings } from '../timings.ts'
import { turned } from '../../../../src-shared/platform/base/printed-dates.ts'
import { balanceOfDays, type BalanceOfDays, isOnlyBalanceLabel, type SummaryKind } from '../vocabulary.ts'
import { isBare, isBelow, isColumnHeading, moneyIn, type Strip } from './facts.ts'

/** Cuts a file into the lines about one account in one period, and finds what words say about them. */

/** An amount that words name. */
export interface Figure {
  kind: SummaryKind
  label: string
  cents: number
  /** The number of entries that the label prints. */
  count: number | null
  page: number
  /** The line of the figure. */
  strip: Strip
}

export interface Part {
  strips: Strip[]
  last4: string
  period: Period | null
  figures: Figure[]
  /** Rows of tables that words name as balances: `03/01 Balance forward 1,000.00`. */
  balances: Set<Strip>
  /** Printed averages and lowest balances. */
  ofDays: { kind: BalanceOfDays; cents: number; page: number }[]
  /** Counts that stand alone: `Number of deposits: 9`. */
  counts: { direction: 1 | -1; count: number; page: number }[]
  /** True if the period or the number of the account could also be another one. */
  isDoubted: boolean
  /** True for a loan or a card, whose balance is a debt. */
  isDebt: boolean
}

const partOf = (last4: string): Part => ({
  strips: [],
  last4,
  period: null,
  figures: [],
  balances: new Set(),
  ofDays: [],
  counts: [],
  isDoubted: false,
  isDebt: false,
})

export const partsOf = (strips: readonly Strip[], isDayFirst: boolean): Part[] =>
  new Cutter(strips, isDayFirst).read()

class Cutter {
  readonly #strips: readonly Strip[]
  readonly #isDayFirst: boolean
  readonly #parts: Part[] = []
  #part = partOf('')
  readonly #accounts = new AccountNumbers()
  /** True if the current part began with a number that says that it is that of the statement. */
  #isContradicted = false
  #ranges: Range[] = []
  readonly #timings = new Timings()
  /** The period of the part before, which holds until another one is printed. */
  #inherited: Range | null = null
  #last: Strip | null = null
  #isPending = false

  constructor(strips: readonly Strip[], isDayFirst: boolean) {
    this.#strips = strips
    this.#isDayFirst = isDayFirst
  }

  read(): Part[] {
    for (const [at, strip] of this.#strips.entries()) {
      if (isPendingHeading(strip.line)) this.#isPending = true
      if (strip.isEntry) {
        // Rows below `Pending transactions` are no entries yet.
        if (this.#isPending) continue
        this.#last = strip
        this.#balanceRow(strip)
      } else if (this.#last === null || moneyIn(strip).length > 0 || !isBelow(strip, this.#last)) {
        this.#isPending &&= isPendingHeading(strip.line) || isColumnHeading(strip)
        this.#outside(strip, at)
      }
      this.#part.strips.push(strip)
    }
    this.#finish(true)
    return this.#parts.filter(hasContent)
  }

  /** A row of a table can be a balance: `03/01 Beginning balance 1,000.00`. */
  #balanceRow(strip: Strip): void {
    const { line, dates, amounts } = strip
    const cents = moneyIn(strip).at(-1)?.cents
    const label = line.words
      .filter((_, at) => ![...dates, ...amounts].some(({ first, last }) => at >= first && at <= last))
      .map(({ text }) => text)
      .join(' ')
    const kind = cents === undefined || !isOnlyBalanceLabel(label) ? null : summaryKindOf(label, null)
    if (kind !== 'opening' && kind !== 'closing') return
    this.#figure(kind, label, cents ?? 0, null, strip, true)
    this.#part.balances.add(strip)
  }

  #outside(strip: Strip, at: number): void {
    const { line } = strip
    const lines = this.#strips.slice(Math.max(0, at - 3), at + 1).map((one) => one.line)
    const above = lines.at(-2)
    for (const range of rangesIn(line, above, this.#isDayFirst)) this.#takeRange(range)
    this.#timings.take(line, this.#isDayFirst)
    if (isDebtTitle(line)) return this.#takeDebt(strip)
    // The amounts in a list of accounts are no figures of one of them.
    if (this.#takeAccounts(strip, lines)) return
    const amounts = moneyIn(strip)
    if (amounts.length === 0) {
      const alone = countAlone(line.text)
      if (alone !== null) this.#part.counts.push({ ...alone, page: line.page })
    }
    for (const [index, amount] of amounts.entries()) {
      const label = labelOf(line, lines, lines.length - 1, amount, amounts[index - 1])
      if (label === '') continue
      // A line with several amounts names what a fee requires, too.
      const ofDays = amounts.length === 1 ? balanceOfDays(label) : null
      if (ofDays !== null) this.#part.ofDays.push({ kind: ofDays, cents: amount.cents, page: line.page })
      const kind = ofDays === null ? summaryKindOf(label, this.#range?.period ?? null) : null
      if (kind !== null) this.#figure(kind, label, amount.cents, countIn(label), strip, false)
    }
  }

  #figure(
    kind: SummaryKind,
    label: string,
    cents: number,
    count: number | null,
    strip: Strip,
    isInTable: boolean,
  ): void {
    const { figures, strips } = this.#part
    if (kind === 'opening') {
      const known = figures.find((figure) => figure.kind === 'opening')
      // Some banks repeat the balance at the top and the foot of each page: `brought forward`, `carried forward`.
      if (/carried/i.test(label) || (known !== undefined && isInTable && /forward|arrastre/i.test(label)))
        return
      if (known !== undefined && this.#isCarried(strip, cents)) return
      const isClosed =
        figures.some((figure) => figure.kind === 'closing') && strips.some(({ isEntry }) => isEntry)
      // A second opening balance begins the next statement of the file, unless the table repeats that of the summary.
      if (known !== undefined && (known.cents !== cents || (isClosed && !isInTable))) this.#next()
    }
    this.#part.figures.push({ kind, label, cents, count, page: strip.line.page, strip })
  }

  /** True if a page ends with a balance with which the next page begins, and this is not the last balance of a statement. */
  #isCarried({ line: { page } }: Strip, balance: number): boolean {
    const { figures, strips } = this.#part
    const before = strips.findLast((strip) => strip.line.page !== page && moneyIn(strip).length > 0)
    return (
      before !== undefined &&
      moneyIn(before).at(-1)?.cents === balance &&
      !figures.some(({ kind, cents }) => kind === 'closing' && cents === balance)
    )
  }

  get #range(): Range | null {
    return bestOf(this.#ranges, this.#part.figures, this.#isDayFirst).range ?? this.#inherited
  }

  #takeRange(range: Range): void {
    const { figures, strips } = this.#part
    const known = this.#ranges.find(({ period }) => isSame(period, range.period))
    if (known !== undefined) {
      known.rank = Math.max(known.rank, range.rank)
      return
    }
    const current = this.#range
    if (current !== null && !isSame(current.period, range.period)) {
      const isBelowIt = range.rank < current.rank
      // Below the entries, only a period with as clear a label begins the next statement. Any other range is a notice.
      if (strips.some(({ isEntry }) => isEntry)) {
        if (isBelowIt) return
        this.#next()
      } else if (
        !isBelowIt &&
        ['opening', 'closing'].every((kind) => figures.some((figure) => figure.kind === kind))
      )
        this.#next()
    }
    this.#ranges.push(range)
  }

  #takeDebt({ line: { text, page, y, size } }: Strip): void {
    const last4 = /\d{4}(?=\D{0,3}$)/.exec(text)?.[0] ?? ''
    if (this.#part.isDebt && last4 === this.#accounts.last4) return
    this.#next()
    this.#accounts.take(last4, { page, y, size, isListed: false, isTitle: true })
    Object.assign(this.#part, { last4, isDebt: true })
  }

  /** Takes the account numbers of a line. Returns true if it is a line of a list of accounts. */
  #takeAccounts({ line }: Strip, lines: readonly Strip['line'][]): boolean {
    const found = accountsIn(line, lines.at(-2))
    const above = lines.slice(-3, -1)
    const place = { page: line.page, y: line.y, size: line.size, isTitle: isAccountTitle(line, above) }
    for (const last4 of found) {
      const isListed = found.length > 1 || isListedAccount(line, last4)
      if (hasContent(this.#part)) {
        if (found.includes(this.#accounts.last4)) continue
        if (this.#part.last4 !== '') {
          this.#next()
          this.#isContradicted = isOwnAccount(line, above) && !isListed
        }
      } else this.#part.isDebt = false
      this.#accounts.take(last4, { isListed, ...place })
      this.#part.last4 = this.#accounts.last4
    }
    return found.some((last4) => isListedAccount(line, last4))
  }

  /** Closes the current part: only now all periods that it prints are known. */
  #finish(isLast = false): void {
    const part = this.#part
    const before = this.#parts.at(-1)
    // Another number below the entries, of which nothing follows: one of the two is wrong.
    if (before !== undefined && this.#isContradicted && !hasContent(part)) before.isDoubted = true
    this.#isContradicted = false
    const { range, isDoubted } = periodOfPart(this.#ranges, this.#inherited, part.figures, this.#isDayFirst)
    part.period = range?.period ?? null
    // What a later page says belongs to the next statement of the file.
    const pages = part.strips.filter(({ isEntry }) => isEntry).map(({ line }) => line.page)
    const lastPage = isLast || pages.length === 0 ? Infinity : Math.max(...pages)
    const isRight = this.#timings.agree(part.period, lastPage, daysListed(part, this.#isDayFirst))
    part.isDoubted = isDoubted || this.#accounts.isDoubted || !isRight
    this.#parts.push(part)
    this.#inherited = range
    this.#ranges = []
    this.#accounts.startPart()
  }

  #next(): void {
    this.#finish()
    this.#part = partOf(this.#accounts.last4)
    this.#last = null
  }
}

/** The days of a list with nothing but dates and amounts. */
function daysListed({ strips, period }: Part, isDayFirst: boolean): string[] {
  if (period === null) return []
  return strips.flatMap((strip) => {
    const [first] = strip.dates
    if (first === undefined || strip.amounts.length !== 1 || !isBare(strip)) return []
    return dateInPeriod(isDayFirst ? turned(first.date) : first.date, period) ?? []
  })
}

/** The lines of a part that look like entries and are not named as balances. */
export const entryLikeIn = ({ strips, balances }: Part) =>
  strips.filter((strip) => strip.isEntry && !balances.has(strip))

const hasContent = ({ strips, figures }: Part) => figures.length > 0 || strips.some(({ isEntry }) => isEntry)
