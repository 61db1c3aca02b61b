import { formatMoney } from '../../platform/entry/money.ts'
import { date, monthsText, plural } from '../../platform/texts/plural.ts'

const ofStatements = (statements: number) =>
  plural(statements, '1 verified statement', (n) => `${n} verified statements`)

export const statementUse = {
  source: {
    average: (months: readonly string[], statements: number) =>
      `Average of ${monthsText(months)}, ${ofStatements(statements)}`,
    total: (months: readonly string[], statements: number) =>
      `Total of ${monthsText(months)}, ${ofStatements(statements)}`,
    unconfirmed: (rows: number) =>
      plural(
        rows,
        'The class of 1 entry is only suggested',
        (n) => `The classes of ${n} entries are only suggested`,
      ),
    rhythms: { daily: 'daily', weekly: 'weekly' },
    /** `rhythm` is one of the texts above. */
    position: (rhythm: string, cents: number, count: number, first: string, last: string) =>
      `${formatMoney(cents)} ${rhythm}, ${plural(count, '1 payment', (n) => `${n} payments`)}, ${date(first)} – ${date(last)}`,
    likely: 'You have not confirmed this position',
    balanceUnknown: 'The statements do not show the balance',
  },
  listFull: 'The list is full.',
  strip: (count: number) =>
    plural(
      count,
      '1 new value from verified bank statements',
      (n) => `${n} new values from verified bank statements`,
    ),
  title: 'From the bank statements',
  keys: '↑ ↓ select a value and show its source. Enter accepts it.',
  none: 'No values to suggest',
  noneText:
    'Only verified statements of whole months give values, and only for fields that the form assigns to a figure.',
  sources: (label: string) => `Sources of ${label}`,
  pageOf: (name: string, page: number) => `${name}, page ${page}`,
  dismiss: 'Dismiss the values from bank statements',
  forForm: 'Values for the form',
  tools: {
    export: 'Export',
    csv: 'Transactions as CSV…',
    xlsx: 'Transactions as Excel…',
    summary: 'Print summary…',
    summaryHint:
      'One page with the figures of up to twelve months and the payments to funders. Statements that are not verified are named without figures.',
    print: 'Print…',
    pdf: 'Save as PDF…',
    language: 'Language of the page',
  },
  saved: (name: string) => `Saved ${name}.`,
  leftOut: (count: number) =>
    plural(
      count,
      '1 statement without verified entries is left out.',
      (n) => `${n} statements without verified entries are left out.`,
    ),
  fileName: 'Bank transactions',
  columns: {
    account: 'Account',
    date: 'Date',
    description: 'Description',
    amount: 'Amount',
    balance: 'Balance',
    check: 'Check',
    class: 'Class',
    classBy: 'Class set by',
    suggested: 'Suggestion',
    funder: 'Funder',
    document: 'Document',
    page: 'Page',
    month: 'Month',
    from: 'From',
    to: 'To',
  },
  summary: {
    title: 'Bank statement summary',
    sheet: 'Summary',
    verified: 'Verified:',
    meaning:
      'all entries that were read agree with the figures that the statement prints. The opening balance plus the entries is the closing balance, printed totals or balances agree, and no page is missing. This does not prove that the bank issued the statement. Classes of entries, and with them true revenue, NSF fees, and payments to funders, are not printed on a statement.',
    notVerified: 'Not verified, so without figures',
    unverified: (what: string, why: string) => `${what}: ${why}`,
    rounded: 'US dollars, rounded to whole dollars.',
    byClass: 'True revenue leaves out own transfers, proceeds of loans and funders, refunds, and reversals.',
    olderLeftOut: (months: number) =>
      plural(months, '1 older month is left out.', (n) => `${n} older months are left out.`),
    accountsLeftOut: (accounts: number) =>
      plural(
        accounts,
        '1 account has no table of its own.',
        (n) => `${n} accounts have no table of their own.`,
      ),
    more: (count: number) => `${count} more`,
    certainty: 'Certainty',
    confirmed: 'Confirmed by the broker',
    likely: 'Likely',
  },
  workbookNotMade: 'The spreadsheet could not be made.',
  noneVerified: 'No bank statement of this deal is verified.',
  attachOriginals: 'Attach the original PDFs from the bank’s website.',
  notPrinted: 'The summary was not printed.',
  choosePrinter: 'Check the printer, or save the summary as a PDF.',
}
