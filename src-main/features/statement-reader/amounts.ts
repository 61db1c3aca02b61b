import { currencyNamed } from './currency.ts'
import type { Word } from './statement-words.ts'

/** A printed amount of money with its place in the line. */
export interface PrintedAmount {
  cents: number
  /** True if a sign, parentheses, or the letters CR or DR are printed, so that `cents` has the right sign. */
  isSigned: boolean
  x0: number
  x1: number
  /** Index of the first and the last word of the amount in its line. */
  first: number
  last: number
}

const CREDIT_MARKS = new Set(['cr', '+'])
const DEBIT_MARKS = new Set(['dr', 'od', '-', '−', '–'])
/** A gap of this many font sizes may separate an amount from its sign, currency, or mark. */
const MARK_GAP = 1.2
/** The same for the letters CR or DR in a column of their own. */
const COLUMN_GAP = 4
/** A gap of this many font sizes may be the separator of thousands: a space of a font whose letters are all equally wide, and some more. */
const GROUP_GAP = 0.75
/** Most words of one amount: `1 234 567,89`, with separators in words of their own. */
const MOST_PIECES = 7
/** The largest amount that counts, in cents. A larger number of digits is an id. */
const MOST_CENTS = 100_000_000_000_00

/** Returns the amounts of a line, from left to right. `words` must be sorted by `x0`. */
export function amountsIn(words: readonly Word[]): PrintedAmount[] {
  const amounts: PrintedAmount[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) continue
    const pieces = piecesAt(words, at)
    const parsed = pieces === null ? parseAmount(word.text) : pieces.parsed
    if (parsed === null) continue
    const last = pieces?.last ?? at
    const found: PrintedAmount = { ...parsed, x0: word.x0, x1: words[last]?.x1 ?? word.x1, first: at, last }
    takeMarksBefore(found, words, amounts.at(-1)?.last ?? -1)
    takeMarkAfter(found, words)
    amounts.push(found)
    at = found.last
  }
  return amounts
}

const PIECE = /^[^\d.,'’]{0,4}\d[\d.,'’]*$/

/** Reads an amount that is cut at the separators of its thousands or of its cents: `5 500,00`, `5, 500.00`, or `5,500 .50`. */
function piecesAt(words: readonly Word[], at: number) {
  const first = words[at]
  if (first === undefined || !PIECE.test(first.text)) return null
  let text = first.text
  let found: { parsed: { cents: number; isSigned: boolean }; last: number } | null = null
  for (let last = at + 1; last < words.length && last < at + MOST_PIECES; last++) {
    const [before, word] = [words[last - 1], words[last]]
    if (before === undefined || word === undefined) break
    const isTied = /[.,'’]$/.test(before.text) || /^[.,'’]/.test(word.text)
    if (word.x0 - before.x1 > Math.max(before.size, word.size) * (isTied ? MARK_GAP : GROUP_GAP)) break
    if (!/^[\d.,'’]/.test(word.text)) break
    // Two digits after a separator and a space are no cents: they can be a count, or the number of a house.
    if (/[.,]$/.test(before.text) && !/^\d{3}/.test(word.text)) break
    text += isTied ? word.text : ` ${word.text}`
    const parsed = parseAmount(text)
    if (parsed !== null) found = { parsed, last }
  }
  return found
}

/** Adds a currency sign and a minus or plus sign that stand in words of their own before the amount. */
function takeMarksBefore(found: PrintedAmount, words: readonly Word[], taken: number): void {
  for (let at = found.first - 1; at > taken; at--) {
    const before = words[at]
    const next = words[at + 1]
    if (before === undefined || next === undefined || next.x0 - before.x1 > before.size * MARK_GAP) return
    const text = before.text.toLowerCase()
    if (!/^[+\-−–(]{1,2}$/.test(text) && currencyNamed(text) === null) return
    // A dash between a text and an amount belongs to the amount only if it touches it. Otherwise it separates them.
    if (/^[-−–]$/.test(text) && next.x0 - before.x1 > before.size * 0.4) return
    if (/[-−–(]/.test(text)) {
      found.cents = -Math.abs(found.cents)
      found.isSigned = true
    } else if (text.includes('+')) found.isSigned = true
    found.first = at
    found.x0 = before.x0
  }
}

/** Adds the letters CR or DR, or a sign, that stand in a word of their own after the amount, or after its currency. */
function takeMarkAfter(found: PrintedAmount, words: readonly Word[], before = found.last): void {
  const [last, after, beyond] = [words[before], words[before + 1], words[before + 2]]
  if (after === undefined || last === undefined) return
  const text = after.text.toLowerCase()
  // The letters can stand in a column of their own.
  const isColumn =
    /^[cd]r$/.test(text) && (beyond === undefined || beyond.x0 - after.x1 > after.size * GROUP_GAP)
  if (after.x0 - last.x1 > last.size * (isColumn ? COLUMN_GAP : MARK_GAP)) return
  // A sign that touches the next word belongs to that word.
  if (/^[-−–+]$/.test(text) && beyond !== undefined && beyond.x0 - after.x1 < after.x0 - last.x1) return
  const isCurrency = currencyNamed(text) !== null
  if (CREDIT_MARKS.has(text) || (isCurrency && text.endsWith('+'))) found.cents = Math.abs(found.cents)
  else if (DEBIT_MARKS.has(text) || text === ')' || (isCurrency && /[-−–)]$/.test(text)))
    found.cents = -Math.abs(found.cents)
  else {
    if (isCurrency && before === found.last) takeMarkAfter(found, words, before + 1)
    return
  }
  found.isSigned = true
  found.last = before + 1
  found.x1 = after.x1
}

/**
 * Parses a printed amount such as `1,234.56`, `$1,234.56`, `(12.00)`, `12.00-`, `1.234,56`, or `12.00CR`. Returns null for any other text. An
 * amount must have two decimal places: whole numbers are counts, days, or ids.
 */
export function parseAmount(text: string): { cents: number; isSigned: boolean } | null {
  if (text.length < 3 || text.length > 24) return null
  // Marks of footnotes are no part of the amount. A letter could be its sign, so an amount with a letter is not read.
  let rest = text
    .toLowerCase()
    .replace(/^[*#†‡§]{1,3}/, '')
    .replace(/[*#†‡§]{1,3}$/, '')
  let sign = 0
  const strip = (start: number, end?: number) => (rest = rest.slice(start, end))
  if (rest.endsWith('cr') || rest.endsWith('dr')) {
    sign = rest.endsWith('cr') ? 1 : -1
    strip(0, -2)
  }
  for (let changed = true; changed;) {
    changed = false
    const mark = CURRENCY.exec(rest)?.[0].length ?? 0
    if (mark > 0) {
      strip(mark)
      changed = true
    } else if (/^[-−–(<]/.test(rest)) {
      sign = -1
      strip(1)
      changed = true
    } else if (rest.startsWith('+')) {
      sign = 1
      strip(1)
      changed = true
    } else if (/[-−–)>]$/.test(rest)) {
      sign = -1
      strip(0, -1)
      changed = true
    } else if (rest.endsWith('+')) {
      sign = 1
      strip(0, -1)
      changed = true
    }
  }
  const cents = parseUnsigned(rest)
  if (cents === null) return null
  return { cents: sign < 0 ? -cents : cents, isSigned: sign !== 0 }
}

/** A currency before an amount: `$`, `US$`, `£`, `Rs.`, or `EUR`. */
const CURRENCY = /^(?:(?:us|ca|au|nz|mx|hk|[acrs])?\$|[£€₹¥]|rs\.|(?:usd|eur|gbp|cad|inr|aud|chf|mxn))/

/** What separates groups of thousands, besides the sign that is not the decimal one: apostrophes and all kinds of spaces. */
const OTHER_SEPARATORS = /[,.'’\s]/

/** Parses digits with two decimal places and correct groups of three. The last separator is the decimal one. */
function parseUnsigned(text: string): number | null {
  const point = text.length - 3
  const decimal = text[point]
  if (decimal !== '.' && decimal !== ',') return null
  const whole = text.slice(0, point)
  const decimals = text.slice(point + 1)
  if (!isDigits(decimals)) return null
  const groups = whole.split(OTHER_SEPARATORS)
  if (groups.length > 1) {
    const used = new Set([...whole].filter((sign) => !isDigit(sign)))
    if (used.size > 1 || [...used].some((sign) => sign === decimal)) return null
    const [head = '', ...tail] = groups
    // Indian statements have groups of two digits before the last three: `12,34,567.00`.
    const isIndian =
      tail.length > 1 &&
      tail.at(-1)?.length === 3 &&
      [head, ...tail.slice(0, -1)].every(({ length }, at) => length === 2 || (at === 0 && length === 1))
    const isGrouped = head.length > 0 && head.length <= 3 && tail.every((group) => group.length === 3)
    if (!isGrouped && !isIndian) return null
  }
  const digits = groups.join('')
  if (digits !== '' && !isDigits(digits)) return null
  const cents = Number(digits || '0') * 100 + Number(decimals)
  return cents <= MOST_CENTS ? cents : null
}

const isDigit = (sign: string) => sign >= '0' && sign <= '9'
const isDigits = (text: string) => text !== '' && [...text].every(isDigit)
