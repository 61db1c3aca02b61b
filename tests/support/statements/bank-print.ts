import type { Options } from './layout-options.ts'
import { shortMonthsOf } from './bank-words.ts'
import type { LedgerEntry } from './ledger.ts'

/** How banks print amounts, dates, and descriptions. */

const SEPARATORS = {
  us: [',', '.'],
  plain: ['', '.'],
  german: ['.', ','],
  spaced: [' ', ','],
  swiss: ['’', '.'],
  lakh: [',', '.'],
} as const

/** Prints the digits of an amount. India groups all but the last three digits in pairs. */
export function digitsOf(cents: number, numbers: Options['numbers']): string {
  const [separator, decimal] = SEPARATORS[numbers]
  let rest = String(Math.floor(Math.abs(cents) / 100))
  const groups: string[] = []
  for (let wide = 3; rest.length > wide; wide = numbers === 'lakh' ? 2 : 3) {
    groups.unshift(rest.slice(-wide))
    rest = rest.slice(0, -wide)
  }
  return `${[rest, ...groups].join(separator)}${decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

export function moneyOf(options: Options, cents: number): string {
  const { currency, currency_place: place, numbers } = options
  const digits = digitsOf(cents, numbers)
  if (currency === 'none' || place === 'head') return digits
  if (place === 'after') return `${digits} ${currency}`
  return place === 'apart' || currency === 'CHF' ? `${currency} ${digits}` : `${currency}${digits}`
}

/** An amount with its sign. `hasMarks`: false to leave CR out. */
export function signedOf(options: Options, cents: number, hasMarks = true): string {
  const { sign } = options
  const text = moneyOf(options, cents)
  if (cents >= 0) return sign === 'plus' ? `+${text}` : sign === 'marks' && hasMarks ? `${text} CR` : text
  if (sign === 'after') return `${text}-`
  if (sign === 'brackets') return `(${text})`
  if (sign === 'marks') return `${text} DR`
  return `${sign === 'dash' ? '–' : '-'}${text}`
}

const LONGEST = 'ref 8841-KQ for services rendered at the harbor site, approved by the office'

export function textOf(options: Options, { description, check, date, cents }: LedgerEntry): string {
  const { text, numbers } = options
  const base = check === null ? description : `${description} ${check}`
  if (check !== null || Math.abs(cents) % 3 === 0) return base
  if (text === 'amounts') return `${base} ${digitsOf(Math.abs(cents) + 250, numbers)} fx`
  if (text === 'dates') return `${base} on ${dateStyle(options, options.year)(date)}`
  if (text === 'numbers') return `${base} ID 9254275349 000${Math.abs(cents) % 1000}`
  return text === 'long' ? `${base} ${LONGEST}` : base
}

export function dateStyle(
  { date_style: style, language }: Options,
  years: Options['year'],
): (day: string) => string {
  return (iso) => {
    const [whole = '', month = '', day = ''] = iso.split('-')
    const year = years === 'four' ? whole : years === 'two' ? whole.slice(2) : ''
    const name = shortMonthsOf(language)[Number(month) - 1] ?? ''
    const join = (sign: string, ...parts: string[]) => parts.filter((part) => part !== '').join(sign)
    switch (style) {
      case 'numbers_month_first':
        return join('/', month, day, year)
      case 'numbers_day_first':
        return join('/', day, month, year)
      case 'points':
        return join('.', day, month, year)
      case 'iso':
        return join('-', year === '' ? '' : whole, month, day)
      case 'name_first':
        return join(', ', `${name} ${Number(day)}`, year)
      case 'name_second':
        return join(' ', String(Number(day)), name, year)
      case 'capitals':
        return join('-', day, name.toUpperCase(), year)
    }
  }
}
