import { addDays } from '../../../src-shared/platform/base/days.ts'
import { dateStyle, moneyOf, signedOf, textOf } from './bank-print.ts'
import { monthsOf, WORDS } from './bank-words.ts'
import { numberPages } from './generator.ts'
import type { Options } from './layout-options.ts'
import { type Dice, type Ledger, type LedgerEntry, type ShownEntry, shownOf } from './ledger.ts'
import { Sheet } from './sheet.ts'

/** Draws the statements of a bank with the choices of `layout-options.ts`. */

export interface Account {
  last4: string
  ledger: Ledger
}

export type ChangeEntries = (entries: readonly ShownEntry[], options: Options) => ShownEntry[]

const sumOf = (entries: readonly LedgerEntry[]) => entries.reduce((sum, { cents }) => sum + cents, 0)
type Names = Record<Exclude<keyof (typeof WORDS)['en'], 'of'>, string>
type CellName = 'date' | 'posted' | 'text' | 'amount' | 'in' | 'out' | 'mark' | 'balance'
const CELLS: Record<Options['cells'], readonly ('date' | 'text' | 'money' | 'balance')[]> = {
  usual: ['date', 'text', 'money', 'balance'],
  amount_first: ['date', 'money', 'balance', 'text'],
  balance_first: ['balance', 'date', 'text', 'money'],
  date_right: ['text', 'money', 'balance', 'date'],
  text_first: ['text', 'date', 'money', 'balance'],
}
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MARGIN = 40
const GUTTER = 24

export class Drawing {
  readonly sheet: Sheet
  readonly pagesWithFigures = new Set<number>()
  readonly #options: Options
  readonly #dice: Dice
  readonly #gap: number
  readonly #paper: { width: number; height: number }
  readonly #bank: string
  readonly #names: Names
  readonly #rowDate: (day: string) => string
  readonly #longDate: (day: string) => string
  #columns: { name: CellName; x0: number; x1: number }[] = []
  /** The column of print that is being filled, and where both begin and end. */
  #block = 0
  #top = 0
  #bottom = 0
  #lowest = 0

  constructor(options: Options, dice: Dice) {
    this.#options = options
    this.#dice = dice
    this.#paper = options.paper === 'a4' ? { width: 595, height: 842 } : { width: 612, height: 792 }
    this.#gap = Number(options.gap)
    this.sheet = new Sheet(Number(options.size), dice, this.#paper, options.font)
    const words = WORDS[options.language]
    const picked = Object.entries(words).flatMap(([key, list]) =>
      typeof list === 'string' ? [] : [[key, dice.pick<string>(list)]],
    )
    this.#names = Object.fromEntries(picked) as Names
    this.#bank = `${dice.pick(['Alder', 'Kestrel', 'Norwood'])} ${dice.pick(['National', 'Trust', 'Reach'])}`
    this.#rowDate = dateStyle(options, options.year)
    this.#longDate = dateStyle(options, 'four')
    this.#bottom = this.#paper.height - 60
  }

  draw(accounts: readonly Account[], change: ChangeEntries | undefined): void {
    const { noise, pages, accounts: count } = this.#options
    this.sheet.text(this.#bank, MARGIN)
    this.#down(2)
    for (const line of ['Fairhaven Cabinets LLC', '77 Orchard Way', 'Salem, OR 97301']) this.#line(line)
    this.#down(1)
    for (const [at, { last4, ledger }] of accounts.entries()) {
      if (at > 0 && this.#dice.chance(0.5)) this.#newPage()
      else if (at > 0) this.#room(14)
      this.#head(last4, ledger, at === 0 || this.#dice.chance(0.5))
      if (at === 0 && (noise === 'marketing' || noise === 'both'))
        this.#line('Earn 4.25% with a deposit of $25,000.00 or more, and save $12.00 each month until 12/31.')
      const shown = shownOf(ledger)
      this.#account(ledger, at === 0 ? (change?.(shown, this.#options) ?? shown) : shown, count !== 'one')
    }
    if (noise === 'edges' || noise === 'both')
      for (const page of this.sheet.pages)
        this.#on(
          page,
          `${this.#bank} insures deposits up to $250,000.00 per depositor`,
          this.#paper.height - 36,
        )
    const style = { none: 0, of: 1, number: 2, slash: 3 }[pages]
    numberPages(this.sheet, style, this.#names.page, WORDS[this.#options.language].of)
    this.sheet.shuffle()
  }

  #on(page: Sheet['page'], text: string, y: number): void {
    let x = MARGIN
    for (const piece of text.split(' ')) {
      page.words.push({ text: piece, x0: x, x1: x + piece.length * 3.5, y, size: 7, font: 'f1' })
      x += piece.length * 3.5 + 2.5
    }
  }

  #down(lines = 1): void {
    this.sheet.down(lines * this.#gap)
  }

  #line(text: string, x = this.#left): void {
    this.sheet.text(text, x)
    this.#down()
  }

  get #left(): number {
    return MARGIN + this.#block * (this.#width + GUTTER)
  }

  /** The width of the print: of the whole page, or of one of two columns while a table is drawn. */
  get #width(): number {
    const whole = this.#paper.width - 2 * MARGIN
    return this.#top > 0 ? (whole - GUTTER) / 2 : whole
  }

  #newPage(): void {
    this.sheet.newPage()
    const { noise } = this.#options
    if (noise === 'edges' || noise === 'both') this.#line(`${this.#bank} ${this.#names.account}`, MARGIN)
    this.#down()
    this.#block = 0
    if (this.#top > 0) this.#top = this.sheet.y
    this.#bottom = this.#paper.height - 60
  }

  /** Goes to the next column of print or page if there is no room for some lines. Returns true if it did. */
  #room(lines = 1): boolean {
    if (this.sheet.y + lines * Number(this.#options.size) * this.#gap < this.#bottom) return false
    this.#lowest = Math.max(this.#lowest, this.sheet.y)
    if (this.#top > 0 && this.#block === 0) {
      this.#block = 1
      this.sheet.y = this.#top
    } else this.#newPage()
    return true
  }

  #money = (cents: number) => moneyOf(this.#options, cents)
  #signed = (cents: number, hasMarks = true) => signedOf(this.#options, cents, hasMarks)

  #balance(cents: number): string {
    return cents < 0 ? this.#signed(cents) : this.#money(cents)
  }

  #head(last4: string, { from, to }: Ledger, isPrinted: boolean): void {
    const { language, period, currency, currency_place: place } = this.#options
    const mask = this.#dice.pick(['XXXX', '****', 'x', '000000'])
    this.sheet.text(`${this.#names.account}: ${mask}${last4}`, MARGIN)
    const months = monthsOf(language)
    const text =
      period === 'title'
        ? `${months[Number(from.slice(5, 7)) - 1]} ${from.slice(0, 4)}`
        : `${this.#longDate(from)} ${this.#names.to} ${this.#longDate(to)}`
    if (isPrinted && period !== 'dated_balances') this.sheet.text(text, this.#paper.width - MARGIN, 'right')
    this.#down(2)
    if (currency !== 'none' && place === 'head') this.#line(`(${currency})`)
  }

  #account(ledger: Ledger, shown: readonly ShownEntry[], isOneOfSeveral: boolean): void {
    const { summary_place: place, balance, checks, amounts } = this.#options
    if (place === 'top' || isOneOfSeveral) this.#summary(ledger)
    this.#down()
    if (amounts === 'sections') this.#sections(shown, ledger)
    else this.#table(shown, ledger)
    if (balance === 'list') this.#dayBalances(ledger)
    const repeated = shown.filter(({ check }) => check !== null)
    if (checks === 'repeated' && repeated.length > 0) this.#checks(repeated, null)
    if (place === 'end' && !isOneOfSeveral) this.#summary(ledger)
    this.#down(2)
  }

  #summary({ from, to, opening, closing, entries }: Ledger): void {
    const { summary, period } = this.#options
    if (summary === 'none') return
    this.#room(8)
    this.pagesWithFigures.add(this.sheet.pages.length - 1)
    const names = this.#names
    const dated = (name: string, day: string) =>
      period === 'dated_balances' ? `${name} ${this.#longDate(day)}` : name
    const ins = entries.filter(({ cents }) => cents > 0)
    const outs = entries.filter(({ cents }) => cents < 0)
    const checks = outs.filter(({ check }) => check !== null)
    const isSplit = summary === 'split' && checks.length > 0 && checks.length < outs.length
    const figures: [string, string][] = [
      [dated(names.opening, from), this.#balance(opening)],
      [names.ins, this.#money(sumOf(ins))],
      ...(isSplit
        ? ([
            [names.checksHead, this.#signed(sumOf(checks))],
            [names.outsHead, this.#signed(sumOf(outs) - sumOf(checks))],
          ] satisfies [string, string][])
        : ([[names.outs, this.#signed(sumOf(outs))]] satisfies [string, string][])),
      [dated(names.closing, to), this.#balance(closing)],
    ]
    if (summary === 'sentence') {
      const [open, into, out, close] = figures.map(([name, amount]) => `${name}: ${amount}`)
      this.#wrapped(
        this.#options.language === 'en'
          ? `You began with ${figures[0]?.[1]}. During this time, ${figures[1]?.[1]} came in, ${this.#money(sumOf(outs))} went out, and you ended with ${figures[3]?.[1]}.`
          : `${open}, ${into}; ${out}. ${close}.`,
      )
      if (period === 'dated_balances') this.#line(`${this.#longDate(from)} ${names.to} ${this.#longDate(to)}`)
    } else if (summary === 'stacked') {
      const step = this.#width / figures.length
      for (const row of [0, 1] as const) {
        for (const [at, figure] of figures.entries())
          this.sheet.text(this.#fit(figure[row], step - 8), MARGIN + at * step)
        this.#down()
      }
    } else if (summary === 'beside') {
      const half = this.#width / 2
      for (const pair of [
        [figures[0], figures[1]],
        [figures[3], figures[2]],
      ]) {
        for (const [at, figure] of pair.entries()) {
          this.sheet.text(figure?.[0] ?? '', MARGIN + at * half)
          this.sheet.text(figure?.[1] ?? '', MARGIN + (at + 1) * half - 20, 'right')
        }
        this.#down()
      }
    } else
      for (const [name, amount] of summary === 'balances'
        ? [figures[0], figures.at(-1)].filter((one) => one !== undefined)
        : figures) {
        this.sheet.text(name, MARGIN)
        this.sheet.text(amount, MARGIN + this.#width * 0.6, 'right')
        this.#down()
      }
    this.#down()
  }

  #wrapped(text: string): void {
    let line = ''
    for (const word of text.split(' ')) {
      if (this.sheet.width(`${line} ${word}`) > this.#width) {
        this.#line(line)
        line = ''
      }
      line = line === '' ? word : `${line} ${word}`
    }
    this.#line(line)
  }

  /** Leaves words out until a text fits. */
  #fit(text: string, width: number): string {
    const words = text.split(' ')
    while (words.length > 1 && this.sheet.width(words.join(' ')) > width) words.pop()
    return words.join(' ')
  }

  #place(entries: readonly ShownEntry[], hasBalance: boolean): void {
    const { amounts, date, cells } = this.#options
    const money: CellName[] =
      amounts === 'in_out'
        ? ['in', 'out']
        : amounts === 'out_in'
          ? ['out', 'in']
          : amounts === 'marked'
            ? ['amount', 'mark']
            : ['amount']
    const names = CELLS[cells].flatMap((cell): CellName[] => {
      if (cell === 'money') return money
      if (cell === 'balance') return hasBalance ? ['balance'] : []
      if (cell === 'date') return date === 'heading' ? [] : date === 'two' ? ['date', 'posted'] : ['date']
      return ['text']
    })
    const largest = Math.max(...entries.flatMap(({ cents, after }) => [Math.abs(cents), Math.abs(after)]), 1)
    const amount = this.sheet.width(`${this.#signed(-largest)}0`) + 2 * Number(this.#options.size)
    const day =
      Math.max(...['2025-09-28', '2025-03-30'].map((one) => this.sheet.width(this.#rowDate(one)))) + 12
    const widthOf = (name: CellName) =>
      name === 'date' || name === 'posted' ? day : name === 'mark' ? this.sheet.width('DR') + 12 : amount
    const fixed = names.reduce((sum, name) => sum + (name === 'text' ? 0 : widthOf(name)), 0)
    let x = this.#left
    this.#columns = names.map((name) => {
      const x0 = x
      x += name === 'text' ? Math.max(60, this.#width - fixed) : widthOf(name)
      return { name, x0, x1: x }
    })
  }

  #cell(name: CellName, text: string): void {
    const column = this.#columns.find((one) => one.name === name)
    if (column === undefined || text === '') return
    const isRight = !['date', 'posted', 'text', 'mark'].includes(name)
    const shift = this.#left - (this.#columns[0]?.x0 ?? 0)
    // The cells of amounts end before the next column begins.
    const end = column.x1 + shift - Number(this.#options.size)
    this.sheet.text(text, isRight ? end : column.x0 + shift, isRight ? 'right' : 'left')
  }

  #headings(): void {
    if (this.#options.headings === 'none') return
    const names = this.#names
    const labels = {
      ...{ date: names.date, posted: names.date, text: names.text, amount: names.amount },
      ...{ in: names.credit, out: names.debit, mark: '', balance: names.balance },
    }
    for (const { name, x0, x1 } of this.#columns) this.#cell(name, this.#fit(labels[name], x1 - x0 - 12))
    this.#down(1.3)
  }

  #startTable(entries: readonly ShownEntry[], hasBalance: boolean): void {
    this.#room(6)
    if (this.#options.print === 'two') {
      this.#top = this.sheet.y
      const height = (entries.length * 1.2 * Number(this.#options.size) * this.#gap) / 2
      this.#bottom = Math.min(this.#bottom, this.#top + Math.max(100, height))
    }
    this.#place(entries, hasBalance)
    this.#headings()
  }

  #endTable(): void {
    this.sheet.y = this.#block === 1 ? Math.max(this.#lowest, this.sheet.y) : this.sheet.y
    this.#block = this.#top = this.#lowest = 0
    this.#bottom = this.#paper.height - 60
    this.#down()
  }

  #makeRoom(lines: number): boolean {
    const before = this.sheet.pages.length
    const isOther = this.#room(lines)
    if (this.sheet.pages.length > before && this.#options.headings === 'each_page') this.#headings()
    return isOther
  }

  /** A line of the table that is no entry. */
  #note(text: string, cells: Partial<Record<CellName, string>>): void {
    this.#makeRoom(1)
    this.pagesWithFigures.add(this.sheet.pages.length - 1)
    this.#cell('text', this.#fit(text, this.#textWidth))
    for (const [name, value] of Object.entries(cells)) this.#cell(name as CellName, value)
    this.#down()
  }

  get #textWidth(): number {
    const column = this.#columns.find(({ name }) => name === 'text')
    return column === undefined ? 0 : column.x1 - column.x0 - 8
  }

  #table(shown: readonly ShownEntry[], ledger: Ledger): void {
    const { balance, order, opening, totals, amounts } = this.#options
    this.#startTable(shown, balance === 'row' || balance === 'day')
    const ins = ledger.entries.filter(({ cents }) => cents > 0)
    const outs = ledger.entries.filter(({ cents }) => cents < 0)
    const total = () => {
      if (amounts === 'in_out' || amounts === 'out_in')
        this.#note('Total', { in: this.#money(sumOf(ins)), out: this.#money(sumOf(outs)) })
      else {
        this.#note(this.#names.ins, { amount: this.#money(sumOf(ins)) })
        this.#note(this.#names.outs, { amount: this.#signed(sumOf(outs)) })
      }
    }
    const ends = [
      () =>
        this.#note(this.#names.opening, {
          balance: this.#balance(ledger.opening),
          date: this.#rowDate(ledger.from),
        }),
      () =>
        this.#note(this.#names.closing, {
          balance: this.#balance(ledger.closing),
          date: this.#rowDate(ledger.to),
        }),
    ]
    if (totals === 'top') total()
    const isUp = order === 'oldest_first'
    if (opening === 'row') ends[isUp ? 0 : 1]?.()
    let day = ''
    for (const entry of isUp ? shown : shown.toReversed()) {
      this.#entry(entry, day, balance === 'row' || (balance === 'day' && entry.isLastOfDay))
      day = entry.date
    }
    if (opening === 'row') ends[isUp ? 1 : 0]?.()
    if (totals === 'next_page') this.#newPage()
    if (totals === 'end' || totals === 'next_page') total()
    this.#endTable()
  }

  #sections(shown: readonly ShownEntry[], ledger: Ledger): void {
    const { checks, totals } = this.#options
    const isCheck = ({ check }: LedgerEntry) => checks === 'abreast' && check !== null
    const kinds: [string, (entry: LedgerEntry) => boolean][] = [
      [this.#names.insHead, (entry) => entry.cents > 0],
      [this.#names.checksHead, (entry) => entry.cents < 0 && isCheck(entry)],
      [this.#names.outsHead, (entry) => entry.cents < 0 && !isCheck(entry)],
    ]
    for (const [at, [title, isOf]] of kinds.entries()) {
      const cents = sumOf(ledger.entries.filter(isOf))
      const entries = shown.filter(isOf)
      if (cents === 0 || entries.length === 0) continue
      const total =
        at > 0 && this.#options.section_signs === 'signed' ? this.#signed(cents, false) : this.#money(cents)
      this.#room(4)
      this.#line(totals === 'top' ? `${title}   ${total}` : title)
      if (at === 1) this.#checks(entries, totals === 'top' ? null : total)
      else {
        this.#startTable(entries, false)
        let day = ''
        for (const entry of entries) {
          this.#entry(entry, day, false)
          day = entry.date
        }
        if (totals === 'next_page') this.#newPage()
        if (totals === 'end' || totals === 'next_page') this.#note(`Total ${title}`, { amount: total })
        this.#endTable()
      }
    }
  }

  #entry(entry: ShownEntry, dayBefore: string, hasBalance: boolean): void {
    const { date, amounts, amount_line: line, section_signs: signs } = this.#options
    const isMoved = this.#makeRoom(date === 'heading' ? 3.5 : 3)
    this.pagesWithFigures.add(this.sheet.pages.length - 1)
    if (date === 'heading' && (entry.date !== dayBefore || isMoved)) {
      const weekday = WEEKDAYS[new Date(entry.date).getUTCDay()]
      this.#line(
        this.#options.language === 'en'
          ? `${weekday}, ${this.#longDate(entry.date)}`
          : this.#longDate(entry.date),
      )
    }
    const plain = amounts === 'sections' ? signs === 'plain' : amounts !== 'signed'
    const printed = plain ? this.#money(entry.cents) : this.#signed(entry.cents, amounts !== 'sections')
    const lines = this.#linesOf(textOf(this.#options, entry))
    for (const [at, text] of lines.entries()) {
      if (at === 0 && (date !== 'once' || entry.date !== dayBefore || isMoved)) {
        const first = date === 'two' ? addDays(entry.date, -(entry.cents % 2 === 0 ? 1 : 0)) : entry.date
        this.#cell('date', this.#rowDate(first))
        this.#cell('posted', this.#rowDate(entry.date))
      }
      this.#cell('text', text)
      if (at === (line === 'first' ? 0 : lines.length - 1)) {
        this.#cell('amount', printed)
        this.#cell(entry.cents < 0 ? 'out' : 'in', printed)
        this.#cell('mark', entry.cents < 0 ? 'DR' : 'CR')
        if (hasBalance) this.#cell('balance', this.#balance(entry.after))
      }
      this.#down(at === lines.length - 1 ? 1 : 0.85)
    }
  }

  #linesOf(text: string): string[] {
    const lines: string[] = []
    for (let rest = text; rest !== '' && lines.length < 3;) {
      const line = this.#fit(rest, this.#textWidth)
      lines.push(line)
      rest = rest.slice(line.length).trim()
    }
    return lines
  }

  /** A list of checks, several of them side by side. */
  #checks(entries: readonly ShownEntry[], total: string | null): void {
    const groups = Number(this.#options.size) > 9 ? 2 : 3
    const step = this.#width / groups
    if (this.#options.checks === 'repeated') this.#line(this.#names.checksHead)
    for (let at = 0; at < entries.length; at += groups) {
      this.#room(2)
      if (this.#options.checks !== 'repeated') this.pagesWithFigures.add(this.sheet.pages.length - 1)
      for (const [group, { check, date, cents }] of entries.slice(at, at + groups).entries()) {
        const x = MARGIN + group * step
        this.sheet.text(check ?? '', x)
        this.sheet.text(this.#rowDate(date), x + step * 0.25)
        this.sheet.text(this.#money(cents), x + step - 16, 'right')
      }
      this.#down()
    }
    if (total !== null && this.#options.totals !== 'none')
      this.#line(`Total ${this.#names.checksHead}   ${total}`)
    this.#down()
  }

  #dayBalances({ opening, entries }: Ledger): void {
    const days = [...new Set(entries.map(({ date }) => date))]
    const groups = this.#dice.int(1, 3)
    const step = this.#width / groups
    this.#room(5)
    this.#line(this.#names.daily)
    for (let at = 0; at < days.length; at += groups) {
      this.#room(2)
      for (const [group, day] of days.slice(at, at + groups).entries()) {
        const cents = opening + sumOf(entries.filter(({ date }) => date <= day))
        this.sheet.text(this.#rowDate(day), MARGIN + group * step)
        this.sheet.text(this.#balance(cents), MARGIN + (group + 1) * step - 20, 'right')
      }
      this.#down()
    }
    this.#down()
  }
}
