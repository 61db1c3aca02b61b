import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { standardProfile } from '../../../../src-shared/features/form/standard-profile.ts'
import { isPlaceholder, readDocument } from './read-document.ts'

const KINDS = standardProfile.document_kinds.map(({ value }) => value)
const read = (...pages: string[]) => readDocument(pages, { kinds: KINDS, usual: 'bank_statement' })
/** Returns the text of a bank statement page with the given lines in its middle. */
const statement = (...lines: string[]) =>
  [
    'Granite Valley Bank',
    'Juniper Bakery LLC',
    ...lines,
    'Beginning balance $12,004.11',
    'Ending balance $9,220.05',
  ].join('\n')

describe('the document kind recognized from the text', () => {
  test.each([
    [
      'bank_statement',
      'Business Checking\nStatement Period 03/01/2026 - 03/31/2026\nBeginning Balance\nEnding Balance',
    ],
    ['bank_statement', 'Estado de Cuenta\nPeriodo del 1 al 31 de marzo de 2026\nSaldo inicial\nSaldo final'],
    [
      'processing_statement',
      'Merchant Processing Statement\nMerchant Number 4445\nSummary by card type\nVisa Mastercard\nInterchange',
    ],
    [
      'tax_return',
      'Form 1040 Department of the Treasury—Internal Revenue Service\nU.S. Individual Income Tax Return 2025',
    ],
    ['tax_return', 'Form 1065 U.S. Return of Partnership Income\nOMB No. 1545-0123'],
    [
      'tax_return',
      'Form 1120-S\nU.S. Income Tax Return for an S Corporation\nGross profit\nCost of goods sold\nTotal assets',
    ],
    ['tax_return', 'Form 1120 U.S. Corporation Income Tax Return'],
    [
      'profit_and_loss',
      'Juniper Bakery LLC\nProfit and Loss\nJanuary - December 2025\nCost of Goods Sold\nGross Profit\nNet Income',
    ],
    ['profit_and_loss', 'Estado de resultados\nDel 1 de enero al 31 de diciembre de 2025'],
    [
      'balance_sheet',
      'Juniper Bakery LLC\nBalance Sheet\nAs of December 31, 2025\nAccounts receivable\nTotal Assets\nTotal Liabilities',
    ],
    ['voided_check', 'Juniper Bakery LLC 1042\nVOID\nPay to the order of ____ $\nDollars\nMemo'],
    ['drivers_license', 'CALIFORNIA USA DRIVER LICENSE\nDL I1234568\nEXP 08/31/2029\nDOB 08/31/1987'],
    [
      'proof_of_ownership',
      'State of Delaware\nSecretary of State\nCertificate of Formation\nRegistered agent',
    ],
    ['payoff_letter', 'Payoff Letter\nPayoff amount $12,300.00 good through 04/15/2026, per diem $41.00'],
    ['debt_schedule', 'Business Debt Schedule\nCreditor\nOriginal amount\nMonthly payment'],
    [
      'accounts_receivable',
      'A/R Aging Summary\nAs of March 31, 2026\nCurrent 1 - 30 31 - 60 61 - 90 91 and over',
    ],
    ['lease', 'COMMERCIAL LEASE AGREEMENT\nLandlord: Oak Row LP\nTenant: Juniper Bakery LLC\nPremises'],
    ['landlord_letter', 'Landlord Verification Letter\nTo whom it may concern'],
    ['business_license', 'City of Fresno\nBusiness License\nLicense number 55121\nMust be posted'],
    ['invoice', 'INVOICE\nInvoice # 2044\nBill to\nAmount due'],
    [
      'signed_contract',
      'Agreement for the Purchase and Sale of Future Receivables\nPurchased Amount\nSpecified Percentage',
    ],
    [
      'signed_disclosure',
      'Offer Summary - Sales-Based Financing\nFunding Provided\nEstimated Annual Percentage Rate',
    ],
    [
      'application_form',
      'Business Funding Application\nLegal business name\nAmount requested\nDriver license number',
    ],
  ])('is %s', (kind, text) => {
    const reported = read(text)
    expect(reported.kind).toBe(kind)
    expect(reported.reading.kind_by).toBe('text')
    expect(reported.reading.kind_says?.page).toBe(1)
    const words = reported.reading.kind_says?.words.replaceAll('…', '') ?? ''
    expect(words.length).toBeGreaterThan(2)
    expect(text.replaceAll('—', '-')).toContain(words)
  })

  test.each([
    [
      'a form for a tax number is not a tax return',
      'Form W-9\nRequest for Taxpayer Identification Number\nDepartment of the Treasury\nInternal Revenue Service',
    ],
    [
      'a numbered form that mentions other forms is not one of them',
      `Form W-9 (Rev. March 2024)\nDepartment of the Treasury\nInternal Revenue Service\n${'Sign here. '.repeat(40)}Schedules K-2 and K-3 (Form 1065). On your individual income tax return, taxable income.`,
    ],
    [
      'a contract with the word void is not a check',
      `Terms\n${'Any such transfer is null and void. '.repeat(60)}`,
    ],
    ['the words please and release do not mean a lease', 'Please sign the release. The landlord agrees.'],
    ['a letter matches no kind', 'Dear Pat,\nattached is what you asked for.\nBest, Sam'],
  ])('is the default kind if the text does not reveal the kind: %s', (_, text) => {
    expect(read(text)).toMatchObject({
      kind: 'bank_statement',
      reading: { kind_by: 'nobody', kind_says: null, period: null },
    })
  })

  test('is found despite spaced-out letters, ligatures, accents, and another form before it', () => {
    expect(read('P R O F I T   A N D   L O S S\nGross profit').kind).toBe('profit_and_loss')
    expect(read('PROFIT AND LOSS').kind).toBe('profit_and_loss')
    expect(read('Pro\uFB01t and Loss').reading.kind_says?.words).toBe('Profit and Loss')
    expect(read('Form 8879\nE-file authorization', 'Form 1120-S\nTax year 2025').kind).toBe('tax_return')
    expect(read('DECLARACIÓN DE IMPUESTOS 2025\nForm 1040').kind).toBe('tax_return')
  })

  test('is never a kind that the profile does not accept', () => {
    expect(
      readDocument(['INVOICE\nInvoice # 1'], { kinds: ['bank_statement'], usual: 'bank_statement' }).reading
        .kind_by,
    ).toBe('nobody')
  })

  test('is not guessed if the words do not show it, and the period is read for the case that the broker chooses a statement', () => {
    const usual = { kinds: KINDS, usual: 'other' }
    expect(readDocument(['Page 2. 01/01/2026 to 01/31/2026'], usual)).toMatchObject({
      kind: 'other',
      reading: { kind_by: 'nobody', period: { from: '2026-01-01', to: '2026-01-31' } },
    })
    expect(readDocument([''], usual).kind).toBe('other')
    expect(readDocument(null, usual).kind).toBe('other')
  })

  test('is missing for a document without text and for an unreadable document, and the two cases are reported differently', () => {
    expect(read('', ' \n', '').reading.text).toBe('scan')
    expect(readDocument(null, { kinds: KINDS, usual: 'bank_statement' }).reading.text).toBe('unread')
  })
})

describe('the period that a bank statement covers', () => {
  test.each([
    ['Statement Period 03/01/2026 - 03/31/2026', '2026-03-01', '2026-03-31'],
    ['Statement Period\n03/01/2026 - 03/31/2026', '2026-03-01', '2026-03-31'],
    ['Statement period: 3/1/26 to 3/31/26', '2026-03-01', '2026-03-31'],
    ['March 01, 2026 through March 31, 2026', '2026-03-01', '2026-03-31'],
    ['For the period March 1, 2026 to March 31, 2026', '2026-03-01', '2026-03-31'],
    ['Statement Period 01 Mar 2026 to 31 Mar 2026', '2026-03-01', '2026-03-31'],
    ['Statement Period 01-Mar-2026 – 31-Mar-2026', '2026-03-01', '2026-03-31'],
    ['Statement Period Feb 20, 2026 - Mar 19, 2026', '2026-02-20', '2026-03-19'],
    ['Statement period December 16 - January 15, 2026', '2025-12-16', '2026-01-15'],
    ['Activity for 02/01 - 02/28/2026', '2026-02-01', '2026-02-28'],
    ['Statement Period March 1-31, 2026', '2026-03-01', '2026-03-31'],
    ['Period covered: 2026-03-01 / 2026-03-31'.replace('/', 'to'), '2026-03-01', '2026-03-31'],
    ['Beginning date: March 1, 2026 Ending date: March 31, 2026', '2026-03-01', '2026-03-31'],
    ['Statement Period 31/03/2026 to 29/04/2026', '2026-03-31', '2026-04-29'],
    ['Statement for March 2026', '2026-03-01', '2026-03-31'],
    ['For the month ending March 31, 2026', '2026-03-01', '2026-03-31'],
    ['Statement Date: 03/31/2026', '2026-03-01', '2026-03-31'],
    ['Statement Date 04/05/2026', '2026-03-06', '2026-04-05'],
    ['Closing date\nFebruary 28, 2026', '2026-02-01', '2026-02-28'],
    ['Statement Period 04/01/2026 - 04/17/2026', '2026-04-01', '2026-04-17'],
    ['Periodo: del 1 al 31 de marzo de 2026', '2026-03-01', '2026-03-31'],
    ['Del 1 de marzo al 31 de marzo de 2026', '2026-03-01', '2026-03-31'],
    ['Del 20 de febrero al 10 de marzo de 2026', '2026-02-20', '2026-03-10'],
    ['Estado de cuenta del 20 de febrero al 10 de marzo de 2026', '2026-02-20', '2026-03-10'],
    ['Ciclo de facturación: 03/01/2026 - 03/17/2026', '2026-03-01', '2026-03-17'],
    [
      'Período del estado de cuenta: 01/03/2026 al 31/03/2026'
        .replace('01/03', '03/01')
        .replace('31/03', '03/31'),
      '2026-03-01',
      '2026-03-31',
    ],
    ['Fecha de corte: 31 de marzo de 2026', '2026-03-01', '2026-03-31'],
    ['S T A T E M E N T   P E R I O D\n03/01/2026 thru 03/31/2026', '2026-03-01', '2026-03-31'],
  ])('is recognized in: %s', (line, from, to) => {
    const { kind, reading } = read(statement(line))
    expect(kind).toBe('bank_statement')
    expect(reading.period).toEqual({ from, to })
    expect(reading.period_by).toBe('text')
    expect(reading.period_says?.page).toBe(1)
  })

  test.each([
    ['lines with one date each', '03/02/2026 Deposit 400.00\n03/05/2026 Check 1042 120.00'],
    ['dates that do not exist', 'Statement Period 02/30/2026 - 02/31/2026'],
    ['a period of a full year', 'Statement Period 01/01/2025 - 12/31/2025'],
    ['a period that ends before it starts', 'Statement Period 03/31/2026 - 03/01/2026'],
    ['a telephone number', 'Call 1-800-555-0100 or 03-31-2026-1'],
  ])('is not recognized in %s', (_, line) => {
    expect(read(statement(line)).reading.period).toBeNull()
  })

  test('is taken from the dates after its heading, not from other dates, and the result quotes the heading with its dates', () => {
    const { reading } = read(
      statement('Promotion from 01/01/2026 through 01/31/2026', 'Statement Period: 03/01/2026 - 03/31/2026'),
    )
    expect(reading.period_says).toEqual({ words: 'Statement Period: 03/01/2026 - 03/31/2026', page: 1 })
    expect(reading.period).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  })

  test.each([
    'Total deposits from customers 12/01/2025 - 12/31/2025 for comparison',
    'Card deposits settled\nfrom 12/01/2025 to 12/31/2025 were $2,000.00',
    'Order code 12/01/2025 - 12/31/2025 of checks provided',
    'Seguro del motociclo: 12/01/2025 - 12/31/2025',
    'For the periodic fee 12/01/2025 - 12/31/2025',
    'Paid three times December 2025',
    'Total de depositos de clientes 12/01/2025 - 12/31/2025',
    'Depósitos del 1 de diciembre de 2025 al 31 de diciembre de 2025',
  ])('is not taken from dates after words that only resemble a heading: %s', (line) => {
    expect(read(statement('January 1, 2026 - January 31, 2026', line)).reading.period).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
    })
  })

  test('is reported with its page number', () => {
    expect(
      read('Cover', statement('Statement Period 03/01/2026 - 03/31/2026')).reading.period_says?.page,
    ).toBe(2)
  })

  const days = fc
    .tuple(
      fc.date({ min: new Date('2001-01-01'), max: new Date('2089-12-31'), noInvalidDate: true }),
      fc.integer({ min: 27, max: 34 }),
    )
    .map(([first, length]) => [first, new Date(first.getTime() + length * 86_400_000)] as const)
  const iso = (date: Date) => date.toISOString().slice(0, 10)
  const long = (date: Date) =>
    date.toLocaleDateString('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' })
  const slashed = (date: Date) =>
    date.toLocaleDateString('en-US', { timeZone: 'UTC', month: '2-digit', day: '2-digit', year: 'numeric' })
  const spanish = (date: Date) =>
    date.toLocaleDateString('es-MX', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' })

  test.each<[string, (first: Date, last: Date) => string]>([
    ['digits', (first, last) => `Statement Period ${slashed(first)} - ${slashed(last)}`],
    ['words', (first, last) => `${long(first)} through ${long(last)}`],
    ['Spanish', (first, last) => `Periodo del ${spanish(first)} al ${spanish(last)}`],
  ])('is recognized for any month and year, with dates in %s', (_, line) => {
    fc.assert(
      fc.property(days, ([first, last]) => {
        expect(read(statement(line(first, last))).reading.period).toEqual({ from: iso(first), to: iso(last) })
      }),
      { numRuns: 60 },
    )
  })

  test('never ends before it starts, for any text', () => {
    const check = fc.check(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 }), { maxLength: 3 }), (pages) => {
        const { period } = read(...pages.map((page) => statement(page))).reading
        return period === null || period.from <= period.to
      }),
      { numRuns: 60 },
    )
    expect(check.failed).toBe(false)
  })
})

test.each([
  [
    true,
    'Please wait...\nIf this message is not eventually replaced by the proper\n contents of the document, your PDF viewer may not be able to display',
  ],
  [true, 'The document you are trying to load requires Adobe Reader 8 or higher.'],
  [true, 'For the best experience, open this PDF portfolio in Acrobat X or Adobe Reader X, or later.'],
  [false, 'Please wait for the decision. The document you load must be signed.'],
  [
    false,
    `If this message is not eventually replaced by the proper contents of the document ${'and so on '.repeat(200)}`,
  ],
  [false, ''],
])(
  'a page counts as a placeholder (%s) if it says only that another program is necessary: %s',
  (is, text) => {
    expect(isPlaceholder([text])).toBe(is)
  },
)
