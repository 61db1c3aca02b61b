import { words } from '../messages/messages.ts'
import { readCount } from './count.ts'
import { decimalsOf, readDecimal } from './decimal.ts'
import { readPositiveMoney } from './money.ts'

/** A value that was understood, or the words that tell why it was not. */
export type Understood<T> = { value: T } | { problem: string }

interface Range {
  from: number
  to: number
}

/** Reads an amount that is zero or more, in integer cents. */
export function understandMoney(typed: string): Understood<number> {
  const read = readPositiveMoney(typed)
  return 'cents' in read ? { value: read.cents } : { problem: words().numbers.money[read.problem] }
}

/** Reads a whole number within a range. */
export function understandCount(typed: string, { from, to }: Range): Understood<number> {
  const read = readCount(typed)
  if ('problem' in read) return { problem: words().numbers.count[read.problem] }
  return read.count >= from && read.count <= to ? { value: read.count } : outside({ from, to })
}

/** Reads a decimal within a range, with at most so many decimals. */
export function understandDecimal(
  typed: string,
  { from, to, decimals, units }: Range & { decimals: number; units?: readonly string[] },
): Understood<string> {
  const read = readDecimal(typed, units)
  if ('problem' in read) return { problem: words().numbers.decimal[read.problem] }
  const value = Number(read.decimal)
  if (value < from || value > to) return outside({ from, to })
  if (decimalsOf(read.decimal) > decimals) return { problem: words().numbers.decimals(decimals) }
  return { value: read.decimal }
}

function outside({ from, to }: Range): { problem: string } {
  return { problem: words().numbers.between(String(from), String(to)) }
}
