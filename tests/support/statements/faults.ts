import type { StatementFile } from '../../../src-main/features/statement-reader/statement-words.ts'
import { Dice, type ShownEntry } from './ledger.ts'
import { type VariedStatement, variedStatement } from './varied-statement.ts'

/** Statements with one fault. Their other figures say what the ledger says. */

type Entries = readonly ShownEntry[]

/** Replaces the digits of an amount. Returns null if they stay the same. */
function withDigits(entry: ShownEntry, change: (digits: string) => string): ShownEntry | null {
  const changed = Number(change(String(Math.abs(entry.cents))))
  return changed === 0 || changed === Math.abs(entry.cents)
    ? null
    : { ...entry, cents: Math.sign(entry.cents) * changed }
}

const swapped = (digits: string, at: number) =>
  `${digits.slice(0, at)}${digits[at + 1] ?? ''}${digits[at] ?? ''}${digits.slice(at + 2)}`

/** Each returns what stands in place of an entry. Null if the fault does not fit it. */
const IN_ENTRIES: Record<string, (entry: ShownEntry, dice: Dice) => ShownEntry[] | null> = {
  'another amount'(entry, dice) {
    const changed = withDigits(entry, (digits) => {
      const at = dice.int(0, digits.length - 1)
      const digit = (Number(digits[at]) + dice.int(1, 9)) % 10
      return `${digits.slice(0, at)}${digit}${digits.slice(at + 1)}`
    })
    return changed === null ? null : [changed]
  },
  'swapped digits'(entry, dice) {
    const changed = withDigits(entry, (digits) =>
      swapped(digits, dice.int(0, Math.max(0, digits.length - 2))),
    )
    return changed === null ? null : [changed]
  },
  'another sign': (entry) => [{ ...entry, cents: -entry.cents }],
  'a missing entry': () => [],
  'an entry twice': (entry) => [entry, entry],
}

export const FAULTS = [...Object.keys(IN_ENTRIES), 'a missing page']

/** Draws the statement of a seed with a fault. Returns null if the statement cannot have this fault. */
export function faultyFile(seed: number, fault: string): StatementFile | null {
  const dice = new Dice(seed + 80_000)
  const change = IN_ENTRIES[fault]
  if (change === undefined) return withoutPage(variedStatement(seed), dice)
  let isDone = false
  const { file } = variedStatement(seed, {
    entries(entries, { opening }) {
      // Without a printed balance, nothing shows that the first or the last entry is missing.
      const edge = opening === 'implied' ? 1 : 0
      const at = dice.int(edge, Math.max(edge, entries.length - 1 - edge))
      const found = entries[at] === undefined ? null : change(entries[at], dice)
      isDone = found !== null
      return isDone ? withReplaced(entries, at, found ?? []) : [...entries]
    },
  })
  return isDone ? file : null
}

const withReplaced = (entries: Entries, at: number, by: Entries): ShownEntry[] => [
  ...entries.slice(0, at),
  ...by,
  ...entries.slice(at + 1),
]

function withoutPage(
  { file, pagesWithFigures, accounts, options }: VariedStatement,
  dice: Dice,
): StatementFile | null {
  const { pages } = file
  // Without numbers of pages, nothing shows that all pages of an account are missing.
  if (pages.length < 2 || (accounts.length > 1 && !['of', 'slash'].includes(options.pages))) return null
  return { ...file, pages: pages.toSpliced(dice.pick(pagesWithFigures), 1) }
}
