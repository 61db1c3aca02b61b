import type { FindingDetail } from './statement.ts'
import { plural } from '../../platform/texts/plural.ts'

const pageList = new Intl.ListFormat('en')

export const statements = {
  title: 'Bank statements',
  /** How much of the deal's statements is verified. */
  summary: (verified: number, documents: number) =>
    plural(
      documents,
      `${verified} of 1 statement file verified`,
      (many) => `${verified} of ${many} statement files verified`,
    ),
  loading: 'Loading the statements',
  verdicts: {
    verified: 'Verified',
    unverified: 'Not verified',
    unreadable: 'Cannot be read',
    queued: 'Waiting to be read',
    reading: 'Reading',
    cancelled: 'Reading canceled',
    failed: 'Reading failed',
  },
  about: {
    button: (verdict: string, name: string) => `${verdict}: ${name}. What this means`,
    verified:
      'All entries that the app read agree with the figures that the statement prints: the opening balance plus the entries is the closing balance, and the printed totals or balances agree too. No page is missing.',
    notGenuine:
      'It does not prove that the bank issued this file. It does not cover the descriptions, and the classes of entries are suggestions.',
    unverified:
      'The app read the statement, but a check failed or nothing is printed to check against. The app shows no figures from it as facts.',
    unreadable: 'The app found no bank statement that it can read in this file.',
    outdated: 'An earlier version of the app read this file. It is read again in the background.',
    local: 'Statements are read on this computer. Nothing leaves it.',
  },
  /** What proves a verified month. */
  proof: {
    balances: (count: number) => plural(count, '1 running balance', (many) => `${many} running balances`),
    totals: (count: number) => plural(count, '1 total', (many) => `${many} totals`),
    days: (count: number) => plural(count, '1 balance of a day', (many) => `${many} balances of days`),
    line: (month: string, counts: string, bits: number) =>
      `${month}: ${counts === '' ? 'both balances' : counts} agree. By chance, they would in one of 2^${bits} cases.`,
    noOpening: 'The opening balance is not printed. It follows from the first entry.',
  },
  /** Why a statement is not verified. Continues “Not verified: …”. */
  reasons: {
    does_not_add_up: 'the entries do not add up to the closing balance',
    totals_mismatch: 'the entries differ from a printed total',
    running_balance_mismatch: 'the entries differ from a printed balance',
    page_missing: 'a page is missing',
    page_duplicated: 'a page appears twice',
    covered_text: 'something covers printed figures',
    opening_differs_from_previous_closing: 'it opens with another balance than the month before closed with',
    changed_after_creation: 'the file was changed after it was created',
    text_differs_from_picture: 'the text of the file differs from its picture',
    password: 'the file needs a password',
    not_a_bank_statement: 'it is not a bank statement',
    no_transactions: 'it has no entries',
    nothing_to_check: 'it prints no totals or balances to check the entries against',
    unreadable: 'its text cannot be recognized',
  },
  /** The same for findings about which the reason says too little. */
  details: {
    amount_unreadable: 'an amount cannot be read',
    no_account: 'it names no account, no bank, and no currency',
    no_balances: 'no first and last balance was found to which its entries lead',
    date_outside: 'the date of an entry is not in the period',
    reading_doubted: 'a date, the period, or the account number is not clear',
    rows_doubted: 'some rows cancel each other out, and it is not clear whether they belong to it',
    page_unread: 'part of a page cannot be read',
    entries_without_balances: 'some entries belong to no opening and closing balance',
    average_balance: 'the entries differ from the printed average balance',
    lowest_balance: 'the entries differ from the printed lowest balance',
    other_currency: 'its amounts are not in US dollars',
    in_thousands: 'its amounts are in thousands',
    balances_not_printed:
      'its first or last balance stands only in a row, and no page numbers show that all pages are there: ask for the whole statement',
    no_period:
      'no period is printed, and no page numbers show that all pages are there: ask for the whole statement',
    card_statement: 'it is about a credit card or a loan',
  } satisfies Partial<Record<FindingDetail, string>>,
  pagesMissing: (pages: readonly number[], of: number) =>
    plural(
      pages.length,
      `page ${pages[0]} of ${of} is missing: ask for it`,
      () => `pages ${pageList.format(pages.map(String))} of ${of} are missing: ask for them`,
    ),
  /** A printed total with its page, and what the rows give. */
  differs: {
    total_deposits: (place: string, printed: string, read: string) =>
      `the total of deposits${place} is ${printed}, but the rows add up to ${read}`,
    total_withdrawals: (place: string, printed: string, read: string) =>
      `the total of withdrawals${place} is ${printed}, but the rows add up to ${read}`,
    closing_balance: (place: string, printed: string, read: string) =>
      `the closing balance${place} is ${printed}, but the rows lead to ${read}`,
  } satisfies Partial<Record<FindingDetail, unknown>>,
  place: (page: number) => ` on page ${page}`,
  because: (verdict: string, reason: string) => `${verdict}: ${reason}`,
  onPage: (reason: string, page: number) => `${reason}, page ${page}`,
  facts: {
    printedAndRead: (printed: string, read: string) => `printed ${printed}, read ${read}`,
    both: (one: string, other: string) => `${one} and ${other}`,
    page: (page: number) => `page ${page}`,
  },
  moreReasons: (count: number) => plural(count, '1 more reason', (many) => `${many} more reasons`),
  openPage: (page: number) => `Open page ${page}`,
  openPageOf: (name: string, page: number) => `Open page ${page} of ${name}`,
  progress: {
    text: (page: number, pages: number) => `Reading page ${page} of ${pages}`,
    picture: (page: number, pages: number) => `Recognizing the text of page ${page} of ${pages}`,
    of: (name: string) => `${name} read`,
    cancelOf: (name: string) => `Cancel reading ${name}`,
  },
  readAgain: 'Read again',
  readAgainNamed: (name: string) => `Read again: ${name}`,
  readNow: 'Read now',
  readNowNamed: (name: string) => `Read now: ${name}`,
  readOther: 'Read another document',
  readOtherHint: 'as a bank statement',
  tools: 'Statement tools',

  none: 'No bank statements yet',
  noneText:
    'Attach the merchant’s bank statements as PDFs. The app reads them on this computer, checks each figure against the statement, and shows revenue, balances, and payments to other funders by month.',
  attach: 'Attach statements',
  noneVerified: 'No verified figures yet',
  noneVerifiedReading: 'The figures appear here as soon as a statement is read and verified.',
  noneVerifiedRefused:
    'No statement of this merchant is verified. The reasons are above. Ask the merchant for the original PDFs from the bank’s website.',
  missing: (months: string) => `No statement covers ${months}.`,

  months: {
    title: 'Figures by month',
    keys: 'Arrow keys move. Enter shows the entries of a figure.',
    all: 'All accounts',
    account: (holder: string, last4: string) => (holder === '' ? `Account …${last4}` : `${holder} …${last4}`),
    figure: 'Figure',
    noFigure: 'Not covered by a check',
    noStatement: 'No statement',
    average: (months: number) => `Average of ${months} full months`,
    partial: (period: string) => `Partial: ${period}`,
    monthsMissing: (count: number) =>
      plural(count, 'after 1 missing month', (many) => `after ${many} missing months`),
    notAll: 'Not all accounts are verified',
    show: (figure: string, value: string, month: string) => `${figure}, ${month}: ${value}. Show the entries`,
    toConfirm: (count: number) => plural(count, '1 suggested class', (many) => `${many} suggested classes`),
    toConfirmHint: 'Show the entries whose class is only suggested',
    byClass:
      'Figures with an asterisk depend on the classes of entries. A class is a suggestion until you confirm it.',
  },
  figures: {
    opening_cents: 'Opening balance',
    deposits_cents: 'Deposits',
    deposits_count: 'Number of deposits',
    true_revenue_cents: 'True revenue',
    withdrawals_cents: 'Withdrawals',
    withdrawals_count: 'Number of withdrawals',
    closing_cents: 'Closing balance',
    average_daily_balance_cents: 'Average daily balance',
    lowest_balance_cents: 'Lowest daily balance',
    negative_days: 'Days below zero',
    nsf_count: 'NSF and overdraft fees',
    returned_count: 'Returned items',
    funder_debits_cents: 'Payments to funders',
    funder_share_basis_points: 'Funders’ share of revenue',
  },
  figureHints: {
    true_revenue_cents:
      'Deposits without own transfers, proceeds of loans and funders, refunds, reversals, and interest.',
    average_daily_balance_cents: 'The balances at the end of all days of the period, divided by the days.',
    lowest_balance_cents: 'The lowest balance at the end of a day.',
  },
  trend: {
    title: 'Trend',
    about: 'True revenue and average daily balance by month, all accounts.',
    aboutAccount: (account: string) => `True revenue and average daily balance by month, ${account}.`,
    partial: (month: string) => `${month} (partial)`,
    month: 'Month',
  },
  otherAccounts: {
    title: (name: string) => `${name} is in another name`,
    unnamed: (name: string) => `${name}: no name of its holder was found`,
    /** Without a verified statement, the answer changes no figure. */
    notVerified: {
      open: (merchant: string) =>
        `Does the account belong to ${merchant}? Until a statement of it is verified, it counts for nothing in any case.`,
      yes: (merchant: string) =>
        `You confirmed that the account belongs to ${merchant}. It still counts for nothing, because no statement of it is verified. You can change this.`,
    },
    about: (files: number, merchant: string) =>
      `${plural(files, 'Its statement counts', (many) => `Its ${many} statements count`)} for nothing until you confirm that the account belongs to ${merchant}.`,
    answered: {
      yes: (files: number, merchant: string) =>
        `You confirmed that the account belongs to ${merchant}, so ${plural(files, 'its statement counts', (many) => `its ${many} statements count`)}. You can change this.`,
      no: (files: number, merchant: string) =>
        `You said that the account does not belong to ${merchant}, so ${plural(files, 'its statement counts', (many) => `its ${many} statements count`)} for nothing. You can change this.`,
    },
    noneCount:
      'No verified statement is in the name of the merchant. They count as soon as you confirm that the account belongs to the merchant.',
    confirm: (name: string) => `${name} belongs to the merchant`,
    answerOf: (name: string) => `Does ${name} belong to the merchant?`,
    open: 'Not decided',
    yes: 'Merchant’s',
    no: 'Not the merchant’s',
    counts: (holder: string) => `The statements of ${holder} count for this deal.`,
    cannotCount: (holder: string) =>
      `The account of ${holder} still counts for nothing, because no statement of it is verified.`,
    doesNotCount: (holder: string) => `The statements of ${holder} do not count for this deal.`,
  },
  positions: {
    title: 'Payments to funders',
    about: 'Regular debits that look like those of a funder. Confirm or correct each one.',
    none: 'The app found no regular payments to funders.',
    name: 'As printed',
    cadence: 'Frequency',
    cadences: { daily: 'Daily', weekly: 'Weekly' },
    typical: 'Usual payment',
    count: 'Payments',
    returned: (count: number) => `${count} returned`,
    total: 'Total',
    period: 'First to last',
    state: 'State',
    active: 'Continues',
    ended: 'Ended',
    unknownAfter: (day: string) => `Unknown after ${day}`,
    answer: 'Funding?',
    answerOf: (name: string) => `Is ${name} a funder?`,
    open: 'Suggested',
    yes: 'Funder',
    no: 'Not funding',
    show: (name: string) => `Show the payments to ${name}`,
    confirmed: (name: string) => `${name} is confirmed as a funder.`,
    denied: (name: string) => `${name} no longer counts as a funder.`,
    reset: (name: string) => `${name} is a suggestion again.`,
  },
  credits: {
    title: 'Money from funders',
    date: 'Date',
    funder: 'Funder',
    amount: 'Amount',
    show: (funder: string, date: string) => `Show the payment from ${funder} of ${date} on its page`,
  },
  evidence: {
    title: 'Noticed in the files',
    about: 'Facts about the files, not judgments. Each can have an ordinary reason.',
    changed_after_creation: 'The file was changed after it was created.',
    fonts_differ: 'The fonts within a row differ.',
    text_differs_from_picture: 'The text of the file differs from its picture.',
    opening_differs_from_previous_closing: (opening: string, closing: string) =>
      `This month opens with ${opening}. The month before closed with ${closing}.`,
    opening_differs: 'This month opens with another balance than the month before closed with.',
    show: (name: string, page: number) => `Show page ${page} of ${name}`,
  },
  files: {
    title: 'Files',
    scan: 'Scan',
  },

  rows: {
    /** The title of a list of entries: a figure and its month, or the name of a position. */
    titleOf: (what: string, when: string) => `${what}, ${when}`,
    suggested: 'Suggested classes',
    onlySuggested: 'Only suggested classes',
    confirmAll: (count: number) => plural(count, 'Confirm 1 class', (many) => `Confirm all ${many} classes`),
    confirmAllHint: 'Later entries of the same payees get the same class',
    confirmed: (count: number) => plural(count, '1 class confirmed.', (many) => `${many} classes confirmed.`),
    count: (count: number) => plural(count, '1 entry', (many) => `${many} entries`),
    sum: (amount: string) => `Sum ${amount}`,
    keys: '↑ ↓ select an entry. Enter shows it on its page.',
    keysBeside: '↑ ↓ select an entry and show it on its page.',
    none: 'No entries',
    noneText: 'No entry counts for this figure.',
    check: (number: string) => `Check ${number}`,
    balance: (amount: string) => `Balance ${amount}`,
    /** The name of a row for screen readers. */
    row: (date: string, description: string, amount: string, page: number) =>
      `${date}, ${description}, ${amount}, page ${page}`,
    more: (shown: number) => `The first ${shown} entries are shown.`,
  },
  classOf: (name: string, description: string) => `Class of ${description}: ${name}. Change`,
  suggestedClass: (name: string) => `${name}?`,
  suggestedHint: 'Suggested by the app. Open to confirm or change it.',
  byBroker: { broker_row: 'Set by you', broker_description: 'Set by you for this description' },
  change: {
    title: 'Class of this entry',
    class: 'Class',
    applies: 'Applies to',
    row: 'This entry',
    description: 'All entries with this description',
    confirm: 'Confirm',
    reset: 'Use suggestion',
    saved: (name: string) => `Class set to ${name}.`,
    savedAll: (name: string) => `Class set to ${name} for all entries with this description.`,
    restored: 'The suggested class applies again.',
  },
  classes: {
    card_settlement: 'Card sales',
    ach_sale: 'ACH sale',
    cash_deposit: 'Cash deposit',
    check_deposit: 'Check deposit',
    p2p_in: 'Person-to-person received',
    wire_in: 'Wire from a customer',
    own_transfer_in: 'Transfer from own account',
    loan_proceeds: 'Loan proceeds',
    mca_proceeds: 'Proceeds from a funder',
    refund_in: 'Refund received',
    returned_item_credit: 'Returned payment credited',
    chargeback_reversal: 'Chargeback reversed',
    fee_reversal: 'Fee refunded',
    interest: 'Interest',
    check: 'Check',
    payroll: 'Payroll',
    tax: 'Tax',
    rent: 'Rent',
    insurance: 'Insurance',
    lease: 'Lease',
    utility: 'Utility',
    supplier: 'Supplier',
    card_purchase: 'Card purchase',
    p2p_out: 'Person-to-person sent',
    wire_out: 'Wire sent',
    cash_withdrawal: 'Cash withdrawal',
    own_transfer_out: 'Transfer to own account',
    mca_payment: 'Payment to a funder',
    loan_payment: 'Loan payment',
    merchant_fee: 'Card processing fee',
    chargeback: 'Chargeback',
    deposited_item_returned: 'Deposited item returned',
    refund_out: 'Refund to a customer',
    nsf_fee: 'NSF fee',
    overdraft_fee: 'Overdraft fee',
    bank_fee: 'Bank fee',
  },
}
