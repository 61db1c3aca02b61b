import type { Split } from '../../../src-shared/domain/money.ts'
import { decimalsOf } from '../../../src-shared/entry/decimal.ts'
import { moneyText } from '../../../src-shared/entry/money.ts'
import { MONEY_ENTRY, type Understood } from '../../../src-shared/entry/number-entry.ts'
import { readPercent } from '../../../src-shared/entry/percent.ts'
import { messages } from '../../../src-shared/messages/messages.ts'

const MOST_DECIMALS = 6

/** A split as its fields hold it. `key` tells rows apart while some are added and removed. */
export interface TypedSplit {
  key: number
  name: string
  share: string
  unit: 'percent' | 'dollars'
}

/** The splits as their fields show them. */
export function typedSplitsOf(splits: readonly Split[]): TypedSplit[] {
  return splits.map(({ name, percent, amount_cents }, key) => ({
    key,
    name,
    share: percent ?? (amount_cents === null ? '' : moneyText(amount_cents)),
    unit: percent === null ? 'dollars' : 'percent',
  }))
}

/** Reads splits as they were typed. Null while one of them has no name, or its share is not understood. */
export function readSplits(typed: readonly TypedSplit[]): Split[] | null {
  const splits = typed.flatMap((split) => readSplit(split) ?? [])
  return splits.length === typed.length ? splits : null
}

/** Why the share of a split is not understood; null where it is. */
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

/** A percentage above 0 and up to 100. */
function understandShare(share: string): Understood<string> {
  const read = readPercent(share)
  if ('problem' in read) return { problem: messages().numbers.percent[read.problem] }
  const { decimal } = read
  if (Number(decimal) <= 0 || Number(decimal) > 100) return { problem: messages().money.splits.outside }
  return decimalsOf(decimal) > MOST_DECIMALS
    ? { problem: messages().numbers.decimals(MOST_DECIMALS) }
    : { value: decimal }
}
