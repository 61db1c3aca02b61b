import { createHash } from 'node:crypto'
import type {
  Finding,
  StatementMonth,
  Transaction,
} from '../../../src-shared/features/statements/statement.ts'
import type { StatementCorrection } from './statement-rows.ts'
import { isHeldBy, isNamedIn, type MerchantNames } from './holder.ts'
import { openingBreaks } from '../statement-reader/continuity.ts'
import { finding } from '../statement-reader/finding.ts'
import { squash } from '../statement-reader/lines.ts'
import { type BookAccount, type BookMonth, type BookRow, rowKeys } from './book.ts'
import { classifyRows, type Classified } from './classify-rows.ts'
import type { StoredStatement } from '../statement-reader/stored-statement.ts'

/** A document that was read. */
export interface ReadDocument {
  document_id: string
  sha256: string
  stored: StoredStatement
}

export interface DocumentSummary {
  months: { account_id: string; from: string; to: string }[]
  findings: Finding[]
}

/** All statements of a deal, joined across files, with classes and positions. */
export interface StatementBook extends Classified {
  /** The merchant's accounts. Figures, positions, and transfers come from them alone. */
  accounts: BookAccount[]
  /** Accounts in another name, with the broker's answer to whether they are the merchant's. Those with `yes` are in `accounts`, too. */
  others: { account: BookAccount; confirmed: 'yes' | 'no' | null }[]
  /** Of `accounts`. */
  rows: BookRow[]
  /** For each document, its accounts and periods, also those that another document already has, and all findings. */
  ofDocument: Map<string, DocumentSummary>
}

/** Joins the statements of a deal. `documents` are in the order in which they were attached. */
export function openBook(
  documents: readonly ReadDocument[],
  corrections: readonly StatementCorrection[],
  merchant: MerchantNames = { names: [], owners: [] },
): StatementBook {
  const { accounts: all, ofDocument } = joinAccounts(documents)
  const answers = new Map(
    corrections.flatMap(({ kind, key, value }) => (kind === 'account' ? [[key, value] as const] : [])),
  )
  const others = all
    .filter(({ holder, first_lines }) =>
      holder === '' ? !isNamedIn(first_lines, merchant) : !isHeldBy(holder, merchant),
    )
    .map((account): StatementBook['others'][number] => {
      const said = answers.get(account.account_id)
      return { account, confirmed: said === 'yes' || said === 'no' ? said : null }
    })
  const leftOut = new Set(others.flatMap(({ account, confirmed }) => (confirmed === 'yes' ? [] : [account])))
  const accounts = all.filter((account) => !leftOut.has(account))
  const rows = accounts.flatMap(({ months }) => months.flatMap((month) => month.rows))
  const classified = classifyRows(accounts, rows, corrections)
  return { accounts, others, rows, ofDocument, ...classified }
}

function joinAccounts(documents: readonly ReadDocument[]): Pick<StatementBook, 'accounts' | 'ofDocument'> {
  const breaks = openingBreaks(documents.map(({ stored }) => stored.reading))
  const found = new Map<string, BookAccount>()
  const ofDocument: StatementBook['ofDocument'] = new Map()
  documents.forEach(({ document_id, sha256, stored }, file) => {
    const { reading, page_heights, is_recognized } = stored
    const all = reading.accounts.flatMap(({ months }) => months)
    const ofMonths = new Set(all.flatMap(({ findings }) => findings.map((one) => JSON.stringify(one))))
    // The figures of a deal are dollars.
    const foreignIn = (currency: string | undefined) =>
      currency === undefined ? [] : [finding('unreadable', 'other_currency', null, { quote: currency })]
    const foreign = [reading, ...reading.accounts].flatMap(({ currency }) => foreignIn(currency)).slice(0, 1)
    const ofFile = reading.findings.filter((one) => !ofMonths.has(JSON.stringify(one)))
    const keys = rowKeys(
      sha256,
      all.flatMap(({ transactions }) => transactions),
    )
    let next = 0
    const mine: DocumentSummary['months'] = []
    reading.accounts.forEach(
      ({ holder, first_lines = [], number_last4, months, currency = reading.currency }, at) => {
        const account = accountFor(found, { holder, number_last4, fallback: `${document_id}.${at}` })
        account.first_lines.push(...first_lines)
        for (const month of months) {
          const ofOpening = breaks.filter((one) => one.file === file && one.month === month)
          const findings = [
            ...ofFile,
            ...foreignIn(currency),
            ...month.findings,
            ...ofOpening.map((one) => one.finding),
          ]
          const isUnexplained = reading.verdict !== 'verified' && reading.findings.length === 0
          const verdict = findings.length === 0 && !isUnexplained ? 'verified' : 'unverified'
          const { account_id } = account
          const { from, to } = month
          mine.push({ account_id, from, to })
          account.months.push({
            month_id: `${account_id}.${from}.${to}`,
            account_id,
            document_id,
            month,
            verdict,
            findings,
            is_recognized,
            rows: month.transactions.map((transaction) => ({
              row_id: keys[next++] ?? '',
              document_id,
              boxes: boxOf(transaction, page_heights),
              transaction,
              verified: verdict === 'verified',
              class: 'supplier',
              class_by: 'suggested',
              position_id: null,
            })),
          })
        }
      },
    )
    const broken = breaks.filter((one) => one.file === file).map((one) => one.finding)
    ofDocument.set(document_id, { months: mine, findings: [...reading.findings, ...foreign, ...broken] })
  })
  const accounts = [...found.values()]
  for (const account of accounts)
    account.months = withoutDuplicates(account.months, ({ document_id }, differs) =>
      ofDocument.get(document_id)?.findings.push(differs),
    )
  return { accounts: accounts.filter(({ months }) => months.length > 0), ofDocument }
}

/** Returns the account with this number and holder, or adds it. Accounts without a number are never joined. */
function accountFor(
  accounts: Map<string, BookAccount>,
  { holder, number_last4, fallback }: { holder: string; number_last4: string; fallback: string },
): BookAccount {
  const name = squash(holder)
  if (number_last4 !== '')
    for (const account of accounts.values()) {
      const other = squash(account.holder)
      if (account.number_last4 !== number_last4 || (name !== other && name !== '' && other !== '')) continue
      if (account.holder === '') account.holder = holder
      return account
    }
  const account_id =
    number_last4 === ''
      ? fallback
      : `${number_last4}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`
  const account: BookAccount = { account_id, holder, first_lines: [], number_last4, months: [] }
  accounts.set(account_id, account)
  return account
}

/**
 * Leaves out periods that another document already has. A verified period comes before an unverified one, a longer one before a part of it,
 * and then the document that was attached first. If two verified statements of one period differ, neither is shown as verified.
 */
function withoutDuplicates(
  months: readonly BookMonth[],
  tell: (month: BookMonth, finding: Finding) => void,
): BookMonth[] {
  const rank = ({ verdict }: BookMonth) => (verdict === 'verified' ? 0 : 1)
  const days = ({ month }: BookMonth) => Date.parse(month.to) - Date.parse(month.from)
  const kept: BookMonth[] = []
  for (const candidate of months.toSorted(
    (one, other) => rank(one) - rank(other) || days(other) - days(one),
  )) {
    const { month, verdict } = candidate
    const around = kept.find((other) => other.month.from <= month.from && other.month.to >= month.to)
    if (around === undefined) kept.push(candidate)
    else if (verdict === 'verified' && around.verdict === 'verified' && !agree(around.month, month)) {
      const differs = finding('does_not_add_up', 'other_statement', null)
      tell(candidate, differs)
      tell(around, differs)
      refuse(around, differs)
    }
  }
  return kept.toSorted((one, other) => (one.month.from < other.month.from ? -1 : 1))
}

/** True if two statements of one account say the same for the shorter period. */
function agree(whole: StatementMonth, part: StatementMonth): boolean {
  const inPart = whole.transactions.filter(({ date }) => date >= part.from && date <= part.to)
  const sorted = (some: readonly Transaction[]) =>
    some.map(({ date, amount_cents }) => `${date} ${amount_cents}`).toSorted()
  return sorted(inPart).join() === sorted(part.transactions).join()
}

function refuse(month: BookMonth, why: Finding): void {
  month.verdict = 'unverified'
  month.findings = [...month.findings, why]
  for (const row of month.rows) row.verified = false
}

/** The rectangle of a row in PDF coordinates: left, bottom, right, top. */
function boxOf({ page, place }: Transaction, page_heights: readonly number[]): number[] {
  const height = page_heights[page - 1]
  if (height === undefined) return []
  const baseline = height - place.y
  return [place.x0, baseline - place.size * 0.3, place.x1, baseline + place.size * 0.9]
}
