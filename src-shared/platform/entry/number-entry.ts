import { messages } from '../texts/messages.ts'
import { decimalsOf, keepCount, keepDecimal, readCount, readDecimal } from './number.ts'
import { formatMoney, keepMoney, readPositiveMoney, showMoney } from './money.ts'

/** The result of parsing a typed text: its value, or a message that says why the app does not understand it. */
export type Understood<T> = { value: T } | { problem: string }

/** A kind of number entry: `understand` parses the typed text, `keep` returns the text to store, and `show` returns the text to display. */
export interface NumberEntry<T = number | string> {
  understand: (typed: string) => Understood<T>
  keep: (typed: string) => string
  show: (kept: string) => string
}

interface Range {
  from: number
  to: number
}

/** Accepts an amount of zero or more, as integer cents. Checks the range if one is given. */
export function moneyEntry({ from, to }: Range = { from: 0, to: Infinity }): NumberEntry<number> {
  return {
    understand(typed) {
      const read = readPositiveMoney(typed)
      if ('problem' in read) return { problem: messages().numbers.money[read.problem] }
      if (read.cents >= from && read.cents <= to) return { value: read.cents }
      return { problem: messages().numbers.between(formatMoney(from), formatMoney(to)) }
    },
    keep: keepMoney,
    show: showMoney,
  }
}

export const MONEY_ENTRY = moneyEntry()

/** Accepts a whole number within a range. */
export function countEntry({ from, to }: Range): NumberEntry<number> {
  return {
    understand(typed) {
      const read = readCount(typed)
      if ('problem' in read) return { problem: messages().numbers.count[read.problem] }
      return read.count >= from && read.count <= to ? { value: read.count } : outside({ from, to })
    },
    keep: keepCount,
    show: keepCount,
  }
}

/** Accepts a decimal number within a range, with at most `decimals` decimal places. `units` are words that may follow the number. */
export function decimalEntry({
  from,
  to,
  decimals,
  units = [],
}: Range & { decimals: number; units?: readonly string[] }): NumberEntry<string> {
  const keep = (typed: string) => keepDecimal(typed, units)
  return {
    understand(typed) {
      const read = readDecimal(typed, units)
      if ('problem' in read) return { problem: messages().numbers.decimal[read.problem] }
      const value = Number(read.decimal)
      if (value < from || value > to) return outside({ from, to })
      if (decimalsOf(read.decimal) > decimals) return { problem: messages().numbers.decimals(decimals) }
      return { value: read.decimal }
    },
    keep,
    show: keep,
  }
}

/** Returns the reason to reject a typed number, or null. Empty input is not a number, but is not reported as a problem. */
export function problemOf(entry: NumberEntry, typed: string): string | null {
  if (typed.trim() === '') return null
  const read = entry.understand(typed)
  return 'problem' in read ? read.problem : null
}

export function isUnderstood(entry: NumberEntry, typed: string): boolean {
  return typed.trim() !== '' && 'value' in entry.understand(typed)
}

function outside({ from, to }: Range): { problem: string } {
  return { problem: messages().numbers.between(String(from), String(to)) }
}
