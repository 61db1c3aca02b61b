import { expect } from 'vitest'
import { isMessage, type MessageDescriptor } from '../../src-shared/platform/texts/message.ts'
import { formatMessage } from '../../src-shared/platform/texts/msg.ts'

// Runs before every test file. The app's messages are objects that become text in the broker's language. With this file, `toEqual` and
// related matchers treat a message as equal to its English text.

expect.addEqualityTesters([
  (a: unknown, b: unknown) => {
    if (typeof a === 'string' && isDescriptor(b)) return a === formatMessage(b)
    if (typeof b === 'string' && isDescriptor(a)) return b === formatMessage(a)
    return undefined
  },
])

/** Returns a copy of a value in which each message is replaced with its text. */
export function formatted<T>(value: T): T {
  if (isDescriptor(value)) return formatMessage(value) as T
  if (Array.isArray(value)) return value.map(formatted) as T
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, formatted(inner)])) as T
}

function isDescriptor(value: unknown): value is MessageDescriptor {
  return typeof value === 'object' && isMessage(value)
}
