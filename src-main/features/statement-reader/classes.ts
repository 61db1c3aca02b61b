import { fold } from '../../../src-shared/platform/base/text.ts'
import type { Transaction } from '../../../src-shared/features/statements/statement.ts'
import type { TransactionClass } from '../../../src-shared/features/statements/transaction-class.ts'

/** Classes that count as revenue of the business. */
export const REVENUE: ReadonlySet<TransactionClass> = new Set([
  'card_settlement',
  'ach_sale',
  'cash_deposit',
  'check_deposit',
  'p2p_in',
  'wire_in',
])

type Rule = readonly [TransactionClass, RegExp]

/**
 * The first matching rule decides. The patterns apply to the letters and digits of a description without spaces, because statements wrap and
 * cut words at any place. Short words would match inside other words, so they have `\\b` at their sides: the same text follows with spaces.
 */
const IN: readonly Rule[] = [
  [
    'chargeback_reversal',
    /chargeback(?:reversal|won|cr|credit|return)|revers\w{0,8}contracargo|reversalchargeback|contracargorevers/,
  ],
  [
    'fee_reversal',
    /feerefund|feerevers|feewaive|feecredit|refundof(?:nsf|od|overdraft|service|wire|monthly)fee|reversalof(?:nsf|od|overdraft|service|wire|monthly)fee|servicechargerefund|revers(?:o|ion)(?:de)?(?:cargo|comision)|devolucioncargo/,
  ],
  [
    'returned_item_credit',
    /returneditem|returnitem|nsfreturn|itemreturned|returnednsf|devueltofondos|fondosinsuf|achreturn|returnach|paymentreturned|returnedpayment|debitreturn|reversaldebit|checkreturned/,
  ],
  [
    'refund_in',
    /purchasereturn|merchandisereturn|refund|devolucion|reembolso|cardcredit|returnpurchase|merchantreturn|posreturn/,
  ],
  [
    'interest',
    /^interest|interestpaid|interestpayment|interestcredit|interesespagados|pagodeinteres|interesganado|dividend/,
  ],
  [
    'own_transfer_in',
    /transferfrom(?:chk|chck|checking|sav|acct|account|dda|x|\d|mm|business|deposit)|onlinetransferfrom|transferfromsav|internaltransfer|transferenciad(?:e|esde)cta|transferenciad(?:e|esde)(?:cuenta|ahorro|cheque)|bookkeepingtransfer|xferfrom|fundstransferfrom|\bsweep\b/,
  ],
  [
    'loan_proceeds',
    /locadvance|loanadvance|loanproc|loanproceeds|loandisb|loanfund|desembolsoprestamo|desembolso\w{0,14}prestamo|sbaloan|linea?decredito|creditlineadvance|creditlinedraw|lineofcredit|loandraw|\beidl\b|loancredit|\bloans?\b|\bloc\b/,
  ],
  [
    'p2p_in',
    /^(?:venmo|cashapp|paypalinst|pagomovil)|\| (?:zelle|ath)\b|zellefrom|zellepayment|zellecredit|zellerecib|venmocashout|pagomovilde|athmovil/,
  ],
  [
    'cash_deposit',
    /cashdeposit|branchdeposit|counterdeposit|depositoensucursal|depositoefectivo|efectivo|atmdeposit|deposito?(?:atm|cajero)|tellerdeposit|vaultdeposit|smartsafe/,
  ],
  [
    'check_deposit',
    /mobiledeposit|remotedeposit|checkdeposit|depositremote|depositedcheck|depositomovil|depositoremoto|depositodecheque|mobilecheck|edeposit|lockbox/,
  ],
]

const OUT: readonly Rule[] = [
  ['overdraft_fee', /overdraft|\bod fee|paiditemfee|sobregiro|itempaidfee|feepaiditem|extendedod/],
  [
    'nsf_fee',
    /nsffee|nsfitemfee|nsfreturneditemfee|nsfreturnfee|nsfreturnitemfee|nsfcheckfee|nsfachfee|nsfcharge|feensf|chargensf|returneditemfee|returnitemfee|itemreturnedfee|feereturneditem|insufficientfundsfee|insufficientfundscharge|unavailablefundsfee|cargofondosinsuf|cargoporfondosinsuf|comisionfondosinsuf|comisionporfondosinsuf/,
  ],
  [
    'bank_fee',
    /returneddeposit(?:ed)?itemfee|depositeditemreturn(?:ed)?fee|servicecharge|monthlyfee|maintenancefee|monthlymaint|monthlyservicefee|cargomensualpor|cargoporservicio|\bwire fee\b|wiretransferfee|cashprocessing|(?<!cards?|merch|merchant|payments?)processingfee|analysisfee|analysischarge|excess\w{0,24}fee|stoppayment|statementfee|accountfee|bankfee|comisionbanc|\batm fee\b|foreigntransaction/,
  ],
  [
    'deposited_item_returned',
    /depositeditemret|returneddeposit|deposititemret|returnofdeposit|chargebackdeposit|depositodevuelto|chequedevuelto|retdeposit/,
  ],
  ['chargeback', /chargeback|contracargo|disputedebit|chgback/],
  ['refund_out', /customerrefund|refundto|refundcustomer|reembolsocliente|reembolso|devolucionacliente/],
  [
    'cash_withdrawal',
    /atmwithdraw|cashwithdraw|\batm ?wd?\b|retiro(?:de|en)?(?:cajero|efectivo|atm)|withdrawalatm|cashadvanceatm|counterwithdraw|cashedcheck/,
  ],
  [
    'card_purchase',
    /cardpurchase|debitcard|pospurchase|posdebit|purchaseauthorized|checkcard|compratarjeta|comprarecurrente|compraconta|comprapos|visapurchase|recurringpayment\w{0,6}auth|pinpurchase|\| pos\d*\b|^purchase|cardpmt\d/,
  ],
  [
    'rent',
    /\brent\b|\brenta\b|alquiler|arriendo|landlord|\bpropert(?:y|ies)\b(?! (?:tax|insur))|realty|leasingoffice|propiedades/,
  ],
  [
    'own_transfer_out',
    /transferto(?:chk|chck|checking|sav|acct|account|dda|x|\d|mm|business|deposit)|onlinetransferto|internaltransfer|transferenciaacta|transferenciaa(?:cuenta|ahorro|cheque)|xferto|fundstransferto|\bsweep\b/,
  ],
  [
    'tax',
    /usatax|\birs\b|taxpymt|taxpmt|taxpayment|\btax(?:es)?\b|salestax|statetax|deptrevenue|deptofrevenue|revenuedept|franchisetax|\bhacienda\b|\bivu\b|eftps|comptroller|\bcontrib\b|impuesto|unemployment/,
  ],
  [
    'payroll',
    /payroll|nomina|salar(?:y|ies)|paychex|\bgusto\b|\badp\b|\bwages\b|directdep\w{0,4}emp|quincena/,
  ],
  ['lease', /\bleas(?:e|ing)\b|leasepmt|arrendamiento|equip\w{0,8}financ|equipmentfin|truckfin|vehiclefin/],
  [
    'loan_payment',
    /\bloans?\b|loanpmt|pagoprestamo|prestamo|termlending|\bsba\b|locpayment|lineofcredit|creditlinepmt|mortgage|hipoteca|\bloc\b|locpmt/,
  ],
  ['insurance', /\binsur|inspre|\bpremium\b|\bmutual\b|workerscomp|seguro|aseguradora|casualty|policy/],
  [
    'utility',
    /\belectric|natgas|gasservice|\bwater\b|\bsewer|\bwireless\b|\binternet\b|telecom|telephone|\butilit|\benergy\b|power(?:co|light)|broadband|\bcable\b|\bwaste\b|acueducto|\bluma\b/,
  ],
  [
    'merchant_fee',
    /merchfee|merchantfee|mthlyfee|monthlyfees|(?:bankc|bkcd|card|merch)\w{0,12}discount|[ \d]discount (?!(?!sec |ccd |ppd |web |fee|rate |charge)[a-z]{3})|cargomensual|interchange|procfee|processingfee|merchbankcd\w{0,6}fee|cardfees/,
  ],
]

const WIRE_IN =
  /wiretransferin|\bwire (?:\w+ )?in\b|incomingwire|wirecredit|wiretransfercredit|transferenciarecibida|fedwirecr|inboundwire|wiretransferfrom|\bwire from\b/
const WIRE_OUT =
  /wiretransfer(?:out|to)|\bwire (?:\w+ )?(?:out|to)\b|outgoingwire|wiredebit|transferenciaenviada|fedwiredr|outboundwire/
const P2P_OUT =
  /\bzelle\b|zelleto|zellepayment|venmo|cashapp|pagomovil|athmovil|applecash|\bpaypal\b|paypalinst/
const FUNDER = /\badv(?:ance)?\b|\bcap(?:ital)?\b|\bfund(?:ing)?\b|\bfndg\b|\bfdg\b|\bmca\b|receivable|\bmf\b/

/** What the class of a transaction depends on besides its own words. */
export interface ClassContext {
  /** Name of the account's holder. Its words in a description say nothing about the payee. */
  holder: string
  /** Names of payees that take payments like a funder. */
  isFunder(transaction: Transaction): boolean
  /** True if the payer pays on most business days, as card processors do. */
  isProcessor(transaction: Transaction): boolean
}

/** Suggests a class from the words of the description, its sign, and the regularity of its payee. */
export function classOf(transaction: Transaction, context: ClassContext): TransactionClass {
  const text = textOf(transaction.description, context.holder)
  return transaction.amount_cents >= 0
    ? classIn(text, transaction, context)
    : classOut(text, transaction, context)
}

/** The description without spaces, and once more with spaces. The name of the account's holder, which many banks print, is left out. */
function textOf(description: string, holder: string): string {
  const marked = /\b(?:indn|ind name) ?:/i.exec(description)
  const plain = withoutHolder(
    fold(marked === null ? description : description.slice(0, marked.index)),
    holder,
  )
  return `${plain.replaceAll(/[^a-z0-9]/g, '')} | ${plain.replaceAll(/[^a-z0-9]+/g, ' ')} |`
}

/** Removes the holder's name from the end of a folded description. The bank may have cut it. */
export function withoutHolder(plain: string, holder: string): string {
  const words = fold(holder)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const [first, second] = words
  if (first === undefined || second === undefined) return plain
  const at = plain.lastIndexOf(` ${first} `)
  if (at < 0 || !plain.slice(at + first.length + 2).startsWith(second.slice(0, 3))) return plain
  return plain.slice(0, at)
}

function classIn(
  text: string,
  transaction: Transaction,
  { isFunder, isProcessor }: ClassContext,
): TransactionClass {
  const rule = IN.find(([, pattern]) => pattern.test(text))
  if (rule !== undefined) return rule[0]
  if (isFunder(transaction)) return 'mca_proceeds'
  if (WIRE_IN.test(text)) return FUNDER.test(text) ? 'mca_proceeds' : 'wire_in'
  if (
    isProcessor(transaction) ||
    /mtotdep|btotdep|bankcard|bkcd|merchdep|settlementdep|merchantsvc/.test(text)
  )
    return 'card_settlement'
  if (/desembolso|disburse|fundingproceeds|advance/.test(text) && !/insurance/.test(text))
    return 'mca_proceeds'
  if (/^(?:customer)?deposito?\d* \|/.test(text)) return 'check_deposit'
  return 'ach_sale'
}

function classOut(text: string, transaction: Transaction, { isFunder }: ClassContext): TransactionClass {
  if (transaction.check_number !== null || /^(?:check|cheque|chk|ck)(?:no|num|paid|pagado)?\d* \|/.test(text))
    return 'check'
  const rule = OUT.find(([, pattern]) => pattern.test(text))
  if (rule !== undefined && !(WEAK.has(rule[0]) && isFunder(transaction))) return rule[0]
  if (isFunder(transaction)) return 'mca_payment'
  if (WIRE_OUT.test(text)) return 'wire_out'
  if (P2P_OUT.test(text)) return 'p2p_out'
  return 'supplier'
}

/** Classes whose words also occur in the names of funders and of their payments. */
const WEAK: ReadonlySet<TransactionClass> = new Set(['merchant_fee'])
