import { describe, expect, it } from 'vitest'
import type { Transaction } from '../../../src-shared/features/statements/statement.ts'
import {
  MONEY_IN,
  MONEY_OUT,
  type TransactionClass,
} from '../../../src-shared/features/statements/transaction-class.ts'
import { classOf, type ClassContext, REVENUE, withoutHolder } from './classes.ts'

/** The truth about invented descriptions: which class each has, as money in and as money out. */

const HOLDER = 'Larkspur Capital Rentals LLC'

/** Payees that take equal payments, and payers that pay nearly every day. The reader finds both by behavior, so no word may decide. */
const FUNDER = /dovetail\s+crest|ironbark|peregrine\s+hollow|sundial|amberline/i
const PROCESSOR = /swiftlane|tapwell|bancoterminal/i

const context: ClassContext = {
  holder: HOLDER,
  isFunder: ({ description }) => FUNDER.test(description),
  isProcessor: ({ description }) => PROCESSOR.test(description),
}

const transaction = (description: string, amount_cents: number, check_number: string | null = null) =>
  ({
    date: '2026-03-04',
    description,
    amount_cents,
    page: 1,
    place: { x0: 0, x1: 1, y: 1, size: 8 },
    balance_after_cents: null,
    check_number,
  }) satisfies Transaction

const isIn = (kind: TransactionClass) => (MONEY_IN as readonly string[]).includes(kind)
const classIn = (text: string) => classOf(transaction(text, 12_345), context)
const classOut = (text: string) => classOf(transaction(text, -12_345), context)

/** Descriptions of each class, in English and Spanish. */
const BELONGS: Record<TransactionClass, readonly string[]> = {
  card_settlement: [
    'SWIFTLANE 0312 DEPOSIT',
    'ACH CREDIT TAPWELL POS DAILY SALES',
    'CREDITO ACH BANCOTERMINAL VENTAS',
    'MERCHANT SVC BANKCARD DEP 88012',
    'ORIG CO NAME:FIRSTPOINT BKCD CO ENTRY DESCR:MTOT DEP',
    'Redfern Pay DES:SETTLEMENT DEP ID:0091',
  ],
  ach_sale: [
    'ACH CREDIT HOLLIS DENTAL PLAN CLAIM 7781',
    'CREDITO ACH ASEGURADORA DEL ESTE RECLAMO',
    'PREAUTHORIZED CREDIT QUILLFOOD DELIVERY PAYOUT',
    'MARKETHALL SELLER PAYMENTS 0310',
    'ACH CREDIT COUNTY SCHOOL DIST AP PAYMENT',
    'DEPOSITO DIRECTO CLIENTE FERRETERIA LUNA',
  ],
  cash_deposit: [
    'Cash Deposit at 114 Main St',
    'BRANCH DEPOSIT 0042',
    'COUNTER DEPOSIT CASH',
    'ATM DEPOSIT 03/04 TUCSON AZ',
    'DEPOSITO EN SUCURSAL 019',
    'DEPOSITO EN EFECTIVO PONCE',
  ],
  check_deposit: [
    'Mobile Deposit 55120',
    'REMOTE DEPOSIT CAPTURE BATCH 9',
    'DEPOSIT 000451',
    'CHECK DEPOSIT TELLER 3',
    'DEPOSITO MOVIL 8812',
    'DEPOSITO DE CHEQUES',
  ],
  p2p_in: [
    'ZELLE FROM ROSA DUNMORE',
    'Zelle payment from Theo Brandt 7712',
    'VENMO CASHOUT 0991',
    'CASH APP MARISOL K',
    'PAGO MOVIL DE JUAN OQUENDO',
    'ATH MOVIL RECIBIDO ANA',
  ],
  wire_in: [
    'INCOMING WIRE OAKRIDGE HOTELS REF 5512',
    'Wire Transfer In Stellan Homes',
    'WIRE FROM CORDOVA EVENTS INC',
    'FEDWIRE CREDIT VIA LOWLAND BANK',
    'TRANSFERENCIA RECIBIDA HOTELES CARIBE',
    'DOMESTIC INCOMING WIRE 0311 MARLOW',
  ],
  own_transfer_in: [
    'ONLINE TRANSFER FROM SAV ...8123',
    'Transfer from Checking x4417',
    'INTERNAL TRANSFER 5541',
    'FUNDS TRANSFER FROM ACCT 99120',
    'TRANSFERENCIA DE CUENTA 4410',
    'TRANSFERENCIA DESDE AHORROS',
  ],
  loan_proceeds: [
    'SBA LOAN PROCEEDS LOWLAND BANK',
    'LOC ADVANCE 0012',
    'LINE OF CREDIT DRAW 4471',
    'TERM LOAN DISBURSEMENT MIDVALE',
    'DESEMBOLSO DE PRESTAMO BANCO SUR',
    'DESEMBOLSO LINEA DE CREDITO 881',
  ],
  mca_proceeds: [
    'ACH CREDIT DOVETAIL CREST 0311',
    'WIRE TRANSFER IN IRONBARK',
    'INCOMING WIRE GRAYLING CAPITAL',
    'THORNBURY ADV DES:DISBURSE ID:55',
    'CREDITO ACH PEREGRINE HOLLOW DESEMBOLSO',
    'CREDITO ACH SUNDIAL',
  ],
  refund_in: [
    'PURCHASE RETURN 03/04 TOOLBARN',
    'POS RETURN LUMBERJACK 041',
    'MERCHANDISE RETURN WINDOW WORLD',
    'REFUND FROM HILLCO SUPPLY',
    'DEVOLUCION COMPRA FERRETERIA',
    'REEMBOLSO SUPLIDOR NORTE',
  ],
  returned_item_credit: [
    'RETURNED ITEM NSF CHECK 1182',
    'RETURN ITEM CREDIT HOLLIS',
    'ACH RETURN R01 MIDVALE POWER',
    'PAYMENT RETURNED UNPAID TRUCKFIX',
    'ITEM RETURNED INSUFFICIENT 5512',
    'DEVUELTO FONDOS INSUFICIENTES ACH',
  ],
  chargeback_reversal: [
    'CHARGEBACK REVERSAL SWIFTLANE CASE 12',
    'Chargeback won - case 5512',
    'CHARGEBACK CREDIT TAPWELL',
    'CHARGEBACK RETURN 0312 REDFERN',
    'REVERSION DE CONTRACARGO 7712',
    'REVERSO CONTRACARGO CASO 8',
  ],
  fee_reversal: [
    'OVERDRAFT FEE REFUND',
    'NSF FEE REVERSAL 0302',
    'REFUND OF MONTHLY FEE',
    'SERVICE CHARGE REFUND',
    'REVERSO DE CARGO MENSUAL',
    'DEVOLUCION CARGO POR SERVICIO',
  ],
  interest: [
    'INTEREST PAID',
    'Interest Payment March',
    'INTEREST CREDIT',
    'INTERESES PAGADOS',
    'PAGO DE INTERESES MARZO',
    'INTERES GANADO',
  ],
  check: ['CHECK 1182', 'Check #2201', 'CHK 551', 'CHECK PAID 4412', 'CHEQUE 7712', 'CHEQUE PAGADO 118'],
  payroll: [
    'ACH DEBIT PAYWHEEL PAYROLL 0315',
    'GUSTO NET 9912',
    'ADP WAGE PAY 44',
    'SALARIES MARCH RUN 2',
    'DEBITO ACH NOMINA 0315',
    'PAGO QUINCENA EMPLEADOS',
  ],
  tax: [
    'IRS USATAXPYMT 2201',
    'STATE TAX PAYMENT Q1',
    'AZ DEPT OF REVENUE EFT',
    'SALES TAX 0320',
    'HACIENDA IVU MENSUAL',
    'PAGO IMPUESTO MUNICIPAL',
  ],
  rent: [
    'RENT UNIT 12',
    'MOSSWOOD PROPERTIES LP',
    'ACH DEBIT BAYVIEW REALTY 03',
    'LANDLORD PORTAL PMT RENT',
    'RENTA LOCAL 7',
    'ALQUILER OFICINA MARZO',
  ],
  insurance: [
    'ACH DEBIT CRESTVIEW INSURANCE',
    'GRANGE MUTUAL INS PREM',
    'WORKERS COMP 0312',
    'INS PREMIUM FUNDING CO',
    'SEGURO COMERCIAL 881',
    'ASEGURADORA DEL ESTE POLIZA',
  ],
  lease: [
    'TRUCKLINE LEASING 4471',
    'COPIER LEASE PMT',
    'EQUIPMENT FINANCE GROUP 9',
    'HARBOR CAPITAL LEASE 0311',
    'ARRENDAMIENTO EQUIPO COCINA',
    'VEHICLE FINANCE 8812',
  ],
  utility: [
    'CITY ELECTRIC CO',
    'VALLEY WATER BILL PAY',
    'CELLWAVE WIRELESS',
    'HOMELINE INTERNET 0312',
    'ACUEDUCTOS FACTURA',
    'LUMA ENERGY',
  ],
  supplier: [
    'ACH DEBIT HILLCO SUPPLY AR PAYMENT',
    'GREENFIELD PRODUCE INVOICE 5512',
    'FUNDAMENTAL FOODS 0312',
    'PREAUTHORIZED WD BRIGHTON PAPER',
    'DEBITO ACH CARNES DEL SUR FACTURA',
    'PAGO FERRETERIA LUNA',
  ],
  card_purchase: [
    'DEBIT CARD PURCHASE 03/04 DELI',
    'POS PURCHASE TOOLBARN TUCSON',
    'CHECKCARD 0304 GASMART',
    'PURCHASE AUTHORIZED ON 03/04 COFFEE BARN',
    'COMPRA CON TARJETA 0304 FARMACIA',
    'COMPRA RECURRENTE PROGRAMA',
  ],
  p2p_out: [
    'ZELLE TO ROSA DUNMORE',
    'Zelle payment to Theo Brandt',
    'VENMO PAYMENT 5512',
    'CASH APP MARISOL K',
    'PAGO MOVIL A JUAN OQUENDO',
    'ATH MOVIL ENVIADO ANA',
  ],
  wire_out: [
    'OUTGOING WIRE STEELWORKS INC',
    'WIRE TRANSFER OUT HILLCO',
    'WIRE TO CORDOVA EVENTS',
    'FEDWIRE DEBIT LOWLAND',
    'TRANSFERENCIA ENVIADA CARNES DEL SUR',
    'DOMESTIC OUTGOING WIRE 0311',
  ],
  cash_withdrawal: [
    'ATM WITHDRAWAL 03/04 TUCSON AZ',
    'CASH WITHDRAWAL TELLER 2',
    'WITHDRAWAL ATM 0512',
    'COUNTER WITHDRAWAL',
    'RETIRO CAJERO AUTOMATICO',
    'RETIRO EN EFECTIVO SUCURSAL',
  ],
  own_transfer_out: [
    'ONLINE TRANSFER TO SAV ...8123',
    'Transfer to Checking x4417',
    'INTERNAL TRANSFER 5541',
    'FUNDS TRANSFER TO ACCT 99120',
    'TRANSFERENCIA A CUENTA 4410',
    'TRANSFERENCIA A AHORROS',
  ],
  mca_payment: [
    'ACH DEBIT DOVETAIL CREST 0312',
    'IRONBARK DAILY PMT',
    'ORIG CO NAME:PEREGRINE HOLLOW DESC DATE:0312',
    'SUNDIAL 99120 CCD',
    'DEBITO ACH AMBERLINE PAGO DIARIO',
    'DEBITO ACH IRONBARK PAGO SEMANAL',
  ],
  loan_payment: [
    'LOAN PMT MIDVALE BANK',
    'SBA LOAN 4471 PAYMENT',
    'LINE OF CREDIT PAYMENT 12',
    'MORTGAGE PMT LOWLAND',
    'PAGO PRESTAMO BANCO SUR',
    'HIPOTECA MARZO',
  ],
  merchant_fee: [
    'SWIFTLANE MERCHANT FEE',
    'TAPWELL MTHLY FEES 03',
    'BANKCARD DISCOUNT FEES',
    'REDFERN INTERCHANGE 0301',
    'FIRSTPOINT MERCH FEE',
    'BANCOTERMINAL CARGO MENSUAL',
  ],
  chargeback: [
    'CHARGEBACK SWIFTLANE CASE 12',
    'Chargeback case 5512',
    'CHGBACK REDFERN',
    'DISPUTE DEBIT 0312',
    'CONTRACARGO BANCOTERMINAL CASO 8',
    'CONTRACARGO 7712',
  ],
  deposited_item_returned: [
    'DEPOSITED ITEM RETURNED 5512',
    'RETURNED DEPOSITED ITEM',
    'DEPOSIT ITEM RETURN 12',
    'RETURN OF DEPOSITED CHECK',
    'CHEQUE DEVUELTO 118',
    'DEPOSITO DEVUELTO 44',
  ],
  refund_out: [
    'CUSTOMER REFUND MARLOW',
    'REFUND TO THEO BRANDT',
    'ACH DEBIT CUSTOMER REFUND 0312',
    'REFUND CUSTOMER 55',
    'REEMBOLSO CLIENTE LUNA',
    'DEVOLUCION A CLIENTE OQUENDO',
  ],
  nsf_fee: [
    'NSF FEE',
    'NSF RETURNED ITEM FEE CHECK 1182',
    'RETURNED ITEM FEE 0304',
    'INSUFFICIENT FUNDS FEE',
    'CARGO POR FONDOS INSUFICIENTES',
    'COMISION FONDOS INSUFICIENTES',
  ],
  overdraft_fee: [
    'OVERDRAFT FEE',
    'OVERDRAFT ITEM FEE FOR ACTIVITY OF 03-04',
    'OD FEE 0304',
    'PAID ITEM FEE',
    'CARGO POR SOBREGIRO',
    'COMISION DE SOBREGIRO 0304',
  ],
  bank_fee: [
    'MONTHLY SERVICE CHARGE',
    'WIRE TRANSFER FEE',
    'ACCOUNT ANALYSIS FEE',
    'STOP PAYMENT FEE',
    'CARGO POR SERVICIO',
    'COMISION BANCARIA',
  ],
}
const table = (Object.entries(BELONGS) as [TransactionClass, readonly string[]][]).flatMap(([kind, texts]) =>
  texts.map((text) => [kind, text] as const),
)

/** Descriptions that resemble a class but are of another one: the class that they resemble, the description, and their class. */
const NEAR_MISSES: readonly [TransactionClass, string, TransactionClass][] = [
  // Money in.
  ['card_settlement', 'CHARGEBACK REVERSAL TAPWELL', 'chargeback_reversal'],
  ['card_settlement', 'ACH CREDIT ORCHARD CARDS AND GIFTS', 'ach_sale'],
  ['ach_sale', 'TRANSFER FROM SAVINGS 0912', 'own_transfer_in'],
  ['ach_sale', 'INTEREST CREDIT', 'interest'],
  ['cash_deposit', 'CASH APP MARISOL K', 'p2p_in'],
  ['cash_deposit', 'MOBILE DEPOSIT', 'check_deposit'],
  ['check_deposit', 'CASH DEPOSIT', 'cash_deposit'],
  ['check_deposit', 'RETURNED ITEM CHECK 1182', 'returned_item_credit'],
  ['p2p_in', 'ACH CREDIT ZELLERBACH PAPER CO', 'ach_sale'],
  ['p2p_in', 'ACH CREDIT ATHENA HEALTH PLAN', 'ach_sale'],
  ['wire_in', 'ACH CREDIT WIRELINE EVENTS', 'ach_sale'],
  ['p2p_in', 'ATHENA HEALTH PLAN', 'ach_sale'],
  ['p2p_in', 'ZELLERBACH PAPER CO', 'ach_sale'],
  ['wire_in', 'REFUND OF WIRE FEE', 'fee_reversal'],
  ['wire_in', 'INCOMING WIRE SUNDIAL', 'mca_proceeds'],
  ['own_transfer_in', 'ACH CREDIT TRANSFER STATION TOLLS', 'ach_sale'],
  ['own_transfer_in', 'WIRE TRANSFER IN STELLAN HOMES', 'wire_in'],
  ['own_transfer_in', 'ACH CREDIT SWEEPSTAKES AUDIO LTD', 'ach_sale'],
  ['loan_proceeds', 'ACH CREDIT SLOAN DENTAL PLAN', 'ach_sale'],
  ['loan_proceeds', 'ACH CREDIT HEIDLER FARMS', 'ach_sale'],
  ['mca_proceeds', 'ACH CREDIT TRELLIS INSURANCE ADVANCE', 'ach_sale'],
  ['mca_proceeds', 'ACH CREDIT CAPITOL HOTEL', 'ach_sale'],
  ['mca_proceeds', 'ACH CREDIT REDFERN GROCERS INDN:LARKSPUR CAPITAL RENTALS', 'ach_sale'],
  ['mca_proceeds', 'WIRE TRANSFER IN STELLAN HOMES LARKSPUR CAPITAL RENTALS LLC', 'wire_in'],
  ['ach_sale', 'ACH CREDIT ELMROAD LOC 4471', 'loan_proceeds'],
  ['ach_sale', 'ACH CREDIT ELMROAD BUSINESS LOAN', 'loan_proceeds'],
  ['refund_in', 'OVERDRAFT FEE REFUND', 'fee_reversal'],
  ['returned_item_credit', 'POS RETURN TOOLBARN', 'refund_in'],
  ['chargeback_reversal', 'NSF FEE REVERSAL', 'fee_reversal'],
  ['fee_reversal', 'REFUND FROM COFFEE BARN', 'refund_in'],
  ['interest', 'ACH CREDIT PINTEREST SELLERS', 'ach_sale'],
  ['interest', 'ACH CREDIT POINTS OF INTEREST TOURS', 'ach_sale'],
  // Money out.
  ['check', 'CHECKCARD 0304 GASMART', 'card_purchase'],
  ['check', 'CHECKERED FLAG AUTO', 'supplier'],
  ['payroll', 'ADPRINT MEDIA', 'supplier'],
  ['payroll', 'GUSTOSO TRATTORIA SUPPLY', 'supplier'],
  ['tax', 'TAXIDERMY SUPPLY CO', 'supplier'],
  ['tax', 'FIRST IRSINE CATERING', 'supplier'],
  ['rent', 'BRENTWOOD BAKERY', 'supplier'],
  ['rent', 'CURRENT LIGHTING CO', 'supplier'],
  ['rent', 'COUNTY PROPERTY TAX 0312', 'tax'],
  ['rent', 'NORTHGATE PROPERTY INSURANCE', 'insurance'],
  ['insurance', 'MUTUALLY BREWED COFFEE', 'supplier'],
  ['insurance', 'NSF FEE GRANGE MUTUAL', 'nsf_fee'],
  ['lease', 'RELEASE VALVES INC', 'supplier'],
  ['lease', 'LEASING OFFICE RENT UNIT 4', 'rent'],
  ['utility', 'WATERMELON FARMS', 'supplier'],
  ['utility', 'WIRELESSLY YOURS REPAIR', 'supplier'],
  ['supplier', 'ACH DEBIT AMBERLINE', 'mca_payment'],
  ['card_purchase', 'POSTAL BOX CO', 'supplier'],
  ['p2p_out', 'ZELLERBACH PAPER CO', 'supplier'],
  ['p2p_out', 'PAYPALLET LUMBER', 'supplier'],
  ['wire_out', 'WIRE TRANSFER FEE', 'bank_fee'],
  ['wire_out', 'WIRE TOOLS DIRECT', 'supplier'],
  ['wire_out', 'BARBED WIRE OUTLET', 'supplier'],
  ['cash_withdrawal', 'HILLCO SUPPLY IND ID:ATMW75YCJ', 'supplier'],
  ['cash_withdrawal', 'CASH APP MARISOL K', 'p2p_out'],
  ['cash_withdrawal', 'ATM FEE', 'bank_fee'],
  ['own_transfer_out', 'TRANSFER TOWN MOVERS', 'supplier'],
  ['own_transfer_out', 'SWEEPING BEAUTY JANITORS', 'supplier'],
  ['mca_payment', 'GOLDEN CAPITAL PRODUCE', 'supplier'],
  ['mca_payment', 'ADVANCE AUTO SUPPLY', 'supplier'],
  ['mca_payment', 'INS PREMIUM FUNDING', 'insurance'],
  ['mca_payment', 'CAPITAL LEASE PMT', 'lease'],
  ['mca_payment', 'NSF RETURNED ITEM FEE IRONBARK', 'nsf_fee'],
  ['loan_payment', 'SLOANE FLOWERS', 'supplier'],
  ['loan_payment', 'LOCKSMITH BROTHERS', 'supplier'],
  ['merchant_fee', 'DISCOUNT TIRE BARN', 'supplier'],
  ['supplier', 'REDFERN PAY DES:DISCOUNT ID:55', 'merchant_fee'],
  ['merchant_fee', 'MONTHLY SERVICE CHARGE', 'bank_fee'],
  ['chargeback', 'DISPUTE RESOLUTION SERVICES', 'supplier'],
  ['deposited_item_returned', 'RETURNED DEPOSITED ITEM FEE', 'bank_fee'],
  ['refund_out', 'REFUNDING BONDS TAX PAYMENT', 'tax'],
  ['nsf_fee', 'OVERDRAFT FEE', 'overdraft_fee'],
  ['nsf_fee', 'TRANSFORM FEED CO', 'supplier'],
  ['overdraft_fee', 'GOOD FEED AND SEED', 'supplier'],
  ['bank_fee', 'WIRE FEED SPOOLS INC', 'supplier'],
  ['bank_fee', 'TAPWELL CARD PROCESSING FEES', 'merchant_fee'],
]

/** Words that mean one class as money in, and another one as money out. */
const BY_SIGN: readonly [string, TransactionClass, TransactionClass][] = [
  ['INTERNAL TRANSFER 5541', 'own_transfer_in', 'own_transfer_out'],
  ['SWEEP 0312', 'own_transfer_in', 'own_transfer_out'],
  ['ZELLE PAYMENT THEO BRANDT', 'p2p_in', 'p2p_out'],
  ['VENMO 0912', 'p2p_in', 'p2p_out'],
  ['ACH DOVETAIL CREST', 'mca_proceeds', 'mca_payment'],
  ['CHARGEBACK CREDIT TAPWELL', 'chargeback_reversal', 'chargeback'],
  ['REEMBOLSO LUNA', 'refund_in', 'refund_out'],
  ['ACH HOLLIS DENTAL PLAN', 'ach_sale', 'supplier'],
  ['DEPOSITED ITEM RETURNED', 'returned_item_credit', 'deposited_item_returned'],
  ['TAPWELL 0312', 'card_settlement', 'supplier'],
  ['LINE OF CREDIT 4471', 'loan_proceeds', 'loan_payment'],
]

describe('the class of a transaction', () => {
  it('has at least six descriptions of each class, and a near miss', () => {
    for (const kind of [...MONEY_IN, ...MONEY_OUT]) {
      expect(BELONGS[kind].length, kind).toBeGreaterThanOrEqual(6)
      expect(
        NEAR_MISSES.some(([resembled]) => resembled === kind),
        kind,
      ).toBe(true)
    }
  })

  it.each(table)('is %s: %s', (kind, text) => {
    expect((isIn(kind) ? classIn : classOut)(text)).toBe(kind)
  })

  it.each(NEAR_MISSES)('is not %s: %s', (resembled, text, kind) => {
    expect((isIn(resembled) ? classIn : classOut)(text)).toBe(kind)
  })

  it.each(BY_SIGN)('depends on the sign: %s', (text, moneyIn, moneyOut) => {
    expect([classIn(text), classOut(text)]).toEqual([moneyIn, moneyOut])
  })

  it.each(table)('never has the other sign: %s, %s', (_, text) => {
    expect(MONEY_IN).toContain(classIn(text))
    expect(MONEY_OUT).toContain(classOut(text))
  })

  it.each(table)('is the same without capital letters, and with other gaps: %s, %s', (kind, text) => {
    const read = isIn(kind) ? classIn : classOut
    expect([read(text.toLowerCase()), read(` ${text.replaceAll(' ', '  ')} `)]).toEqual([kind, kind])
  })

  it('is a check if the table of checks has it, whatever its words are', () => {
    expect(classOf(transaction('1043 *', -500, '1043'), context)).toBe('check')
    expect(classOf(transaction('1043 *', -500), context)).not.toBe('check')
  })

  it('counts six classes of money in as revenue', () => {
    expect([...REVENUE].toSorted()).toEqual([
      'ach_sale',
      'card_settlement',
      'cash_deposit',
      'check_deposit',
      'p2p_in',
      'wire_in',
    ])
  })
})

describe('the name of the holder in a description', () => {
  it.each([
    ['ach credit hollis larkspur capital rentals llc', 'ach credit hollis'],
    ['ach credit hollis larkspur cap', 'ach credit hollis'],
    ['ach credit larkspur flowers', 'ach credit larkspur flowers'],
    ['larkspur capital', 'larkspur capital'],
  ])('is left out at the end only: %s', (text, rest) => {
    expect(withoutHolder(text, HOLDER)).toBe(rest)
  })
})
