import type { MoneyChanges, MoneyHand } from '../../../src-shared/domain/money.ts'
import { parseCents } from '../../../src-shared/profile/wire-payload.ts'
import { typedDay } from '../../ui/typed-day.ts'
import { typedCents } from './money-formats.ts'

const MONEY = ['amount_cents', 'expected_cents', 'settled_cents'] as const
const DAYS = ['settled_on', 'clawback_on', 'clawed_back_on'] as const
export type MoneyField = (typeof MONEY)[number]
/** What stands in the fields of a commission's dialog. */
export type Typed = Record<MoneyField | (typeof DAYS)[number] | 'note', string>

/** What was written by hand as the fields show it. */
export function typedOf(hand: MoneyHand): Typed {
  return {
    amount_cents: typedCents(hand.amount_cents),
    expected_cents: typedCents(hand.expected_cents),
    settled_cents: typedCents(hand.settled_cents),
    settled_on: hand.settled_on ?? '',
    clawback_on: hand.clawback_on ?? '',
    clawed_back_on: hand.clawed_back_on ?? '',
    note: hand.note ?? '',
  }
}

/**
 * What was typed as a change; null while something of it is no amount, and which. Fields that stand as they were opened are none of
 * it: another window may have written them meanwhile.
 */
export function readTyped(
  opened: Typed,
  typed: Typed,
): { changes: MoneyChanges | null; wrong: MoneyField[] } {
  const changed = (name: keyof Typed) => typed[name] !== opened[name]
  const amounts = MONEY.filter(changed).map((name) => {
    const text = typed[name].trim()
    return { name, text, cents: text === '' ? null : parseCents(text) }
  })
  const wrong = amounts.filter(({ text, cents }) => text !== '' && cents === null).map(({ name }) => name)
  if (wrong.length > 0) return { changes: null, wrong }
  return {
    changes: {
      ...Object.fromEntries(amounts.map(({ name, cents }) => [name, cents])),
      ...Object.fromEntries(DAYS.filter(changed).map((name) => [name, typedDay(typed[name]) || null])),
      ...(changed('note') ? { note: typed.note.trim() === '' ? null : typed.note } : {}),
    },
    wrong: [],
  }
}

/** The part of the commission that is still expected, by what stands in the fields. Zero where an amount is unknown or unreadable. */
export function restOf(typed: Typed, offered_cents: number | null): number {
  const settled = parseCents(typed.settled_cents.trim())
  const expected =
    typed.expected_cents.trim() === '' ? offered_cents : parseCents(typed.expected_cents.trim())
  if (settled === null || expected === null || typed.clawed_back_on !== '') return 0
  return Math.max(0, expected - settled)
}
