import { readNumber, shifted } from './number.ts'
import { typedText } from './typed-text.ts'

/** Why a text is not read as a whole number. `messages/en/deal.ts` words each. */
export type CountProblem = 'unreadable' | 'grouping' | 'fraction'

export type ReadCount = { count: number } | { problem: CountProblem }

/** Reads a whole number as typed: `12`, `1,200`, `12.0`, `-3`. Never rounds, and never drops a word such as `years`. */
export function readCount(typed: string): ReadCount {
  const text = typedText(typed)
  const isNegative = text.startsWith('-')
  const read = readNumber(isNegative ? text.slice(1) : text)
  if ('problem' in read)
    return {
      problem:
        read.problem === 'decimal_comma'
          ? 'fraction'
          : read.problem === 'unreadable'
            ? 'unreadable'
            : 'grouping',
    }
  const whole = shifted(read.number, 0)
  if (whole === null) return { problem: 'fraction' }
  if (whole > BigInt(Number.MAX_SAFE_INTEGER)) return { problem: 'unreadable' }
  return { count: isNegative && whole > 0n ? -Number(whole) : Number(whole) }
}

/** Returns the digits of a typed whole number, or the text itself if it is not understood. */
export function keepCount(typed: string): string {
  const read = readCount(typed)
  return 'count' in read ? String(read.count) : typed
}
