import { squash } from './lines.ts'

/** The words with which statements name their columns, sections, and totals, in English and Spanish. No bank has words of its own. */

const CREDIT = /deposit|credit|addition|moneyin|paidin|increase|abono|ingreso|entrada|inflow|receipts/
const DEBIT =
  /withdraw|debit|subtract|moneyout|paidout|decrease|retiro|cargo|salida|check|cheque|fee|charge|comision|payment|pago|purchase|compra|disburse|outflow|girad|servicio/
/** Phrases in which a credit word belongs to a debit, or the reverse. */
const DEBIT_AFTER_ALL =
  /deposit(?:ed)?items?return|return(?:ed)?deposit|debitcard|depositoretornad|chequesdepositados(?:re|de)v/
const CREDIT_AFTER_ALL =
  /creditcarddeposit|merchantdeposit|feereversal|feesrefund|checkdeposit|checksdeposit|depositedcheck|paymentsin$/

/** +1 for words that name money in, −1 for money out, 0 for both or none. */
export function directionOf(label: string): 1 | -1 | 0 {
  const text = squash(label).replaceAll('checking', '')
  if (CREDIT_AFTER_ALL.test(text)) return 1
  if (DEBIT_AFTER_ALL.test(text)) return -1
  const isCredit = CREDIT.test(text)
  const isDebit = DEBIT.test(text)
  if (isCredit === isDebit) return 0
  return isCredit ? 1 : -1
}

const isIn = (text: string, ...words: string[]) => words.some((word) => text.includes(word))

const OPENING =
  /(?:beginning|opening|starting|previous|prior|initial|begin|start)\w{0,18}balance|previousstatementbalance|laststatementbalance|balancelast(?:statement|month|period)|balanceforward|broughtforward|initialbalance|balanceinicial|saldoinicial|saldoanterior|balanceanterior|balanceprevio|saldoprevio|saldodeapertura|balancedeapertura|carriedforward|balanceatstart|balanceatbeginning|startbalance|beginbalance|ledgerbalanceatopen/
const CLOSING =
  /(?:ending|closing|new|final|current|end|close)(?:of\w{0,8})?(?:account|statement|ledger|checking|savings|period|month|your)?balance|balancethisstatement|thisstatementbalance|balancefinal|saldofinal|saldoalcierre|balancealcierre|saldoactual|balanceactual|saldodecierre|balancedecierre|nuevosaldo|nuevobalance|balanceatend|endbalance|closebalance|statementbalance|saldonuevo/
const NO_BALANCE =
  /average|promedio|minimum|minimo|available|disponible|collected|lowest|daily|diario|overdraft|required|combined|relationship|points|puntos|reward|recompensa/

/** Words that can stand beside a label of a balance. */
const BESIDE_LABEL =
  /^(?:as|of|on|for|at|this|the|your|total|account|ledger|checking|savings|statement|period|month|from|last|previous|prior|su|al|de|del|el|la|en|estado|periodo|mes|cuenta|jan\w*|feb\w*|mar\w*|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|dec\w*|enero|abril|agosto|diciembre|ene|abr|ago|dic)$/

/** True if a text is only a label of a balance. The entry `POS NEW BALANCE STORE 123` is none. */
export function isOnlyBalanceLabel(text: string): boolean {
  const words = text.split(/[^\p{L}]+/u).map(squash)
  const label = words.filter((word) => !BESIDE_LABEL.test(word)).join('')
  const rest = label.replace(OPENING, '').replace(OPENING, '').replace(CLOSING, '')
  return ['', 'balance', 'saldo'].includes(rest)
}

export type SummaryKind = 'opening' | 'closing' | 'credit' | 'debit'

/**
 * Returns what a label of the summary names. `isFrom` and `isTo` tell whether the label contains the first or the last day of the period:
 * `Balance on July 1`.
 */
export function summaryKind(label: string, isFrom: boolean, isTo: boolean): SummaryKind | null {
  const text = squash(label)
  if (isIn(text, 'balance', 'saldo', 'broughtforward', 'carriedforward')) {
    if (NO_BALANCE.test(text)) return null
    if (OPENING.test(text)) return 'opening'
    if (CLOSING.test(text)) return 'closing'
    if (isFrom !== isTo) return isFrom ? 'opening' : 'closing'
    return null
  }
  if (isFeeBox(text) || /average|promedio|numberof|numerode|minimum|year|interestpaid|apy|earned/.test(text))
    return null
  const direction = directionOf(text)
  if (direction === 0 || text.length > 60) return null
  return direction > 0 ? 'credit' : 'debit'
}

export type BalanceOfDays = 'average' | 'lowest'

const AVERAGE =
  /^(?:average|avg)(?:daily|dailyledger|ledger)balance$|^(?:saldo|balance)promedio(?:diario|contable)$|^promediodiario$/
const LOWEST = /^lowest(?:daily|ledger)?balance$|^(?:saldo|balance)masbajo$/
/** Words beside these names that change nothing. */
const BESIDE_NAME = new Set(
  'your su for in of this the statement account checking savings period cycle month del de este estado periodo mes ciclo'.split(
    ' ',
  ),
)

/**
 * Returns which figure about the balances of all days a label names. Only exact names count: a sentence can be about a condition, and
 * collected and available balances are others.
 */
export function balanceOfDays(label: string): BalanceOfDays | null {
  const words = label.split(/[^\p{L}]+/u).map(squash)
  const name = words.filter((word) => !BESIDE_NAME.has(word)).join('')
  if (AVERAGE.test(name)) return 'average'
  return LOWEST.test(name) ? 'lowest' : null
}

/** True for the label of a total: `Total Checks Paid`. */
export function isTotal(label: string): boolean {
  return /^(?:sub|gran)?total|(?:sub)?total$/.test(squash(label).replaceAll(/\d/g, ''))
}

/** True for the box of fees that US law requires, with its totals for the period and the year. It repeats fees that are entries already. */
export function isFeeBox(label: string): boolean {
  return /overdraftfees|returneditemfees|nsffees|feesfor(?:this)?period|yeartodate|thisyear|esteano/.test(
    squash(label),
  )
}

/** True for the heading of a list of balances at the ends of days. */
export function isDailyBalances(heading: string): boolean {
  const text = squash(heading)
  return isIn(text, 'balance', 'saldo') && /daily|diario|ending|bydate|summary|resumen|cierre/.test(text)
}
