import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { addDays, addMonths, isoDay } from '../../../src-shared/days.ts'

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

const TOP = 60
const BOTTOM = 730
const ROW = 14
const RIGHT = { amount: 470, balance: 560 }

/**
 * Draws a bank statement with running balances and totals, on as many pages as it needs. `closingOff` is added to the printed closing
 * balance: with a value other than 0, the statement does not add up.
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
      color: rgb(0, 0, 0),
    })
  const newPage = () => {
    pages.push(document.addPage([612, 792]))
    y = TOP
    write('Alder River Bank', 48, false, bold, 13)
    write(`Account ending in ${last4}`, 560, true)
    y += 26
  }
  const header = () => {
    write('Date', 48, false, bold)
    write('Description', 110, false, bold)
    write('Amount', RIGHT.amount, true, bold)
    write('Balance', RIGHT.balance, true, bold)
    y += ROW + 4
  }
  const sum = (sign: 1 | -1) =>
    entries.reduce((total, { cents }) => (Math.sign(cents) === sign ? total + cents : total), 0)

  newPage()
  write(holder, 48, false, bold)
  write(`Statement period ${usDay(from)} - ${usDay(to)}`, 560, true)
  y += 2 * ROW
  write(`Account number: XXXX${last4}`, 48)
  y += 2 * ROW
  const closing = opening + sum(1) + sum(-1)
  for (const [name, cents] of [
    ['Beginning balance', opening],
    ['Total deposits', sum(1)],
    ['Total withdrawals', sum(-1)],
    ['Ending balance', closing + closingOff],
  ] as const) {
    write(name, 48)
    write(amount(cents), 300, true)
    y += ROW
  }
  y += ROW
  header()
  let balance = opening
  for (const { date, description, cents } of entries) {
    if (y > BOTTOM) {
      newPage()
      header()
    }
    balance += cents
    write(usDay(date), 48)
    write(description, 110)
    write(amount(cents), RIGHT.amount, true)
    write(amount(balance), RIGHT.balance, true)
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

/** Returns the days of a month, with the number of their weekday (0 is Sunday). */
function daysOf(month: string): { day: string; weekday: number }[] {
  const days = []
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1))
    days.push({ day, weekday: new Date(`${day}T12:00:00Z`).getUTCDay() })
  return days
}

/** The funder's debits in the statements of `bakeryMonth`. */
export const FUNDER = { name: 'BLUEHERON CAP', cents: 18_750 }

/**
 * Returns a month of an invented bakery: card sales and a funder's debit on each business day, rent, payroll, a transfer between own
 * accounts, and an NSF fee. `opening` is the balance at its start.
 */
export function bakeryMonth(month: string, opening: number, last4 = '4417'): DrawnStatement {
  const days = daysOf(month)
  const number = Number(month.slice(5))
  const entries = days.flatMap(({ day, weekday }): DrawnEntry[] => {
    const date = Number(day.slice(8))
    const isBusinessDay = weekday > 0 && weekday < 6
    return [
      ...(isBusinessDay
        ? [
            {
              date: day,
              description: `MERCHANT BANKCARD DEPOSIT ${1000 + date}`,
              cents: 148_025 + 1_337 * date + 5_000 * number,
            },
            { date: day, description: `${FUNDER.name} ACH DEBIT`, cents: -FUNDER.cents },
          ]
        : []),
      ...(date === 1 ? [{ date: day, description: 'RENT ALDER STREET PROPERTIES', cents: -420_000 }] : []),
      ...(date === 7 || date === 21
        ? [{ date: day, description: 'PAYROLL ADP WAGES', cents: -880_000 }]
        : []),
      ...(date === 12
        ? [{ date: day, description: 'ONLINE TRANSFER FROM SAVINGS 9921', cents: 250_000 }]
        : []),
      ...(date === 16 ? [{ date: day, description: 'NSF FEE RETURNED ITEM', cents: -3_500 }] : []),
      ...(date === 23
        ? [{ date: day, description: 'FLOUR MILL SUPPLY INVOICE 8841', cents: -1_312_440 }]
        : []),
    ]
  })
  const last = days.at(-1)?.day ?? month
  return { holder: 'Juniper Bakery LLC', last4, from: `${month}-01`, to: last, opening, entries }
}

/** Returns consecutive months of `bakeryMonth`. The last one is the month before `today`. Each opens with the closing balance before. */
export function bakeryMonths(count: number, today = new Date()): DrawnStatement[] {
  const current = (isoDay(today.getFullYear(), today.getMonth() + 1, 1) ?? '').slice(0, 7)
  let opening = 1_241_022
  return Array.from({ length: count }, (_, at) => {
    const statement = bakeryMonth(addMonths(current, at - count), opening)
    opening = statement.entries.reduce((balance, { cents }) => balance + cents, opening)
    return statement
  })
}
