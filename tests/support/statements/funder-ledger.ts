import type { Transaction } from '../../../src-shared/features/statements/statement.ts'
import { addDays } from '../../../src-shared/platform/base/days.ts'
import { Dice } from './ledger.ts'

/**
 * Ledgers of merchants whom funders debit, beside everything else that debits a merchant regularly. All names are invented, mostly from
 * syllables, so that no list can have them.
 */

export interface PlantedFunder {
  name: string
  /** A position is daily or weekly. Payees with another rhythm are no position. */
  cadence: 'daily' | 'weekly'
  typical_cents: number
  count: number
  total_cents: number
  first: string
  last: string
  /** What the funder paid out within the period. Null if it paid before. */
  payout_cents: number | null
}

export interface FunderLedger {
  holder: string
  /** Oldest first. */
  transactions: Transaction[]
  funders: PlantedFunder[]
  /** First words of payees that are no positions: suppliers and the like, and lenders that are paid every two weeks or every month. */
  others: string[]
  revenue_cents: number
  funder_debits_cents: number
}

const FIRST = [
  'Bal',
  'Cor',
  'Dren',
  'Fal',
  'Gar',
  'Hol',
  'Jun',
  'Kel',
  'Lor',
  'Mor',
  'Nor',
  'Pel',
  'Quar',
  'Ros',
]
const LAST = ['abeck', 'ambry', 'endine', 'ethorn', 'imoor', 'ivane', 'osund', 'owick', 'ubrook', 'ymark']
/** Endings of funders' names. Half of them have none of the usual words. */
const KINDS = ['Capital', 'Funding', 'Advance', 'Cap', 'Fndg', 'Crest', 'Ridge', 'Partners', 'Bay', 'Group']
const PREFIXES = [
  'ACH DEBIT %',
  'PREAUTHORIZED WD %',
  '% DES:PMT',
  'ORIG CO NAME:%',
  'DEBITO ACH %',
  'Electronic Withdrawal %',
]
const HOLIDAYS = new Set([
  ...['2025-01-01', '2025-01-20', '2025-02-17', '2025-05-26', '2025-06-19', '2025-07-04', '2025-09-01'],
  ...['2025-10-13', '2025-11-11', '2025-11-27', '2025-12-25', '2026-01-01', '2026-01-19', '2026-02-16'],
])

/** True for a day on which banks post. */
export function isBankDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(day)
}

const nextBankDay = (day: string): string => (isBankDay(day) ? day : nextBankDay(addDays(day, 1)))

/** The days on which a payee debits, with holidays, between two days. `every` is the number of days between two debits. */
function daysOf(from: string, to: string, every: number): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, every)) {
    const posted = every === 1 ? day : nextBankDay(day)
    if (isBankDay(posted) && posted <= to) days.push(posted)
  }
  return days
}

class Maker {
  readonly transactions: Transaction[] = []
  readonly #dice: Dice
  readonly from: string
  readonly to: string

  constructor(dice: Dice) {
    this.#dice = dice
    this.from = addDays('2025-01-01', dice.int(0, 270))
    this.to = addDays(this.from, dice.int(80, 92))
  }

  add(date: string, description: string, amount_cents: number): void {
    const place = { x0: 0, x1: 1, y: this.transactions.length, size: 8 }
    const rest = { page: 1, place, balance_after_cents: null, check_number: null }
    this.transactions.push({ date, description, amount_cents, ...rest })
  }

  /** Adds debits of varying amounts. */
  debits(description: string, every: number, least: number, most = least): void {
    const start = nextBankDay(addDays(this.from, this.#dice.int(0, Math.min(every, 14))))
    for (const day of daysOf(start, this.to, every))
      this.add(day, `${description} ${this.#dice.int(1000, 9999)}`, -this.#dice.int(least, most))
  }

  code = () => `${this.#dice.int(100, 999)}N${this.#dice.int(10_000, 99_999)}`
}

/** Makes the ledger of a merchant over three months. */
export function makeFunderLedger(seed: number): FunderLedger {
  const dice = new Dice(seed)
  const maker = new Maker(dice)
  const holder = 'Fairhaven Cabinets LLC'
  const names = new Set<string>()
  const newName = (): string => {
    const name = `${dice.pick(FIRST)}${dice.pick(LAST)}`
    if (names.has(name)) return newName()
    names.add(name)
    return name
  }

  const others: string[] = []
  const other = (words: string, every: number, least: number, most = least) => {
    const name = newName()
    others.push(name.toUpperCase())
    maker.debits(`ACH DEBIT ${name.toUpperCase()} ${words}`, every, least, most)
  }
  // Equal amounts, some of them every week.
  other('PROPERTIES RENT', 30, 420_000)
  other('PAYROLL', 14, 610_000)
  other('STAFFING PAYROLL', 7, 180_000)
  other('MUTUAL INSURANCE', 30, 38_000)
  other('LINEN SERVICE', 7, 9_500)
  other('EQUIPMENT LEASE', 30, 71_000)
  other('WIRELESS', 30, 12_000)
  // A lender that is paid every two weeks or every month is no position.
  other('CAPITAL', 14, dice.int(50_000, 90_000))
  other('FUNDING', 30, dice.int(50_000, 90_000))
  // Amounts that vary.
  other('PRODUCE', 7, 20_000, 90_000)
  other('ELECTRIC', 30, 20_000, 40_000)
  other('TRADING', 1, 4000, 40_000)
  maker.debits('IRS USATAXPYMT', 14, 90_000, 200_000)
  maker.debits('TIDEPAY MERCH FEE', 30, 20_000, 50_000)
  maker.debits('DEBIT CARD PURCHASE GASMART', 2, 3000, 9000)

  for (const day of daysOf(maker.from, maker.to, 1)) {
    maker.add(day, `TIDEPAY MTOT DEP ${maker.code()}`, dice.int(150_000, 900_000))
    if (dice.chance(0.2)) maker.add(day, `MOBILE DEPOSIT ${maker.code()}`, dice.int(20_000, 300_000))
  }
  const revenue_cents = maker.transactions.reduce(
    (sum, { amount_cents }) => sum + Math.max(amount_cents, 0),
    0,
  )
  // From here on, money in is no revenue.
  const funders = Array.from({ length: dice.int(1, 4) }, () => plantFunder(maker, dice, newName()))
  maker.add(daysOf(maker.from, maker.to, 1)[3] ?? maker.from, 'ONLINE TRANSFER FROM SAV ...4471', 500_000)
  maker.add(daysOf(maker.from, maker.to, 1)[9] ?? maker.from, 'PURCHASE RETURN TOOLBARN', 12_000)
  const transactions = maker.transactions.toSorted((one, two) =>
    one.date < two.date ? -1 : one.date > two.date ? 1 : 0,
  )
  const funder_debits_cents = funders.reduce((sum, { total_cents }) => sum + total_cents, 0)
  return { holder, transactions, funders, others, revenue_cents, funder_debits_cents }
}

/** Adds the debits of a funder: some are missing, holidays move them, and the amount can change once. */
function plantFunder(maker: Maker, dice: Dice, first: string): PlantedFunder {
  const name = `${first} ${dice.pick(KINDS)}`
  const cadence = dice.chance(0.5) ? 'daily' : 'weekly'
  const description = dice.pick(PREFIXES).replace('%', dice.chance(0.7) ? name.toUpperCase() : name)
  const start = nextBankDay(addDays(maker.from, dice.int(0, 25)))
  const all = daysOf(start, addDays(maker.to, -dice.int(0, 15)), cadence === 'daily' ? 1 : 7)
  const days = all.filter((_, at) => at === 0 || !dice.chance(cadence === 'daily' ? 0.06 : 0.1))
  const before = dice.int(9000, 90_000)
  const after = dice.chance(0.3) ? before + dice.int(500, 30_000) : before
  const changed = dice.int(2, days.length - 2)
  const amounts = days.map((_, at) => (at < changed ? before : after))
  const payout_cents = dice.chance(0.3) ? before * dice.int(40, 90) : null
  if (payout_cents !== null)
    maker.add(addDays(start, -1), `WIRE TRANSFER IN ${name.toUpperCase()}`, payout_cents)
  // The bank returns a debit for lack of cover. It stays in the list.
  if (dice.chance(0.3))
    maker.add(nextBankDay(addDays(days[1] ?? start, 1)), `RETURNED ITEM NSF ${name.toUpperCase()}`, before)
  for (const [at, day] of days.entries())
    maker.add(day, `${description} ${maker.code()}`, -(amounts[at] ?? before))
  return {
    name: name.toUpperCase(),
    cadence,
    typical_cents: changed > days.length / 2 ? before : after,
    count: days.length,
    total_cents: amounts.reduce((sum, cents) => sum + cents, 0),
    first: days[0] ?? '',
    last: days.at(-1) ?? '',
    payout_cents,
  }
}
