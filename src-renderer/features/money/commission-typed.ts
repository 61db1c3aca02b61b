import type { MoneyChanges, MoneyHand, Split } from '../../../src-shared/features/money/money-view.ts'
import { keepDay, readDate } from '../../../src-shared/platform/entry/date.ts'
import { moneyText, typedCents } from '../../../src-shared/platform/entry/money.ts'
import { MONEY_ENTRY, type Understood } from '../../../src-shared/platform/entry/number-entry.ts'
import { decimalsOf, readPercent } from '../../../src-shared/platform/entry/number.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

const MONEY = ['amount_cents', 'expected_cents', 'settled_cents'] as const
const DAYS = ['settled_on', 'clawback_on', 'clawed_back_on'] as const
export type MoneyField = (typeof MONEY)[number]
export type Typed = Record<MoneyField | (typeof DAYS)[number] | 'note', string>

export function typedOf(hand: MoneyHand): Typed {
  return {
    amount_cents: textOf(hand.amount_cents),
    expected_cents: textOf(hand.expected_cents),
    settled_cents: textOf(hand.settled_cents),
    settled_on: hand.settled_on ?? '',
    clawback_on: hand.clawback_on ?? '',
    clawed_back_on: hand.clawed_back_on ?? '',
    note: hand.note ?? '',
  }
}

type Problems = Partial<Record<MoneyField, string>>

/**
 * Returns the changes that the broker typed, or null while an amount or a date is invalid. Omits fields that the broker did not change in
 * this dialog, because another window may have changed them since the dialog opened.
 */
export function readTyped(opened: Typed, typed: Typed): { changes: MoneyChanges | null; problems: Problems } {
  const changed = (name: keyof Typed) => typed[name] !== opened[name]
  const amounts = MONEY.filter(changed).map((name) => {
    const read = typed[name].trim() === '' ? { value: null } : MONEY_ENTRY.understand(typed[name])
    return { name, read }
  })
  const problems: Problems = Object.fromEntries(
    amounts.flatMap(({ name, read }) => ('problem' in read ? [[name, read.problem]] : [])),
  )
  const days = DAYS.filter(changed).map((name) => [name, typed[name].trim()] as const)
  // True if a date is unreadable. `problems` does not include dates, because the date field itself shows the problem.
  const isUnread = days.some(([, text]) => text !== '' && 'problem' in readDate(text))
  if (isUnread || Object.keys(problems).length > 0) return { changes: null, problems }
  return {
    changes: {
      ...Object.fromEntries(amounts.map(({ name, read }) => [name, 'value' in read ? read.value : null])),
      ...Object.fromEntries(days.map(([name, text]) => [name, keepDay(text) || null])),
      ...(changed('note') ? { note: typed.note.trim() === '' ? null : typed.note } : {}),
    },
    problems: {},
  }
}

/**
 * Parses the expected and the paid amount from the fields. An amount is null if its field is unreadable or empty. If the field of the
 * expected amount is empty, the offered amount is used.
 */
export function typedAmounts(
  typed: Typed,
  offered_cents: number | null,
): { expected_cents: number | null; settled_cents: number | null } {
  const expected = typed.expected_cents.trim()
  return {
    expected_cents: expected === '' ? offered_cents : typedCents(expected),
    settled_cents: typedCents(typed.settled_cents),
  }
}

/** Calculates from the fields the part of the commission that is not paid yet. Returns zero if an amount is unknown. */
export function restOf(typed: Typed, offered_cents: number | null): number {
  const { expected_cents, settled_cents } = typedAmounts(typed, offered_cents)
  if (settled_cents === null || expected_cents === null || typed.clawed_back_on !== '') return 0
  return Math.max(0, expected_cents - settled_cents)
}

function textOf(cents: number | null): string {
  return cents === null ? '' : moneyText(cents)
}

const MOST_DECIMALS = 6

/** Field values of a split (another person's share of the commission). `key` identifies the row while rows are added and removed. */
export interface TypedSplit {
  key: number
  name: string
  share: string
  unit: 'percent' | 'dollars'
}

export function typedSplitsOf(splits: readonly Split[]): TypedSplit[] {
  return splits.map(({ name, percent, amount_cents }, key) => ({
    key,
    name,
    share: percent ?? (amount_cents === null ? '' : moneyText(amount_cents)),
    unit: percent === null ? 'dollars' : 'percent',
  }))
}

export function readSplits(typed: readonly TypedSplit[]): Split[] | null {
  const splits = typed.flatMap((split) => readSplit(split) ?? [])
  return splits.length === typed.length ? splits : null
}

export function shareProblem({ unit, share }: TypedSplit): string | null {
  const read = unit === 'percent' ? understandShare(share) : MONEY_ENTRY.understand(share)
  return 'problem' in read ? read.problem : null
}

function readSplit({ name: typedName, share, unit }: TypedSplit): Split | null {
  const name = typedName.trim()
  if (name === '') return null
  if (unit === 'percent') {
    const read = understandShare(share)
    return 'value' in read ? { name, percent: read.value, amount_cents: null } : null
  }
  const read = MONEY_ENTRY.understand(share)
  return 'value' in read ? { name, percent: null, amount_cents: read.value } : null
}

function understandShare(share: string): Understood<string> {
  const read = readPercent(share)
  if ('problem' in read) return { problem: messages().numbers.percent[read.problem] }
  const { decimal } = read
  if (Number(decimal) <= 0 || Number(decimal) > 100) return { problem: messages().money.splits.outside }
  return decimalsOf(decimal) > MOST_DECIMALS
    ? { problem: messages().numbers.decimals(MOST_DECIMALS) }
    : { value: decimal }
}
