import { addDays } from '../../../src-shared/platform/base/days.ts'
import type { StatementFile } from '../../../src-main/features/statement-reader/statement-words.ts'
import { type DateStyle, LONG_DATES, ROW_DATES, WORDS } from './bank-words.ts'
import { withCutAmounts } from './cut-amounts.ts'
import type { Extras, Place } from './extras.ts'
import { Dice, type Ledger, type LedgerEntry, makeLedger } from './ledger.ts'
import { Sheet } from './sheet.ts'

/**
 * Draws bank statements of invented banks. Each seed is another layout: columns, headings, dates, signs, order, language, and noise vary. The
 * ledger is made first, so the truth does not depend on any reader.
 */

export interface GeneratedStatement {
  file: StatementFile
  ledger: Ledger
  last4: string
  /** For messages of failed tests. */
  layout: string
  /** True if each entry or day has a printed balance. */
  hasBalances: boolean
}

interface Look {
  size: number
  rowGap: number
  left: number
  dateWidth: number
  rowDate: DateStyle
  longDate: DateStyle
  isSpanish: boolean
  columns: 'signed' | 'signed+balance' | 'two' | 'two+balance' | 'sections'
  isTextLast: boolean
  isNewestFirst: boolean
  minus: 'before' | 'after' | 'brackets' | 'dr'
  dollar: boolean
  isSymbolApart: boolean
  headerAlign: 'left' | 'right' | 'center'
  isHeaderRepeated: boolean
  isHeaderUpper: boolean
  endOfDay: boolean
  daily: boolean
  checksApart: boolean
  summary: 'lines' | 'stacked' | 'counts' | 'balances'
  numbering: number
  wrap: boolean
  rowsPerPage: number
  noise: boolean
  odd: OddLook
}

/** What only few banks do. */
interface OddLook {
  /** The table has no headings. */
  isHeadless: boolean
  /** The last line of a wrapped entry has its amount. */
  isAmountLast: boolean
  /** Each page ends with a line that begins with a date and contains an amount. */
  hasFooter: boolean
  /** Entries of checks side by side. */
  checkGroups: number
  /** The date is printed only in the first entry of a day. */
  isDateOnce: boolean
  isEuropean: boolean
  /** The mark of a footnote after the amounts of some entries. */
  footnote: '' | '*' | '#'
  /** Each entry has the day of the purchase before the day of posting. */
  hasTwoDates: boolean
  /** A table with two columns of amounts ends with a row of their totals. */
  hasTotalsRow: boolean
  /** Amounts have a gap at the separator of their thousands. */
  isCut: boolean
}

const USUAL: OddLook = {
  isHeadless: false,
  isAmountLast: false,
  hasFooter: false,
  checkGroups: 2,
  isDateOnce: false,
  isEuropean: false,
  footnote: '',
  hasTwoDates: false,
  hasTotalsRow: false,
  isCut: false,
}

function makeOddLook(dice: Dice): OddLook {
  return {
    isHeadless: dice.chance(0.25),
    isAmountLast: dice.chance(0.25),
    hasFooter: dice.chance(0.4),
    checkGroups: dice.int(1, 3),
    isDateOnce: dice.chance(0.25),
    isEuropean: dice.chance(0.15),
    footnote: '',
    hasTwoDates: false,
    hasTotalsRow: false,
    isCut: false,
  }
}

export function makeLook(dice: Dice): Look {
  const columns = dice.pick(['signed', 'signed+balance', 'two', 'two+balance', 'sections'] as const)
  return {
    size: dice.pick([7, 8, 9]),
    rowGap: dice.pick([1.25, 1.4, 1.7]),
    left: dice.int(24, 70),
    dateWidth: dice.int(62, 90),
    rowDate: dice.pick(ROW_DATES),
    longDate: dice.pick(LONG_DATES),
    isSpanish: dice.chance(0.2),
    columns,
    isTextLast: columns === 'signed' && dice.chance(0.3),
    isNewestFirst: (columns === 'signed+balance' || columns === 'two+balance') && dice.chance(0.3),
    minus: dice.pick(['before', 'after', 'brackets', 'dr']),
    dollar: dice.chance(0.3),
    isSymbolApart: dice.chance(0.2),
    headerAlign: dice.pick(['left', 'right', 'center']),
    isHeaderRepeated: dice.chance(0.7),
    isHeaderUpper: dice.chance(0.5),
    endOfDay: dice.chance(0.3),
    daily: dice.chance(0.4),
    checksApart: columns === 'sections' && dice.chance(0.5),
    summary: dice.pick(['lines', 'stacked', 'counts', 'balances']),
    numbering: dice.int(0, 3),
    wrap: dice.chance(0.4),
    rowsPerPage: dice.int(18, 45),
    noise: dice.chance(0.7),
    odd: USUAL,
  }
}

const money = (cents: number) =>
  `${Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** Draws a statement of an invented bank. */
export function generateStatement(seed: number, change?: (ledger: Ledger) => Ledger): GeneratedStatement {
  const dice = new Dice(seed)
  const made = makeLedger(dice)
  const ledger = change?.(made) ?? made
  const look = makeLook(dice)
  return drawStatement(ledger, look, dice, seed)
}

/** Draws a statement with notices. */
export function generateWith(seed: number, extras: Extras): GeneratedStatement {
  const dice = new Dice(seed)
  const ledger = makeLedger(dice)
  return drawStatement(ledger, makeLook(dice), dice, seed, extras)
}

/** Draws a statement of a bank with unusual habits. */
export function generateOddStatement(seed: number): GeneratedStatement {
  const dice = new Dice(seed)
  const ledger = makeLedger(dice)
  const look = { ...makeLook(dice), odd: makeOddLook(new Dice(seed + 70_000)) }
  const statement = drawStatement(ledger, look, dice, seed)
  if (!look.odd.isEuropean) return statement
  const turned = (text: string) =>
    /^[^\d]*[\d,]+\.\d\d/.test(text) ? text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : text
  const pages = statement.file.pages.map((page) => ({
    ...page,
    words: page.words.map((word) => ({ ...word, text: turned(word.text) })),
  }))
  return { ...statement, file: { ...statement.file, pages } }
}

/** Draws a statement whose figures have marks, gaps, a second date, or a row of totals. */
export function generateMarkedStatement(seed: number): GeneratedStatement {
  const dice = new Dice(seed)
  const ledger = makeLedger(dice)
  const more = new Dice(seed + 140_000)
  const odd: OddLook = {
    ...USUAL,
    footnote: more.pick(['', '*', '#']),
    hasTwoDates: more.chance(0.5),
    hasTotalsRow: more.chance(0.7),
    isCut: more.chance(0.5),
  }
  const statement = drawStatement(ledger, { ...makeLook(dice), isTextLast: false, odd }, dice, seed)
  return odd.isCut ? { ...statement, file: withCutAmounts(statement.file) } : statement
}

export function drawStatement(
  ledger: Ledger,
  look: Look,
  dice: Dice,
  seed: number,
  {
    notices = {},
    account,
    hasStrangeTable = false,
    isBare = false,
    hasPeriod = true,
    ...extras
  }: Extras = {},
): GeneratedStatement {
  const words = look.isSpanish ? WORDS.es : WORDS.en
  const drawn = String(dice.int(1000, 9999))
  const last4 = extras.last4 ?? drawn
  const sheet = new Sheet(look.size, dice)
  const notice = (place: Place) => {
    const text = notices[place]
    if (text === undefined) return
    sheet.text(text, look.left)
    sheet.down(2)
  }
  const upper = (text: string) => (look.isHeaderUpper ? text.toUpperCase() : text)
  const signed = (cents: number, hasDollar = look.dollar) => {
    const sign = hasDollar ? (look.isSymbolApart ? '$ ' : '$') : ''
    if (cents >= 0)
      return `${sign}${money(cents)}${look.minus === 'dr' && look.columns === 'signed' ? ' CR' : ''}`
    if (look.minus === 'before') return `-${sign}${money(cents)}`
    if (look.minus === 'after') return `${sign}${money(cents)}-`
    if (look.minus === 'brackets') return `(${sign}${money(cents)})`
    return `${sign}${money(cents)} DR`
  }
  const plain = (cents: number) => `${look.dollar ? '$' : ''}${money(cents)}`
  const balanceText = (cents: number) =>
    cents < 0 ? (look.minus === 'dr' ? `-${money(cents)}` : signed(cents, false)) : money(cents)

  // The head of the first page.
  const bank = `${dice.pick(['Alder', 'Summerfield', 'Quincy', 'Norwood'])} ${dice.pick(['National', 'Trust', 'Savings'])}`
  notice('top')
  sheet.text(bank, look.left)
  sheet.text(upper(look.isSpanish ? 'Estado de cuenta' : 'Account statement'), 560, 'right')
  sheet.down(2)
  sheet.text('Fairhaven Cabinets LLC', look.left)
  sheet.down()
  sheet.text('77 Orchard Way', look.left)
  sheet.down()
  sheet.text('Salem, OR 97301', look.left)
  sheet.down(2)
  const number = `${dice.pick(words.account)}: ${dice.pick(['XXXX', '****', 'x', '000000'])}${last4}`
  sheet.text(account?.(last4) ?? number, look.left)
  const period = `${look.longDate(ledger.from)} ${dice.pick(words.to)} ${look.longDate(ledger.to)}`
  if (hasPeriod) sheet.text(period, 560, 'right')
  sheet.down(2)
  notice('head')
  if (look.noise) {
    sheet.text(
      look.isSpanish
        ? 'Aviso: los cargos cambian a $12.00 el mes próximo.'
        : 'Notice: our wire fee becomes $12.00 next month, up from $10.00.',
      look.left,
    )
    sheet.down(2)
  }
  const ins = ledger.entries.filter(({ cents }) => cents > 0)
  const outs = ledger.entries.filter(({ cents }) => cents < 0)
  const total = (entries: readonly LedgerEntry[]) => entries.reduce((sum, { cents }) => sum + cents, 0)
  const count = (text: string, entries: readonly LedgerEntry[]) =>
    look.summary === 'counts' ? `${text} (${entries.length})` : text
  const figures: [string, number][] = [
    [dice.pick(words.opening), ledger.opening],
    [count(dice.pick(words.ins), ins), total(ins)],
    [count(dice.pick(words.outs), outs), total(outs)],
    [dice.pick(words.closing), ledger.closing],
  ]
  const shown = look.summary === 'balances' || isBare ? [figures[0], figures[3]] : figures
  if (look.summary === 'stacked') {
    for (const [at, figure] of shown.entries())
      if (figure !== undefined) sheet.text(figure[0], look.left + at * 138)
    sheet.down()
    for (const [at, figure] of shown.entries())
      if (figure !== undefined) sheet.text(signed(figure[1]), look.left + at * 138)
    sheet.down()
  } else
    for (const figure of shown)
      if (figure !== undefined) {
        sheet.text(figure[0], look.left)
        sheet.text(signed(figure[1]), look.left + 330, 'right')
        sheet.down()
      }
  sheet.down(2)
  notice('summary')

  const hasBalance = look.columns.endsWith('+balance')
  const right = {
    amount: hasBalance ? 470 : 560,
    debit: hasBalance ? 400 : 470,
    credit: hasBalance ? 480 : 560,
    balance: 565,
  }
  const dateAt = look.odd.hasTwoDates ? look.left + look.dateWidth : look.left
  const textAt = look.isTextLast ? dateAt + look.dateWidth + 120 : dateAt + look.dateWidth
  const amountAt = look.isTextLast ? look.left + look.dateWidth + 90 : right.amount
  const names = {
    date: upper(dice.pick(words.date)),
    text: upper(dice.pick(words.text)),
    amount: upper(dice.pick(words.amount)),
    debit: upper(dice.pick(words.debit)),
    credit: upper(dice.pick(words.credit)),
    balance: upper(dice.pick(words.balance)),
  }
  const heading = (text: string, edge: number) => {
    if (look.headerAlign === 'right') sheet.text(text, edge, 'right')
    else if (look.headerAlign === 'center') sheet.text(text, edge - 24, 'center')
    else sheet.text(text, edge - Math.max(48, sheet.width(text) * 0.9))
  }
  const header = () => {
    if (look.odd.isHeadless && look.columns !== 'sections') return
    if (hasStrangeTable) {
      sheet.text('When', look.left)
      sheet.text('What happened', textAt)
      sheet.down(1.8)
      return
    }
    if (look.odd.hasTwoDates) {
      sheet.text(upper(look.isSpanish ? 'Fecha op.' : 'Tran. date'), look.left)
      sheet.text(upper(look.isSpanish ? 'Fecha contable' : 'Booking date'), dateAt)
    } else sheet.text(names.date, dateAt)
    sheet.text(names.text, textAt)
    if (look.columns.startsWith('two')) {
      heading(names.debit, right.debit)
      heading(names.credit, right.credit)
    } else heading(names.amount, amountAt)
    if (hasBalance) heading(names.balance, right.balance)
    sheet.down(1.8)
  }
  let rows = 0
  const room = (head: () => void) => {
    if (++rows % look.rowsPerPage !== 0 && sheet.y < 720) return
    if (look.odd.hasFooter)
      sheet.text(`${look.rowDate(ledger.to)} Insured up to $250,000.00`, look.left, 'left', 750)
    sheet.newPage()
    sheet.text(`${bank} ${dice.pick(words.account)} ****${last4}`, look.left)
    sheet.down(3)
    if (look.isHeaderRepeated) head()
  }
  const long = look.wrap ? ' ref 8841-KQ for services' : ''
  let shownDate = ''
  const row = (entry: LedgerEntry, balance: number | null, isPlain: boolean) => {
    const isNewPage = sheet.page.words.length < 12
    if (look.odd.hasTwoDates)
      sheet.text(look.rowDate(entry.date > ledger.from ? addDays(entry.date, -1) : entry.date), look.left)
    if (!look.odd.isDateOnce || entry.date !== shownDate || isNewPage)
      sheet.text(`${hasStrangeTable ? 'Wed ' : ''}${look.rowDate(entry.date)}`, dateAt)
    shownDate = entry.date
    const text = entry.check === null ? entry.description : `${entry.description} ${entry.check}`
    sheet.text(text, textAt)
    const isWrapped = long !== '' && entry.check === null && !look.isTextLast
    const wrap = () => {
      if (!isWrapped) return
      sheet.down(1.15)
      sheet.text(long.trim(), textAt)
    }
    if (look.odd.isAmountLast) wrap()
    const mark = (printed: string) =>
      entry.cents % 3 === 0 && !/[A-Z]$/.test(printed) ? `${printed}${look.odd.footnote}` : printed
    if (look.columns.startsWith('two')) {
      if (entry.cents < 0) sheet.text(mark(plain(entry.cents)), right.debit, 'right')
      else sheet.text(mark(plain(entry.cents)), right.credit, 'right')
    } else sheet.text(mark(isPlain ? plain(entry.cents) : signed(entry.cents)), amountAt, 'right')
    if (balance !== null) sheet.text(balanceText(balance), right.balance, 'right')
    if (!look.odd.isAmountLast) wrap()
    sheet.down(look.rowGap)
  }

  if (look.columns === 'sections') {
    const section = (title: string, entries: readonly LedgerEntry[]) => {
      if (entries.length === 0) return
      sheet.down()
      sheet.text(upper(title), look.left)
      sheet.down(1.6)
      header()
      for (const entry of entries) {
        room(header)
        row(entry, null, true)
      }
      if (sheet.y > 740) sheet.newPage()
      sheet.text(`Total ${title.toLowerCase()}`, textAt)
      sheet.text(plain(total(entries)), amountAt, 'right')
      sheet.down(2)
    }
    const checks = look.checksApart ? outs.filter(({ check }) => check !== null) : []
    section(dice.pick(words.insHead), ins)
    if (checks.length > 0) checkTable(checks)
    section(
      dice.pick(words.outsHead),
      outs.filter((entry) => !checks.includes(entry)),
    )
  } else {
    header()
    let balance = ledger.opening
    const after = ledger.entries.map((entry) => (balance += entry.cents))
    const order = ledger.entries.map((_, at) => at)
    for (const at of look.isNewestFirst ? order.toReversed() : order) {
      const entry = ledger.entries[at]
      if (entry === undefined) continue
      room(header)
      const isLastOfDay = ledger.entries[at + 1]?.date !== entry.date
      row(entry, hasBalance && (!look.endOfDay || isLastOfDay) ? (after[at] ?? null) : null, false)
    }
    if (look.odd.hasTotalsRow && look.columns.startsWith('two')) {
      sheet.text(look.isSpanish ? 'Total' : 'Totals', textAt)
      sheet.text(plain(total(outs)), right.debit, 'right')
      sheet.text(plain(total(ins)), right.credit, 'right')
      sheet.down(look.rowGap)
    }
  }
  const hasDaily = !hasStrangeTable && (look.daily || look.columns === 'signed' || look.columns === 'two')
  if (hasDaily) dailyTable()
  sheet.down(2)
  notice('end')
  numberPages(sheet, look.numbering, dice.pick(words.page), words.of)
  sheet.shuffle()
  return {
    file: { pages: sheet.pages, isAmended: false },
    ledger,
    last4,
    layout: `seed ${seed} ${JSON.stringify(look)}`,
    hasBalances: hasDaily || hasBalance,
  }

  function checkTable(checks: readonly LedgerEntry[]) {
    sheet.down()
    sheet.text(upper(dice.pick(words.checksHead)), look.left)
    sheet.down(1.6)
    const groups = Array.from({ length: look.odd.checkGroups }, (_, at) => at)
    const step = look.odd.checkGroups > 2 ? 178 : 260
    const wide = look.odd.checkGroups > 2 ? 158 : 210
    const titles = look.isSpanish ? ['Número', 'Fecha', 'Importe'] : ['Number', 'Date', 'Amount']
    const head = () => {
      for (const group of groups) {
        const x = look.left + group * step
        sheet.text(titles[0] ?? '', x)
        sheet.text(titles[1] ?? '', x + 70)
        sheet.text(titles[2] ?? '', x + wide, 'right')
      }
      sheet.down(1.6)
    }
    head()
    for (let at = 0; at < checks.length; at += groups.length) {
      room(head)
      for (const group of groups) {
        const entry = checks[at + group]
        if (entry === undefined) continue
        const x = look.left + group * step
        sheet.text(entry.check ?? '', x)
        sheet.text(look.rowDate(entry.date), x + 70)
        sheet.text(plain(entry.cents), x + wide, 'right')
      }
      sheet.down(look.rowGap)
    }
    sheet.down()
  }

  function dailyTable() {
    const days = [...new Set(ledger.entries.map(({ date }) => date))]
    if (sheet.y > 560) {
      sheet.newPage()
    }
    sheet.down(2)
    sheet.text(upper(dice.pick(words.daily)), look.left)
    sheet.down(1.6)
    const groups = dice.int(1, 3)
    const step = 180
    for (let group = 0; group < groups; group++) {
      sheet.text(names.date, look.left + group * step)
      sheet.text(names.balance, look.left + group * step + 160, 'right')
    }
    sheet.down(1.6)
    for (let at = 0; at < days.length; at += groups) {
      if (sheet.y > 740) sheet.newPage()
      for (let group = 0; group < groups; group++) {
        const day = days[at + group]
        if (day === undefined) continue
        const balance = ledger.entries
          .filter(({ date }) => date <= day)
          .reduce((sum, { cents }) => sum + cents, ledger.opening)
        sheet.text(look.rowDate(day), look.left + group * step)
        sheet.text(balanceText(balance), look.left + group * step + 160, 'right')
      }
      sheet.down(1.3)
    }
  }
}

export function numberPages(sheet: Sheet, style: number, word: string, of: string): void {
  if (style === 0) return
  for (const [at, page] of sheet.pages.entries()) {
    const text =
      style === 1
        ? `${word} ${at + 1} ${of} ${sheet.pages.length}`
        : style === 2
          ? `${word} ${at + 1}`
          : `${at + 1}/${sheet.pages.length}`
    let x = 500
    for (const piece of text.split(' ')) {
      page.words.push({ text: piece, x0: x, x1: x + piece.length * 4, y: 770, size: 8, font: 'f1' })
      x += piece.length * 4 + 3
    }
  }
}
