import { addDays } from '../../../src-shared/platform/base/days.ts'

/** The ledgers of generated statements, made from pseudo-random numbers. */

export interface LedgerEntry {
  date: string
  description: string
  cents: number
  check: string | null
}

export interface Ledger {
  from: string
  to: string
  opening: number
  closing: number
  entries: LedgerEntry[]
}

/** A small generator of pseudo-random numbers, so that each statement can be made again from its seed. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 1) >>> 0
  }

  /** A number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  pick<T>(list: readonly T[]): T {
    const item = list[this.int(0, list.length - 1)]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }

  chance(share: number): boolean {
    return this.next() < share
  }
}

const IN = [
  'Deposit branch 014',
  'Card batch TERMINAL 7',
  'Customer payment HALVORSEN',
  'Remote deposit',
  'Incoming wire QUADRANT',
  'Zelle from P Marsh',
  'Marketplace payout 88121',
  'Interest earned',
]
const OUT = [
  'Card purchase GRAIN & CO 8841',
  'Payroll run 17',
  'Rent UNIT 4',
  'Vendor OLDFIELD SUPPLY',
  'Online transfer to 9921',
  'Electric utility',
  'Lease payment TR-5',
  'Sales tax',
  'Service fee',
  'Insurance premium',
  'Withdrawal teller',
]

export function makeLedger(dice: Dice): Ledger {
  const from = `20${dice.int(22, 26)}-${String(dice.int(1, 12)).padStart(2, '0')}-${String(dice.pick([1, 1, 1, 5, 11, 17, 22])).padStart(2, '0')}`
  const days = dice.int(27, 31)
  const to = addDays(from, days - 1)
  const count = dice.int(4, 90)
  const opening = dice.int(-50_000, 4_000_000)
  let check = dice.int(1001, 8000)
  const entries = Array.from({ length: count }, (): LedgerEntry => {
    const isIn = dice.chance(0.4)
    const isCheck = !isIn && dice.chance(0.2)
    const cents = dice.chance(0.1) ? dice.int(1, 99) : dice.int(100, dice.chance(0.2) ? 3_000_000 : 90_000)
    return {
      date: addDays(from, dice.int(0, days - 1)),
      description: isCheck ? 'Check' : dice.pick(isIn ? IN : OUT),
      cents: isIn ? cents : -cents,
      check: isCheck ? String(check++) : null,
    }
  }).toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  const closing = entries.reduce((sum, { cents }) => sum + cents, opening)
  return { from, to, opening, closing, entries }
}

/** An entry as a statement prints it. */
export interface ShownEntry extends LedgerEntry {
  /** The balance after the entry. */
  after: number
  isLastOfDay: boolean
}

export function shownOf({ opening, entries }: Ledger): ShownEntry[] {
  let after = opening
  return entries.map((entry, at) => {
    after += entry.cents
    return { ...entry, after, isLastOfDay: entries[at + 1]?.date !== entry.date }
  })
}
