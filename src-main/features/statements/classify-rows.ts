import type { FunderCredit, PositionView } from '../../../src-shared/features/statements/deal-statements.ts'
import type { TransactionClass } from '../../../src-shared/features/statements/transaction-class.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'
import type { StatementCorrection } from './statement-rows.ts'
import { classOf, type ClassContext } from '../statement-reader/classes.ts'
import { type BookAccount, type BookRow, descriptionKey } from './book.ts'
import {
  cadenceOf,
  findFunders,
  nameOf,
  payeeKey,
  payeeOf,
  typicalOf,
} from '../statement-reader/positions.ts'

export interface Classified {
  positions: PositionView[]
  funder_credits: FunderCredit[]
}

const DAY_MS = 86_400_000
/** A transfer arrives at most this many days after it left. */
const TRANSFER_DAYS = 3
/** A bank returns a payment at most this many days after it. */
const RETURN_DAYS = 10
/** Payments continue if the last one is at most this many days before the end of the account's statements. */
const ACTIVE_DAYS = { daily: 6, weekly: 12 } as const
const TRANSFER_WORDS = /transfer|xfer|sweep/

/**
 * Gives each row its class and position. The broker's word for a row comes before his word for its description, and both before a
 * suggestion. Positions and payouts of funders consist of verified rows only, because their sums are shown as facts.
 */
export function classifyRows(
  accounts: readonly BookAccount[],
  rows: readonly BookRow[],
  corrections: readonly StatementCorrection[],
): Classified {
  const said = (kind: StatementCorrection['kind']) =>
    new Map(corrections.flatMap((one) => (one.kind === kind ? [[one.key, one.value] as const] : [])))
  const [ofRows, ofDescriptions, ofPositions] = [said('row'), said('description'), said('position')]
  const holder = accounts.find((account) => account.holder !== '')?.holder ?? ''
  const funders = findFunders(
    rows.map(({ transaction }) => transaction),
    holder,
  )
  const keyOf = (row: BookRow) => payeeKey(row.transaction.description, holder)
  const context: ClassContext = {
    ...funders.context,
    isFunder: (transaction) =>
      funders.context.isFunder(transaction) &&
      ofPositions.get(payeeKey(transaction.description, holder)) !== 'no',
  }
  for (const row of rows) {
    row.class = classOf(row.transaction, context)
    const byRow = ofRows.get(row.row_id)
    const byDescription =
      ofDescriptions.size === 0 ? undefined : ofDescriptions.get(descriptionKey(row.transaction))
    if (byRow !== undefined) Object.assign(row, { class: byRow, class_by: 'broker_row' })
    else if (byDescription !== undefined)
      Object.assign(row, { class: byDescription, class_by: 'broker_description' })
  }
  matchTransfers(accounts)

  const proven = rows.filter(({ verified }) => verified)
  const ends = endsOf(accounts)
  const paid = new Map<string, BookRow[]>()
  for (const row of proven) {
    if (row.transaction.amount_cents >= 0) continue
    if (row.class !== 'mca_payment' && !funders.context.isFunder(row.transaction)) continue
    const key = keyOf(row)
    if (row.class !== 'mca_payment' && ofPositions.get(key) !== 'no') continue
    const list = paid.get(key) ?? []
    list.push(row)
    paid.set(key, list)
  }
  const returned = proven.filter((row) => row.class === 'returned_item_credit')
  const positions: PositionView[] = []
  for (const [key, debits] of paid) {
    const position = positionOf(key, debits, holder, ends)
    if (key === '' || position === null) continue
    const answer = ofPositions.get(key)
    positions.push({
      ...position,
      returned_count: countReturned(debits, returned, keyOf, key),
      confirmed: answer === 'yes' || answer === 'no' ? answer : null,
    })
    for (const row of debits) row.position_id = position.position_id
  }
  return {
    positions: positions.toSorted((one, other) => other.total_cents - one.total_cents),
    funder_credits: proven
      .filter((row) => row.class === 'mca_proceeds')
      .map(({ row_id, transaction: { description, date, amount_cents } }) => ({
        funder: nameOf(payeeOf(description, holder)),
        date,
        amount_cents,
        row_id,
      })),
  }
}

/**
 * Recognizes transfers between the accounts of the deal: the same amount leaves one account and arrives in another one within some days, and
 * one of the descriptions says so.
 */
function matchTransfers(accounts: readonly BookAccount[]): void {
  if (accounts.length < 2) return
  const outs = new Map<number, { row: BookRow; account_id: string }[]>()
  const ins: { row: BookRow; account_id: string }[] = []
  for (const { account_id, months } of accounts)
    for (const row of months.flatMap((month) => month.rows)) {
      const { amount_cents } = row.transaction
      if (amount_cents > 0) ins.push({ row, account_id })
      else {
        const same = outs.get(-amount_cents)
        if (same === undefined) outs.set(-amount_cents, [{ row, account_id }])
        else same.push({ row, account_id })
      }
    }
  const used = new Set<BookRow>()
  for (const { row: credit, account_id } of ins) {
    const debit = outs
      .get(credit.transaction.amount_cents)
      ?.find(
        (other) =>
          other.account_id !== account_id &&
          !used.has(other.row) &&
          isWithin(other.row, credit, TRANSFER_DAYS) &&
          (saysTransfer(credit) || saysTransfer(other.row)),
      )?.row
    if (debit === undefined) continue
    used.add(debit)
    if (credit.class_by === 'suggested') credit.class = 'own_transfer_in'
    if (debit.class_by === 'suggested') debit.class = 'own_transfer_out'
  }
}

const OWN: ReadonlySet<TransactionClass> = new Set(['own_transfer_in', 'own_transfer_out'])

const saysTransfer = ({ class: kind, transaction }: BookRow) =>
  OWN.has(kind) || TRANSFER_WORDS.test(fold(transaction.description))

/** True if `later` is at most `days` days after `earlier`. The bank of the second account may post a transfer a day early. */
function isWithin(earlier: BookRow, later: BookRow, days: number): boolean {
  const gap = Date.parse(later.transaction.date) - Date.parse(earlier.transaction.date)
  return gap >= -DAY_MS && gap <= days * DAY_MS
}

/** Returns, for each verified row, the last verified day of its account. A statement of another account proves nothing about the account's payments. */
function endsOf(accounts: readonly BookAccount[]): Map<BookRow, string> {
  return new Map(
    accounts.flatMap(({ months }) => {
      const verified = months.filter(({ verdict }) => verdict === 'verified')
      const end = verified.reduce((last, { month }) => (month.to > last ? month.to : last), '')
      return verified.flatMap(({ rows }) => rows.map((row) => [row, end] as const))
    }),
  )
}

/** Returns the last day until which one of the accounts shows that the payments continue. Null if they ended in all of them. */
function activeUntil(
  debits: readonly BookRow[],
  ends: ReadonlyMap<BookRow, string>,
  days: number,
): string | null {
  const until = debits.flatMap((row) => {
    const end = ends.get(row) ?? ''
    return Date.parse(end) - Date.parse(row.transaction.date) <= days * DAY_MS ? [end] : []
  })
  return until.toSorted().at(-1) ?? null
}

function positionOf(
  key: string,
  debits: readonly BookRow[],
  holder: string,
  ends: ReadonlyMap<BookRow, string>,
) {
  const payments = debits
    .map(({ transaction }) => transaction)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
  const cadence = cadenceOf(payments.map(({ date }) => date))
  const [first] = payments
  const last = payments.at(-1)
  if (cadence === null || first === undefined || last === undefined) return null
  return {
    position_id: key.slice(0, 200),
    name: nameOf(payeeOf(first.description, holder)),
    cadence,
    typical_cents: typicalOf(payments.map(({ amount_cents }) => -amount_cents)),
    count: payments.length,
    total_cents: payments.reduce((sum, { amount_cents }) => sum - amount_cents, 0),
    first: first.date,
    last: last.date,
    active_until: activeUntil(debits, ends, ACTIVE_DAYS[cadence]),
  }
}

/** Counts the payments whose amount came back within some days. A credit that names another payee does not count. */
function countReturned(
  debits: readonly BookRow[],
  returned: readonly BookRow[],
  keyOf: (row: BookRow) => string,
  key: string,
): number {
  const used = new Set<BookRow>()
  for (const credit of returned) {
    const name = keyOf(credit)
    if (name !== '' && name !== key) continue
    const debit = debits.findLast(
      (one) =>
        !used.has(one) &&
        -one.transaction.amount_cents === credit.transaction.amount_cents &&
        one.transaction.date <= credit.transaction.date &&
        isWithin(one, credit, RETURN_DAYS),
    )
    if (debit !== undefined) used.add(debit)
  }
  return used.size
}
