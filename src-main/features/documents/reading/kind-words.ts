import type { PlainText } from './plain-text.ts'

/**
 * Words that indicate a kind of document, each with a weight. Words with a weight of 4 or more are sufficient evidence without any other
 * words.
 */
export interface KindWords {
  kind: string
  words: [words: RegExp, weight: number][]
  /**
   * Documents of this kind have fewer characters than this number. Set only for short kinds, such as cards, checks, and letters. A longer
   * document may mention this kind, but is of another kind.
   */
  shorterThan?: number
}

/**
 * Returns a pattern that matches consecutive words. Between two words there is one space, one line break, or nothing, because `plainText`
 * removes all other gaps.
 */
function words(pattern: string): RegExp {
  return new RegExp(`(?<![a-z])(?:${pattern.replaceAll(' ', '[ \\n]?')})(?![a-z])`)
}

/**
 * The kinds of documents that comparable funding services request, with the words that are printed on such US documents in English and
 * Spanish.
 */
const WORDS: (Omit<KindWords, 'words'> & { words: [words: string, weight: number][] })[] = [
  {
    kind: 'bank_statement',
    words: [
      ['bank statement|statement of accounts?|account statement', 4],
      ['statement (?:period|cycle)', 3],
      ['(?:beginning|opening|previous|starting) (?:ledger )?balance', 2],
      ['(?:ending|closing|new) (?:ledger )?balance', 2],
      ['(?:average|daily|lowest) (?:ledger |daily |ending |collected ){0,3}balances?', 2],
      ['deposits? and (?:other )?(?:credits|additions)|total deposits|deposits/credits', 2],
      ['(?:electronic )?withdrawals|checks paid|withdrawals/debits', 1],
      ['(?:business|commercial|analyzed|essential|small business|free) (?:[a-z0-9]{1,20} )?checking', 2],
      ['checking account|account summary|account number|member fdic', 1],
      ['estados? de (?:su )?cuenta', 4],
      ['saldo (?:inicial|anterior|de apertura)', 2],
      ['saldo (?:final|actual|de cierre)|nuevo saldo', 2],
      ['cuenta (?:corriente|de cheques)|depositos y (?:otros )?(?:creditos|abonos)', 2],
    ],
  },
  {
    kind: 'processing_statement',
    words: [
      ['merchant (?:card |account )?(?:processing )?statement|(?:card|payment) processing statement', 7],
      ['interchange(?: fees| charges)?', 3],
      ['merchant (?:number|id|account number)', 2],
      ['discount (?:rate|fees?|due)|chargebacks?(?:/reversals)?', 2],
      ['(?:summary by )?card type|batch(?:es)? (?:total|summary|number|date)', 2],
      ['(?:gross|net) sales|visa|mastercard', 1],
      ['estado de (?:cuenta de )?procesamiento', 7],
    ],
  },
  {
    kind: 'tax_return',
    words: [
      ['u\\.?s\\.? (?:individual|corporation) income tax return|u\\.?s\\.? return of partnership income', 7],
      ['income tax return for an s corporation|individual income tax return|(?:state|federal) tax return', 6],
      ['form (?:1040(?: ?-?(?:sr|nr|x))?|1065|1120(?: ?-? ?s)?|1041|990(?:-ez)?)', 4],
      ['schedule (?:c|k-1) \\(form 10\\d\\d\\)|declaracion de impuestos', 4],
      ['department of the treasury|internal revenue service|omb no', 1],
      ['adjusted gross income|taxable income|ordinary business income', 1],
    ],
  },
  {
    kind: 'profit_and_loss',
    words: [
      ['profit (?:and|&) loss|p ?& ?l statement|statement of (?:operations|income)|income statement', 6],
      ['estado de resultados|(?:perdidas y ganancias|ganancias y perdidas)', 6],
      ['cost of (?:goods sold|sales)|gross profit', 2],
      ['net (?:operating |ordinary )?income|total (?:operating )?expenses|total (?:income|revenue)', 1],
    ],
  },
  {
    kind: 'balance_sheet',
    words: [
      ['balance sheet|statement of financial position|balance general', 6],
      ["liabilities (?:and|&) (?:owner's |stockholders?'? |shareholders?'? |members?'? )?equity", 3],
      ['total (?:current )?assets|total (?:current )?liabilities|total (?:de )?activos', 2],
      ["retained earnings|(?:owner|member|stockholder|shareholder)s?'?s? equity", 1],
    ],
  },
  {
    kind: 'voided_check',
    shorterThan: 1200,
    words: [
      ['void(?:ed)?(?: check)?|cheque anulado|anulado', 5],
      ['pay to the order of|paguese a la orden de', 4],
      ['routing (?:number|no)|memo|dollars', 1],
    ],
  },
  {
    kind: 'drivers_license',
    shorterThan: 1200,
    words: [
      // A form that requests the license number is not a license.
      ["drivers?'?s? licen[sc]e(?! (?:number|no|#))|licencia de (?:conducir|manejar)", 6],
      ['identification card|tarjeta de identificacion', 5],
      ['dob|date of birth|endorsements?|restrictions?|class [a-d]|eyes|hgt|organ donor', 1],
    ],
  },
  {
    kind: 'proof_of_ownership',
    words: [
      [
        'articles of (?:incorporation|organization)|certificate of (?:formation|incorporation|organization)',
        7,
      ],
      ['operating agreement|partnership agreement|stock certificate|membership certificate', 6],
      ['acta constitutiva|articulos de (?:incorporacion|organizacion)', 7],
      ['registered agent|secretary of state|membership interests?|ownership percentage', 1],
    ],
  },
  {
    kind: 'payoff_letter',
    words: [
      ['pay ?-?off (?:letter|statement|quote|request)|zero balance letter|balance letter', 7],
      ['pay ?-?off (?:amount|balance|figure)', 4],
      ['carta de (?:saldo|liquidacion|pago total|cancelacion)', 7],
      ['pay ?-?off|per diem|good through|wire instructions|outstanding balance|paid in full', 1],
    ],
  },
  {
    kind: 'debt_schedule',
    words: [
      ['(?:business )?debt schedule|schedule of (?:business )?(?:debts?|liabilities|indebtedness)', 8],
      ['(?:relacion|lista|programa) de deudas', 8],
      ['(?:name of )?creditor|original amount|maturity date|monthly payment|collateral|lender', 1],
    ],
  },
  {
    kind: 'accounts_receivable',
    words: [
      [
        '(?:a/?r|accounts? receivables?|receivables?) ag(?:e)?ing|ag(?:e)?ing (?:summary|report|detail|of receivables)',
        8,
      ],
      ['cuentas por cobrar', 7],
      ['accounts? receivables?', 2],
      ['1 - 30|31 - 60|61 - 90|over 90|91 and over|> 90', 1],
    ],
  },
  {
    kind: 'landlord_letter',
    words: [
      ['landlord (?:reference |verification |confirmation )?(?:letter|verification|reference)', 8],
      ['carta del (?:arrendador|propietario)', 8],
      ['to whom it may concern|rent is (?:paid|current)|good standing', 1],
    ],
  },
  {
    kind: 'lease',
    words: [
      [
        '(?:lease|rental) agreement|commercial lease|lease contract|contrato de (?:arrendamiento|renta|alquiler)',
        7,
      ],
      ['landlord|tenant|lessor|lessee|base rent|premises|security deposit', 1],
    ],
  },
  {
    kind: 'business_license',
    words: [
      ["business (?:tax |operating )?(?:licen[sc]e|certificate)|business tax receipt|seller's permit", 7],
      ['licencia (?:comercial|de negocios?)|permiso de vendedor', 7],
      ['licen[sc]e (?:number|no|type)|expir(?:es|ation)(?: date)?|must be posted|issued to', 1],
    ],
  },
  {
    kind: 'invoice',
    words: [
      ['invoice (?:number|no|num|date|#|total)', 4],
      ['invoice|factura', 3],
      ['bill to|ship to|sold to', 2],
      ['amount due|balance due|total due|due date|unit price|subtotal|qty', 1],
    ],
  },
  {
    kind: 'signed_contract',
    words: [
      [
        '(?:purchase|sale)(?: and sale)? of future (?:receivables|receipts)|future receivables (?:purchase|sale)(?: and sale)? agreement',
        9,
      ],
      [
        '(?:revenue|receivables?) purchase agreement|merchant (?:cash advance )?agreement|business loan agreement',
        8,
      ],
      ['contrato de (?:prestamo|compra de ingresos futuros)', 8],
      ['purchased (?:amount|percentage)|specified percentage|purchase price|guarant(?:y|or)', 1],
    ],
  },
  {
    kind: 'signed_disclosure',
    words: [
      ['offer summary|commercial financing disclosure|disclosure of (?:commercial )?financing', 9],
      ['funding provided|estimated annual percentage rate|finance charge|prepayment|average monthly cost', 1],
      ['divulgacion de financiamiento', 9],
    ],
  },
  {
    kind: 'application_form',
    words: [
      [
        '(?:business |merchant |working capital )?(?:funding|loan|financing|cash advance|credit|capital) (?:application|request form)',
        7,
      ],
      ['application for (?:business )?(?:funding|financing|credit|a loan)|merchant application', 7],
      ['borrower information form', 7],
      ['solicitud (?:de|para) (?:financiamiento|credito|prestamo|adelanto)', 7],
      ["applicant(?:'s)? signature|legal (?:business )?name|doing business as|amount requested", 1],
      ['percent(?:age)? (?:of )?ownership|time in business|use of (?:funds|proceeds)', 1],
    ],
  },
]

export const KIND_WORDS: readonly KindWords[] = WORDS.map((kind) => ({
  ...kind,
  words: kind.words.map(([pattern, weight]) => [words(pattern), weight]),
}))

/** Returns the matched words together with the text around them on the same line. Shortens a long line. */
export function quote({ shown }: PlainText, start: number, end: number): string {
  const lineStart = shown.lastIndexOf('\n', start) + 1
  const newline = shown.indexOf('\n', end)
  const lineEnd = newline < 0 ? shown.length : newline
  const from = Math.max(lineStart, start - 15)
  const to = Math.min(lineEnd, Math.max(end, from + QUOTE_LENGTH))
  const cut = shown.slice(from, to).replaceAll('\n', ' ').trim()
  return `${from > lineStart ? '…' : ''}${cut}${to < lineEnd ? '…' : ''}`
}

const QUOTE_LENGTH = 60
