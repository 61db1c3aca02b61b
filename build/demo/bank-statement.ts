import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { addDays, addMonths, dayOf, monthOf } from '../../src-shared/platform/base/days.ts'
import { isBusinessDay, readDay } from '../../src-shared/platform/entry/business-days.ts'

/** An entry of a statement. Money out is negative. */
export interface DrawnEntry {
  date: string
  description: string
  cents: number
}

export interface DrawnStatement {
  holder: string
  last4: string
  /** First and last day. */
  from: string
  to: string
  opening: number
  entries: readonly DrawnEntry[]
}

const TOP = 50
const BOTTOM = 730
const LEFT = 48
const ROW = 13
const RIGHT = { amount: 470, balance: 564 }
const DAILY = { columns: 3, step: 176, balance: 150 }
const INK = rgb(0.1, 0.1, 0.12)
const TEAL = rgb(0.05, 0.36, 0.38)

const NOTICES = [
  'In case of errors or questions about your electronic transfers',
  'Call or write to us as soon as you can if you think that your statement is wrong, or if you need more',
  'information about a transfer on it. Tell us your name and account number, describe the transfer that you',
  'are unsure about, and explain as clearly as you can why you believe that it is an error.',
]

/**
 * Draws a bank statement with running balances, totals, and balances of days, on as many pages as it needs. `closingOff` is added to the
 * printed closing balance: with a value other than 0, the statement does not add up. Without a name, the statement has no address either.
 */
export async function drawBankStatement(
  { holder, last4, from, to, opening, entries }: DrawnStatement,
  { closingOff = 0 } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const bold = await document.embedFont(StandardFonts.HelveticaBold)
  const pages: PDFPage[] = []
  let y = 0
  const write = (text: string, x: number, isRight = false, face: PDFFont = font, size = 9) =>
    pages.at(-1)?.drawText(text, {
      x: isRight ? x - face.widthOfTextAtSize(text, size) : x,
      y: 792 - y,
      size,
      font: face,
      color: size > 9 ? TEAL : INK,
    })
  const rule = () =>
    pages.at(-1)?.drawLine({
      start: { x: LEFT, y: 788 - y },
      end: { x: RIGHT.balance, y: 788 - y },
      thickness: 0.6,
      color: TEAL,
    })
  const newPage = () => {
    pages.push(document.addPage([612, 792]))
    y = TOP
    write('Alder River Bank', LEFT, false, bold, 15)
    write(`Account ending in ${last4}`, RIGHT.balance, true)
    rule()
    y += 38
  }
  const heading = (title: string) => {
    write(title, LEFT, false, bold, 11)
    y += ROW + 5
  }
  const header = () => {
    write('Date', LEFT, false, bold)
    write('Description', 110, false, bold)
    write('Amount', RIGHT.amount, true, bold)
    write('Balance', RIGHT.balance, true, bold)
    rule()
    y += ROW + 5
  }
  const sum = (sign: 1 | -1) =>
    entries.reduce((total, { cents }) => (Math.sign(cents) === sign ? total + cents : total), 0)

  newPage()
  write(holder, LEFT, false, bold)
  write(`Statement period ${usDay(from)} - ${usDay(to)}`, RIGHT.balance, true)
  y += ROW
  if (holder !== '') write('18 Alder Street', LEFT)
  write(`Account number: XXXX${last4}`, RIGHT.balance, true)
  y += ROW
  if (holder !== '') write('Portland, OR 97204', LEFT)
  y += 3 * ROW
  heading('Business Checking')
  const closing = opening + sum(1) + sum(-1)
  for (const [name, cents] of [
    ['Beginning balance', opening],
    ['Total deposits', sum(1)],
    ['Total withdrawals', sum(-1)],
    ['Ending balance', closing + closingOff],
  ] as const) {
    write(name, LEFT)
    write(amount(cents), 300, true)
    y += ROW
  }
  y += 2 * ROW
  heading('Account activity')
  header()
  let balance = opening
  const balances = new Map<string, number>()
  for (const { date, description, cents } of entries) {
    if (y > BOTTOM) {
      newPage()
      header()
    }
    balance += cents
    balances.set(date, balance)
    write(usDay(date), LEFT)
    write(description, 110)
    write(amount(cents), RIGHT.amount, true)
    write(amount(balance), RIGHT.balance, true)
    y += ROW
  }

  newPage()
  heading('Daily ending balances')
  for (let column = 0; column < DAILY.columns; column++) {
    write('Date', LEFT + column * DAILY.step, false, bold)
    write('Balance', LEFT + column * DAILY.step + DAILY.balance, true, bold)
  }
  rule()
  y += ROW + 5
  for (const [at, [day, cents]] of [...balances].entries()) {
    const x = LEFT + (at % DAILY.columns) * DAILY.step
    write(usDay(day), x)
    write(amount(cents), x + DAILY.balance, true)
    if (at % DAILY.columns === DAILY.columns - 1) y += ROW
  }
  y += 4 * ROW
  for (const [at, line] of NOTICES.entries()) {
    write(line, LEFT, false, at === 0 ? bold : font, 8)
    y += ROW
  }
  for (const [at, page] of pages.entries())
    page.drawText(`Page ${at + 1} of ${pages.length}`, { x: 280, y: 24, size: 8, font })
  return document.save()
}

function usDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-')
  return `${month}/${date}/${year}`
}

function amount(cents: number): string {
  const dollars = Math.floor(Math.abs(cents) / 100).toLocaleString('en-US')
  return `${cents < 0 ? '-' : ''}${dollars}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** The funders' debits in the statements of `bakeryMonth`: the first on each business day, the second on Wednesdays. */
export const FUNDER = { name: 'BLUEHERON CAP', cents: 18_750 }
export const WEEKLY_FUNDER = { name: 'TARNWATER ADVANCE', cents: 42_500 }

/**
 * Returns a month of an invented bakery: card sales, the debits of two funders, rent, payroll, suppliers, checks, card purchases, a transfer
 * between own accounts, and fees. `opening` is the balance at its start. The same month always has the same entries.
 */
export function bakeryMonth(month: string, opening: number, last4 = '4417'): DrawnStatement {
  const number = Number(month.slice(5))
  const next = `${addMonths(month, 1)}-01`
  const to = addDays(next, -1)
  /** Entries by day of the month. The bank posts them on the next business day, or on the last day of the month. */
  const dated: Record<number, [description: string, cents: number][]> = {
    1: [
      ['RENT ALDER STREET PROPERTIES', -420_000],
      ['MERCHANT PROCESSING FEE', -91_235],
    ],
    4: [[`CHECK ${1000 + 4 * number}`, -48_600]],
    5: [['CASCADE MUTUAL INSURANCE', -31_800]],
    7: [['PAYROLL ADP WAGES', -880_000]],
    9: [[`CHECK ${1001 + 4 * number}`, -112_540 - 310 * number]],
    12: [['ONLINE TRANSFER FROM SAVINGS 9921', 250_000]],
    14: [['FLOUR MILL SUPPLY INVOICE 8841', -648_000 - 4_215 * number]],
    16: [['NSF FEE RETURNED ITEM', -3_500]],
    18: [['PORTLAND ELECTRIC UTILITY', -61_240 - 1_105 * number]],
    20: [[`CHECK ${1002 + 4 * number}`, -76_925]],
    21: [['PAYROLL ADP WAGES', -880_000]],
    25: [[`CHECK ${1003 + 4 * number}`, -93_710 - 200 * number]],
    [Number(to.slice(8))]: [['MONTHLY SERVICE FEE', -2_500]],
  }
  const entries: DrawnEntry[] = []
  const due: [description: string, cents: number][] = []
  for (let day = `${month}-01`; day < next; day = addDays(day, 1)) {
    const add = (description: string, cents: number) => entries.push({ date: day, description, cents })
    const date = Number(day.slice(8))
    const weekday = new Date(day).getUTCDay()
    const isOpen = isBusinessDay(readDay(day) ?? 0)
    due.push(...(dated[date] ?? []))
    if (isOpen) {
      add(`MERCHANT BANKCARD DEPOSIT ${1000 + date}`, 150_025 + ((date * 7_919 + number * 10_427) % 97_000))
      add(`${FUNDER.name} ACH DEBIT`, -FUNDER.cents)
      if (weekday === 2) add('DEBIT CARD PURCHASE HALVORSEN HARDWARE', -2_140 - 137 * date)
      if (weekday === 3) add(`${WEEKLY_FUNDER.name} ACH DEBIT`, -WEEKLY_FUNDER.cents)
      if (weekday === 4) add('OLDFIELD DAIRY SUPPLY', -61_000 - 733 * date)
      if (weekday === 5) add('DEBIT CARD PURCHASE QUADRANT FUEL', -4_985 - 61 * date)
    }
    if (isOpen || day === to) for (const [description, cents] of due.splice(0)) add(description, cents)
  }
  return { holder: 'Juniper Bakery LLC', last4, from: `${month}-01`, to, opening, entries }
}

/**
 * Returns consecutive months of `bakeryMonth`. The last one is the month before `today`. Each opens with the closing balance before. With
 * `toDate`, the days of the current month before `today` follow.
 */
export function bakeryMonths(count: number, today = new Date(), toDate = false): DrawnStatement[] {
  const day = dayOf(today.toISOString())
  let opening = 891_022
  const months = Array.from({ length: toDate ? count + 1 : count }, (_, at) => {
    const statement = bakeryMonth(addMonths(monthOf(day), at - count), opening)
    opening = statement.entries.reduce((balance, { cents }) => balance + cents, opening)
    return statement
  })
  return months.map((month) =>
    month.to < day
      ? month
      : { ...month, to: addDays(day, -1), entries: month.entries.filter(({ date }) => date < day) },
  )
}
