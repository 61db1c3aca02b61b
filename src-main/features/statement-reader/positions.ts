import { fold } from '../../../src-shared/platform/base/text.ts'
import { classOf, type ClassContext, withoutHolder } from './classes.ts'
import type { Transaction } from '../../../src-shared/features/statements/statement.ts'

/** Funders that take regular payments, recognized by cadence and amount. No list of names decides. */

export interface Position {
  /** Name as printed. */
  funder: string
  cadence: 'daily' | 'weekly'
  /** The most frequent amount, positive. */
  typical_cents: number
  count: number
  total_cents: number
  first: string
  last: string
}

export interface FunderCredit {
  funder: string
  date: string
  amount_cents: number
}

/** Words at the start of a description that name the kind of payment and not the payee. */
const PREFIX = new Set(
  'ach debit credit debito credito electronic electronico withdrawal deposit preauthorized preauth wd pmt pymt payment external ext online recurring corporate corp business bus bill billpay automatic auto eft to from orig name co company entry des descr desc cargo abono pago retiro transfer transferencia wire in out incoming outgoing ccd ppd web tel check card purchase trn a de recibida enviada returned item nsf ret devuelto fondos insuf'.split(
    ' ',
  ),
)
/** Words that end the name of the payee. */
const SUFFIX = new Set(
  'des id indn orig ref web ppd ccd tel daily weekly merch pmt pymt payment payments achdebit ach remit remittance pago diario semanal debit advance_pmt collection collections desc date disburse disbursement advance dep deposit mtot btot'.split(
    ' ',
  ),
)

/** Returns the words of the payee in a description. */
export function payeeOf(description: string, holder: string): string[] {
  const full = withoutHolder(fold(description), holder)
  const marked = /(?:orig co name|co name|name|payee|beneficiary|bnf)\s?[:=]\s?/.exec(full)
  const text = marked === null ? full : full.slice(marked.index + marked[0].length)
  const words = text.split(/[\s*]+/).slice(0, 24)
  const name: string[] = []
  for (const word of words) {
    const bare = word.replaceAll(/[^a-z0-9:=]/g, '')
    if (bare === '') continue
    if (name.length === 0 && (PREFIX.has(bare) || isCode(bare))) continue
    if (
      name.length > 0 &&
      (isCode(bare) ||
        bare.includes(':') ||
        bare.includes('=') ||
        (SUFFIX.has(bare) && !(bare === 'advance' && name.length === 1)))
    )
      break
    if (bare.includes(':') || bare.includes('=')) continue
    name.push(bare)
    if (name.length === 5) break
  }
  return name
}

/** Ids, dates, and reference numbers. */
const isCode = (word: string) => {
  const digits = [...word].filter((sign) => sign >= '0' && sign <= '9').length
  return digits >= 2 || (digits > 0 && word.length > 5)
}

/** Words of names that no funder uses, but that suppliers and services with regular payments use. */
const NO_FUNDER =
  /^(?:pay\w{2,}|staff\w*|lease|leasing|linen|service|services|svc|supply|suppl|sply|supplies|packaging|foods?|produce|beverage|lumber|plumbing|dist|distrib|distribution|wholesale|whsl|depot|rent|properties|realty|payroll|tax|taxes|insurance|insur|mutual|premium|electric|water|gas|energy|wireless|internet|telecom|loan|loans|lending|sba|loc|equip|equipment|uniform|cleaning|security|alarm|waste|software|subscr|subscription|hosting|marketing|ads|freight|fuel|parts|auto|medical|dental|pharmacy|mortgage|school|tuition|gym|club|union|dues|staffing|temp|laundry|pest|landscap|maintenance|janitorial|coffee|vending|storage|bakery|dairy|meat|seafood|farms?|mills?|motors?|building|products|materials|steel|paper|office|purchase|invoice|inv|factura|weeklysvc)$/
const FUNDER_WORD =
  /^(?:cap|capital|capitl|fund|funds|funding|fundin|fndg|fdg|fnd|adv|advance|advances|mca|receivables?|rcv|rcvbl|rcvbls|biz|bizfunding|merchant|financial|fin|holdings|hldgs|partners|ptnr|ptnrs|grp|mf|fg|bc|cp|bizcap|buscap|recv)$/
const FUNDER_TERMS =
  /dailypmt|weeklypmt|dailypay|weeklypay|dailydebit|weeklydebit|merchpmt|achdebit|remit|pagodiario|pagosemanal|mcapmt|advpmt|receivablepurchase|futurerec|splitpay/

interface Payee {
  name: string[]
  key: string
  holder: string
  debits: Transaction[]
  credits: Transaction[]
}

export interface FunderReading {
  positions: Position[]
  credits: FunderCredit[]
  context: ClassContext
}

/** Finds the funders among the payees of all transactions of a business. */
export function findFunders(transactions: readonly Transaction[], holder: string): FunderReading {
  const plain: ClassContext = { holder, isFunder: () => false, isProcessor: () => false }
  const payees = new Map<string, Payee>()
  const payeeByTransaction = new Map<Transaction, Payee>()
  for (const transaction of transactions) {
    const name = payeeOf(transaction.description, holder)
    const key = keyOf(name)
    if (key === '') continue
    const payee = payees.get(key) ?? { name, key, holder, debits: [], credits: [] }
    payees.set(key, payee)
    payeeByTransaction.set(transaction, payee)
    if (transaction.amount_cents < 0) {
      if (classOf(transaction, plain) === 'supplier') payee.debits.push(transaction)
    } else payee.credits.push(transaction)
  }
  const funders = new Set<Payee>()
  const positions: Position[] = []
  for (const payee of payees.values()) {
    const found = positionsOf(payee)
    if (found.length === 0) continue
    funders.add(payee)
    positions.push(...found)
  }
  const days = new Set(transactions.map(({ date }) => date)).size
  const isFunder = (transaction: Transaction) => {
    const payee = payeeByTransaction.get(transaction)
    return payee !== undefined && funders.has(payee)
  }
  const processors = new Set(
    [...payees.values()].filter(
      (payee) => new Set(payee.credits.map(({ date }) => date)).size >= Math.max(4, days * 0.4),
    ),
  )
  const context: ClassContext = {
    holder,
    isFunder,
    isProcessor: (transaction) => {
      const payee = payeeByTransaction.get(transaction)
      return payee !== undefined && processors.has(payee)
    },
  }
  const credits = transactions
    .filter((transaction) => transaction.amount_cents > 0 && classOf(transaction, context) === 'mca_proceeds')
    .map((transaction) => ({
      funder: nameOf(payeeByTransaction.get(transaction)?.name ?? payeeOf(transaction.description, holder)),
      date: transaction.date,
      amount_cents: transaction.amount_cents,
    }))
  return { positions, credits, context }
}

/** Returns the key of the payee of a description. Empty if it names none. */
export const payeeKey = (description: string, holder: string) => keyOf(payeeOf(description, holder))

/** Two spellings of a payee share the first distinctive word. */
function keyOf(name: readonly string[]): string {
  const [first = '', second = ''] = name
  return first.length >= 6 ? first : `${first} ${second}`.trim()
}

export const nameOf = (name: readonly string[]) => name.join(' ').toUpperCase()

function groupsOf(debits: readonly Transaction[], keyOfDebit: (debit: Transaction) => string) {
  const groups = new Map<string, Transaction[]>()
  for (const debit of debits) {
    const key = keyOfDebit(debit)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [debit])
    else group.push(debit)
  }
  return groups
}

/** Most advances of one funder that are told apart by their amounts. */
const MOST_ADVANCES = 3

/**
 * Returns the positions of a payee. Usually it is one. If all debits together have no rhythm, the payee can be two funders whose names begin
 * with the same word, or a funder with several advances.
 */
function positionsOf(payee: Payee): Position[] {
  const whole = positionOf(payee)
  if (whole !== null) return [whole]
  const { name, debits, holder } = payee
  const names = groupsOf(debits, ({ description }) => nameOf(payeeOf(description, holder)))
  if (names.size > 1) {
    const found = [...names].flatMap(
      ([printed, some]) => positionOf({ name: printed.toLowerCase().split(' '), debits: some }) ?? [],
    )
    if (found.length > 0) return found
  }
  const amounts = [...groupsOf(debits, ({ amount_cents }) => String(amount_cents)).values()]
  if (amounts.length > MOST_ADVANCES) return []
  const found = amounts.map((some) => positionOf({ name, debits: some }))
  return found.every((one) => one !== null) ? found : []
}

function positionOf({ name, debits }: Pick<Payee, 'name' | 'debits'>): Position | null {
  if (debits.length < 3) return null
  const sorted = debits.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
  const cadence = cadenceOf(sorted.map(({ date }) => date))
  if (cadence === null) return null
  const typical = typicalOf(sorted.map(({ amount_cents }) => -amount_cents))
  const same = sorted.filter(
    ({ amount_cents }, at) => at > 0 && amount_cents === sorted[at - 1]?.amount_cents,
  ).length
  // Payments of a funder are equal, until the amount changes once.
  if (same < (sorted.length - 1) * 0.5) return null
  if (!looksLikeFunder(name, sorted, cadence)) return null
  return {
    funder: nameOf(name),
    cadence,
    typical_cents: typical,
    count: sorted.length,
    total_cents: sorted.reduce((sum, { amount_cents }) => sum - amount_cents, 0),
    first: sorted[0]?.date ?? '',
    last: sorted.at(-1)?.date ?? '',
  }
}

/** Weighs the words of the name and of the descriptions. Regular equal debits without any words against it count as a funder. */
function looksLikeFunder(
  name: readonly string[],
  debits: readonly Transaction[],
  cadence: 'daily' | 'weekly',
): boolean {
  const against = name.filter((word) => NO_FUNDER.test(word)).length
  const inFavor = name.filter((word) => FUNDER_WORD.test(word)).length
  const text = fold(debits[0]?.description ?? '').replaceAll(/[^a-z0-9]/g, '')
  const terms = FUNDER_TERMS.test(text)
  if (/weeklysvc|leasepmt|invoice|factura|arpayment|subscription|purchase|inspre|payroll|rentpmt/.test(text))
    return false
  if (cadence === 'daily') return terms || inFavor > 0 || against === 0
  if (terms) return against === 0 || inFavor > against
  return against === 0
}

/** The rhythm of dates in order. Holidays move a payment by a day or two. */
export function cadenceOf(dates: readonly string[]): 'daily' | 'weekly' | null {
  const distinct = [...new Set(dates)]
  if (distinct.length < 3) return null
  const gaps = distinct.slice(1).map((date, at) => businessDays(distinct[at] ?? date, date))
  const share = (fits: (gap: number) => boolean) => gaps.filter(fits).length / gaps.length
  if (share((gap) => gap <= 2) >= 0.75 && share((gap) => gap === 1) >= 0.5) return 'daily'
  const weekly = share((gap) => gap >= 4 && gap <= 6)
  // A payment can be missing. Two weeks between most payments are another rhythm.
  if (weekly >= 0.6 || (weekly >= 0.4 && weekly + share((gap) => gap === 10) >= 0.8)) return 'weekly'
  return null
}

/** Number of weekdays after `from` up to `to`. */
function businessDays(from: string, to: string): number {
  let count = 0
  for (let day = Date.parse(from) + 86_400_000; day <= Date.parse(to) && count < 40; day += 86_400_000) {
    const weekday = new Date(day).getUTCDay()
    if (weekday !== 0 && weekday !== 6) count++
  }
  return count
}

/** The most frequent value; the latest of equally frequent ones. */
export function typicalOf(values: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return values.findLast((value) => counts.get(value) === most) ?? 0
}
