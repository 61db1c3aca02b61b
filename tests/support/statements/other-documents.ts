import { addDays, addMonths } from '../../../src-shared/platform/base/days.ts'
import type { StatementFile } from '../../../src-main/features/statement-reader/statement-words.ts'
import { ROW_DATES } from './bank-words.ts'
import { Dice } from './ledger.ts'
import { Sheet } from './sheet.ts'
import { variedStatement } from './varied-statement.ts'

/** Documents that are no bank statements, although they are full of dates, amounts, and sums. Some of them have chains of balances. */

interface Table {
  title: string
  head?: string[]
  /** Names of the columns. A name that ends with `>` belongs to a column of numbers, which ends at its right edge. */
  columns: string[]
  rows: string[][]
  foot?: string[][]
}

const money = (cents: number) =>
  `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
const NAMES = ['Avery Lund', 'Noor Castell', 'Sam Ibarra', 'Joan Petrov', 'Kim Alder', 'Rosa Engel']
const ITEMS = [
  'Oak panel',
  'Hinge set',
  'Varnish 5 l',
  'Delivery',
  'Drawer slide',
  'Labor, hours',
  'Maple board',
]

class Page {
  readonly dice: Dice
  readonly #date: (day: string) => string
  readonly start: string

  constructor(dice: Dice) {
    this.dice = dice
    this.#date = dice.pick(ROW_DATES)
    this.start = addDays('2024-01-01', dice.int(0, 700))
  }

  day = (after: number) => this.#date(addDays(this.start, after))
  cents = (most = 500_000) => this.dice.int(100, most)
  list = <T>(least: number, most: number, make: (at: number) => T): T[] =>
    Array.from({ length: this.dice.int(least, most) }, (_, at) => make(at))
  /** Ascending numbers of days within a month. */
  days = (least: number, most: number) =>
    this.list(least, most, () => this.dice.int(0, 27)).toSorted((one, other) => one - other)
  period = () => `${this.day(0)} to ${this.day(27)}`
}

/** Rows of a table with a running balance: the date, a text, an amount in one of two columns, and the balance. */
function running(page: Page, texts: readonly string[], opening: number) {
  let balance = opening
  const amounts: number[] = []
  const rows = page.days(5, 20).map((day) => {
    const cents = page.cents() * (page.dice.chance(0.5) ? 1 : -1)
    balance += cents
    amounts.push(cents)
    const cells = cents > 0 ? [money(cents), ''] : ['', money(-cents)]
    return [page.day(day), `${page.dice.pick(texts)} ${page.dice.int(1000, 9999)}`, ...cells, money(balance)]
  })
  return { rows, balance, amounts }
}

export const DOCUMENTS = {
  invoice(page) {
    const items = page.list(3, 20, () => ({ count: page.dice.int(1, 9), price: page.cents(90_000) }))
    const subtotal = sum(items.map(({ count, price }) => count * price))
    const tax = Math.round(subtotal * 0.07)
    const [before, paid] = [page.cents(), page.cents()]
    return {
      title: `Invoice ${page.dice.int(10_000, 99_999)}`,
      head: [`Invoice date ${page.day(0)}`, `Payment due ${page.day(27)}`, 'Bill to: Fairhaven Cabinets LLC'],
      columns: ['Date', 'Item', 'Quantity >', 'Unit price >', 'Amount >'],
      rows: items.map(({ count, price }, at) => [
        page.day(at),
        page.dice.pick(ITEMS),
        String(count),
        money(price),
        money(count * price),
      ]),
      foot: [
        ['Subtotal', money(subtotal)],
        ['Sales tax 7 %', money(tax)],
        ['Previous balance', money(before)],
        ['Payments received', money(-paid)],
        ['Total due', money(before - paid + subtotal + tax)],
      ],
    }
  },
  'general ledger'(page) {
    const opening = page.cents()
    const { rows, balance, amounts } = running(page, ['Journal', 'Voucher', 'Accrual'], opening)
    return {
      title: 'General ledger',
      head: [page.period(), `Account 6${page.dice.int(100, 999)} Repairs and maintenance`],
      columns: ['Date', 'Reference', 'Debit >', 'Credit >', 'Balance >'],
      rows: [['', 'Opening balance', '', '', money(opening)], ...rows],
      foot: [
        ['Total debits', money(sum(amounts.filter((cents) => cents > 0)))],
        ['Total credits', money(-sum(amounts.filter((cents) => cents < 0)))],
        ['Closing balance', money(balance)],
      ],
    }
  },
  'trial balance'(page) {
    const rows = page.list(8, 20, (at) => ({
      at,
      debit: page.dice.chance(0.5),
      cents: page.cents(9_000_000),
    }))
    const side = (isDebit: boolean) =>
      sum(rows.filter(({ debit }) => debit === isDebit).map(({ cents }) => cents))
    return {
      title: 'Trial balance',
      head: [`As of ${page.day(27)}`],
      columns: ['Account', 'Name', 'Debit >', 'Credit >'],
      rows: rows.map(({ at, debit, cents }) => [
        String(1000 + at * 10),
        page.dice.pick(ITEMS),
        debit ? money(cents) : '',
        debit ? '' : money(cents),
      ]),
      foot: [['Total', money(side(true)), money(side(false))]],
    }
  },
  'customer account'(page) {
    const opening = page.cents()
    const { rows, balance } = running(page, ['Invoice', 'Payment received', 'Credit memo'], opening)
    return {
      title: 'Customer statement',
      head: [`Statement date ${page.day(27)}`, 'Customer: Fairhaven Cabinets LLC', page.period()],
      columns: ['Date', 'Document', 'Charges >', 'Payments >', 'Balance >'],
      rows: [['', 'Balance forward', '', '', money(opening)], ...rows],
      foot: [
        ['Amount due', money(balance)],
        ['Please pay by', page.day(40)],
      ],
    }
  },
  'stock card'(page) {
    const opening = page.cents()
    const { rows, balance } = running(page, ['Receipt', 'Issue to job', 'Count'], opening)
    return {
      title: `Stock card: ${page.dice.pick(ITEMS)}`,
      head: [page.period(), 'Warehouse 2, quantities in meters'],
      columns: ['Date', 'Document', 'Received >', 'Issued >', 'On hand >'],
      rows: [['', 'On hand at start', '', '', money(opening)], ...rows],
      foot: [['On hand at end', money(balance)]],
    }
  },
  'price list': (page) => ({
    title: 'Price list',
    head: [`Valid from ${page.day(0)} to ${page.day(27)}`],
    columns: ['Changed', 'Item', 'Old price >', 'New price >'],
    rows: page
      .days(6, 25)
      .map((day) => [
        page.day(day),
        page.dice.pick(ITEMS),
        money(page.cents(40_000)),
        money(page.cents(40_000)),
      ]),
  }),
  'payroll register'(page) {
    const rows = page.list(4, 20, () => {
      const gross = page.dice.int(80_000, 600_000)
      const taxes = Math.round(gross * (0.15 + page.dice.next() * 0.1))
      const other = page.dice.int(0, 20_000)
      return [gross, taxes, other, gross - taxes - other]
    })
    return {
      title: 'Payroll register',
      head: [`Pay period ${page.period()}`],
      columns: ['Paid', 'Employee', 'Gross >', 'Taxes >', 'Deductions >', 'Net >'],
      rows: rows.map((cells) => [page.day(27), page.dice.pick(NAMES), ...cells.map(money)]),
      foot: [['Totals', ...[0, 1, 2, 3].map((at) => money(sum(rows.map((cells) => cells[at] ?? 0))))]],
    }
  },
  'brokerage statement'(page) {
    const [before, into, out, gain] = [page.cents(9_000_000), page.cents(), page.cents(), page.cents()]
    return {
      title: 'Brokerage account statement',
      head: [page.period(), `Account ${page.dice.int(1000, 9999)}-${page.dice.int(1000, 9999)}`],
      columns: ['Date', 'Security', 'Quantity >', 'Price >', 'Amount >'],
      rows: page.days(5, 20).map((day) => {
        const [count, price] = [page.dice.int(1, 300), page.cents(40_000)]
        return [
          page.day(day),
          `${page.dice.pick(['Bought', 'Sold'])} QXA`,
          String(count),
          money(price),
          money(count * price),
        ]
      }),
      foot: [
        ['Beginning account value', money(before)],
        ['Deposits', money(into)],
        ['Withdrawals', money(-out)],
        ['Change in market value', money(gain)],
        ['Ending account value', money(before + into - out + gain)],
      ],
    }
  },
  'card statement'(page) {
    const [before, limit] = [page.cents(), 1_500_000]
    const rows = page
      .days(5, 40)
      .map((day) => ({ day, cents: page.cents(60_000) * (page.dice.chance(0.15) ? -1 : 1) }))
    const [paid, bought] = [-1, 1].map((sign) =>
      sum(rows.map(({ cents }) => cents).filter((cents) => cents * sign > 0)),
    )
    const after = before + sum(rows.map(({ cents }) => cents))
    return {
      title: 'Credit card statement',
      head: [
        `Account ending in ${page.dice.int(1000, 9999)}`,
        page.period(),
        `Previous balance ${money(before)}`,
        `Payments and credits ${money(paid ?? 0)}`,
        `Purchases ${money(bought ?? 0)}`,
        `New balance ${money(after)}`,
        `Credit limit ${money(limit)}`,
        `Minimum payment due ${money(3500)} by ${page.day(50)}`,
      ],
      columns: ['Date', 'Merchant', 'Amount >'],
      rows: rows.map(({ day, cents }) => [page.day(day), page.dice.pick(ITEMS), money(cents)]),
    }
  },
  'order book': (page) => ({
    title: 'Open orders',
    head: [page.period()],
    columns: ['Ordered', 'Customer', 'Bid >', 'Ask >', 'Size >'],
    rows: page
      .days(6, 25)
      .map((day) => [
        page.day(day),
        page.dice.pick(NAMES),
        ...[0, 1, 2].map(() => money(page.cents(90_000))),
      ]),
  }),
  'loan schedule'(page) {
    const amount = page.dice.int(1_000_000, 40_000_000)
    const [rate, months] = [0.003 + page.dice.next() * 0.01, page.dice.int(12, 36)]
    const payment = Math.round((amount * rate) / (1 - (1 + rate) ** -months))
    let balance = amount
    const [year, rest] = [page.start.slice(0, 7), page.start.slice(7)]
    const date = page.dice.pick(ROW_DATES)
    const rows = Array.from({ length: months }, (_, at) => {
      const interest = Math.round(balance * rate)
      const principal = at === months - 1 ? balance : payment - interest
      balance -= principal
      const day = `${addMonths(year, at)}${rest > '-28' ? '-28' : rest}`
      return [String(at + 1), date(day), ...[principal + interest, interest, principal, balance].map(money)]
    })
    return {
      title: 'Amortization schedule',
      head: [`Loan amount ${money(amount)}`, `Annual rate ${(rate * 1200).toFixed(2)} %`],
      columns: ['No.', 'Due', 'Payment >', 'Interest >', 'Principal >', 'Balance >'],
      rows,
    }
  },
  'random amounts'(page) {
    const count = page.dice.int(1, 4)
    const amounts = () =>
      Array.from({ length: count }, () => money(page.cents() * (page.dice.chance(0.3) ? -1 : 1)))
    return {
      title: 'Report',
      head: [page.period(), ...page.list(0, 6, (at) => `Figure ${at} ${money(page.cents())}`)],
      columns: ['Date', 'Text', ...amounts().map((_, at) => `Column ${at} >`)],
      rows: page.days(3, 20).map((day) => [page.day(day), page.dice.pick(ITEMS), ...amounts()]),
      foot: page.list(0, 4, (at) => [`Sum ${at}`, ...amounts()]),
    }
  },
} satisfies Record<string, (page: Page) => Table>

/** The amounts of a statement with printed balances, moved to other rows. Null if the statement prints too few balances. */
function shuffled(seed: number): StatementFile | null {
  const dice = new Dice(seed)
  let isChanged = false
  const { file, options } = variedStatement(seed, {
    entries(entries) {
      const by = dice.int(1, Math.max(1, entries.length - 1))
      const moved = entries.map((entry, at) => ({
        ...entry,
        cents: entries[(at + by) % entries.length]?.cents ?? 0,
      }))
      isChanged =
        new Set(entries.map(({ date }) => date)).size > 2 &&
        moved.some(({ cents }, at) => cents !== entries[at]?.cents)
      return moved
    },
  })
  return isChanged && options.balance !== 'none' ? file : null
}

export const KINDS: readonly string[] = [...Object.keys(DOCUMENTS), 'shuffled statement']

/** Draws a document that is no bank statement. */
export function otherDocument(seed: number): { kind: string; file: StatementFile } {
  const kind = KINDS[seed % KINDS.length] ?? ''
  if (!(kind in DOCUMENTS)) {
    for (let at = seed; ; at += 1_000_003) {
      const file = shuffled(at)
      if (file !== null) return { kind, file }
    }
  }
  const dice = new Dice(seed)
  const table: Table = DOCUMENTS[kind as keyof typeof DOCUMENTS](new Page(dice))
  return { kind, file: draw(table, dice) }
}

function draw({ title, head = [], columns, rows, foot = [] }: Table, dice: Dice): StatementFile {
  const sheet = new Sheet(dice.pick([7, 8, 9]), dice, undefined, dice.pick(['f1', 'f2', 'f3']))
  const left = dice.int(30, 60)
  const cells = [columns.map((name) => name.replace(' >', '')), ...rows]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => sheet.width(row[at] ?? ''))) + 14)
  const print = (row: readonly string[]) => {
    let x = left
    for (const [at, width] of widths.entries()) {
      const text = row[at] ?? ''
      if (columns[at]?.endsWith('>') === true) sheet.text(text, x + width - 10, 'right')
      else sheet.text(text, x)
      x += width
    }
    sheet.down()
  }
  for (const line of ['Kestrel & Sons', title, ...head]) {
    sheet.text(line, left)
    sheet.down(1.5)
  }
  for (const row of cells) {
    if (sheet.y > 730) sheet.newPage()
    print(row)
  }
  for (const [name = '', ...amounts] of foot) {
    if (sheet.y > 730) sheet.newPage()
    sheet.text(name, left)
    for (const [at, text] of amounts.entries())
      sheet.text(text, 540 - (amounts.length - 1 - at) * 80, 'right')
    sheet.down()
  }
  sheet.shuffle()
  return { pages: sheet.pages, isAmended: false }
}
