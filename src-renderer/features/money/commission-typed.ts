import type {
  CommissionPayment,
  MoneyChanges,
  MoneyHand,
  Split,
} from '../../../src-shared/features/money/money-view.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { keepDay, readDate } from '../../../src-shared/platform/entry/date.ts'
import { moneyText, typedCents } from '../../../src-shared/platform/entry/money.ts'
import { MONEY_ENTRY, type Understood } from '../../../src-shared/platform/entry/number-entry.ts'
import { decimalsOf, readPercent } from '../../../src-shared/platform/entry/number.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

const MONEY = ['amount_cents', 'expected_cents'] as const
export type MoneyField = (typeof MONEY)[number]
export type Typed = Record<MoneyField | 'clawback_on' | 'note', string>

export function typedOf(hand: MoneyHand): Typed {
  return {
    amount_cents: textOf(hand.amount_cents),
    expected_cents: textOf(hand.expected_cents),
    clawback_on: hand.clawback_on ?? '',
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
  const clawback_on = typed.clawback_on.trim()
  // `problems` does not include a date, because the date field itself shows the problem.
  const isUnread = changed('clawback_on') && clawback_on !== '' && 'problem' in readDate(clawback_on)
  if (isUnread || Object.keys(problems).length > 0) return { changes: null, problems }
  return {
    changes: {
      ...Object.fromEntries(amounts.map(({ name, read }) => [name, 'value' in read ? read.value : null])),
      ...(changed('clawback_on') ? { clawback_on: keepDay(clawback_on) || null } : {}),
      ...(changed('note') ? { note: typed.note.trim() === '' ? null : typed.note } : {}),
    },
    problems: {},
  }
}

/** Parses the expected amount. Null if its field is unreadable. If the field is empty, the offered amount is used. */
export function expectedOf(typed: Typed, offered_cents: number | null): number | null {
  const expected = typed.expected_cents.trim()
  return expected === '' ? offered_cents : typedCents(expected)
}

/** Field values of a payment. `key` identifies the row while rows are added and removed. */
export interface TypedPayment {
  key: number
  kind: CommissionPayment['kind']
  on: string
  amount: string
}

export function typedPaymentsOf(payments: readonly CommissionPayment[]): TypedPayment[] {
  return payments.map(({ kind, on, cents }, key) => ({ key, kind, on, amount: moneyText(cents) }))
}

/** A payment without an amount, and at most with the day that a new row has. */
export function isBlankPayment({ on, amount }: TypedPayment): boolean {
  return amount.trim() === '' && ['', dayOf(new Date().toISOString())].includes(on.trim())
}

/** Returns the typed payments, or null while one of them is unreadable. Ignores blank rows. */
export function readPayments(typed: readonly TypedPayment[]): CommissionPayment[] | null {
  const filled = typed.filter((row) => !isBlankPayment(row))
  const payments = filled.flatMap(({ kind, on, amount }) => {
    const read = MONEY_ENTRY.understand(amount)
    const isRead = 'value' in read && read.value > 0 && 'date' in readDate(on)
    return isRead ? [{ kind, on: keepDay(on), cents: read.value }] : []
  })
  return payments.length === filled.length ? payments : null
}

export function paymentProblem(row: TypedPayment): string | null {
  if (isBlankPayment(row)) return null
  const { amount } = row
  const read = MONEY_ENTRY.understand(amount)
  if ('problem' in read) return read.problem
  return read.value > 0 ? null : messages().money.payments.zero
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

const isBlankSplit = ({ name, share }: TypedSplit) => name.trim() === '' && share.trim() === ''

/** Returns the typed splits, or null while one of them is unreadable. Ignores blank rows. */
export function readSplits(typed: readonly TypedSplit[]): Split[] | null {
  const filled = typed.filter((split) => !isBlankSplit(split))
  const splits = filled.flatMap((split) => readSplit(split) ?? [])
  return splits.length === filled.length ? splits : null
}

export function shareProblem(split: TypedSplit): string | null {
  if (isBlankSplit(split)) return null
  const { unit, share } = split
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
