import { dayOf, monthOf } from '../../../src-shared/platform/base/days.ts'
import { uncoveredDays, wantedPeriods } from '../../../src-shared/features/documents/statement-coverage.ts'
import type { ChannelParsedInput } from '../../../src-shared/app/contract.ts'
import type {
  DealStatements,
  OtherAccountView,
  ReadingState,
  StatementAccountView,
  StatementDocument,
  StatementRow,
} from '../../../src-shared/features/statements/deal-statements.ts'
import { MONEY_OUT } from '../../../src-shared/features/statements/transaction-class.ts'
import { type DraftNeeds, valueGone } from '../drafts/change-draft.ts'
import { loadDeal } from '../deals/load-deal.ts'
import type { StatementCorrection, StoredReading } from './statement-rows.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import { countsFor, figuresOf, totalsOf, verifiedPeriods } from './figures.ts'
import { openBook, type ReadDocument, type StatementBook } from './statement-book.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import { type BookRow, descriptionKey } from './book.ts'
import type { ReadingQueue } from './reading-queue.ts'
import { merchantNames, type MerchantNames } from './holder.ts'
import type {
  Evidence,
  Finding,
  Reason,
  StatementReading,
} from '../../../src-shared/features/statements/statement.ts'
import {
  BANK_STATEMENT,
  READER_VERSION,
  type StoredStatement,
  unpackStatement,
} from '../statement-reader/stored-statement.ts'

/** The statements that the app reads in the background. */
export type StatementQueue = Pick<ReadingQueue, 'look' | 'stateOf' | 'read' | 'cancel'>

export interface StatementNeeds extends DraftNeeds {
  /** Reads the bank statements of deals in the background. */
  statements: StatementQueue
}

/** Number of unpacked readings that stay in memory. */
const MOST_KEPT = 16
/** Maximum number of rows that one call returns. */
const MOST_ROWS = 20_000
const MOST_CORRECTIONS = 5_000

/** Unpacked readings of each open vault, the last used one last. */
const unpacked = new WeakMap<Vault, Map<string, StoredStatement | null>>()

const lastBook = new WeakMap<
  Vault,
  { documents: readonly ReadDocument[]; said: string; book: StatementBook }
>()

interface LoadedDeal {
  documents: DealDocument[]
  /** The newest reading of each document. */
  stored: Map<string, { statement: StoredStatement; reader_version: number }>
  corrections: StatementCorrection[]
  book: StatementBook
}

/** Returns what the bank statements of a deal say, and makes the app read those that it has not read yet. */
export async function viewStatements(context: StatementNeeds, deal_id: string): Promise<DealStatements> {
  await loadDeal(context, deal_id)
  await context.statements.look(deal_id)
  return view(context, deal_id)
}

/** Returns transactions of a deal's statements. Fails with `INVALID_INPUT` if the month, position, or account does not exist. */
export async function statementRows(
  context: StatementNeeds,
  deal_id: string,
  of: ChannelParsedInput<'statements.rows'>['of'],
): Promise<StatementRow[]> {
  const loaded = await load(context, deal_id)
  const found = rowsOf(loaded.book, of)
  if (found === null) throw valueGone()
  return inOrder(found).slice(0, MOST_ROWS).map(rowView)
}

function rowsOf(
  { accounts, positions, rows }: StatementBook,
  of: ChannelParsedInput<'statements.rows'>['of'],
): BookRow[] | null {
  if ('month_id' in of) {
    const months = accounts.flatMap((account) => account.months)
    const month = months.find(({ month_id }) => month_id === of.month_id)
    if (month === undefined) return null
    return 'figure' in of ? month.rows.filter(countsFor(of.figure)) : month.rows
  }
  if ('position_id' in of) {
    const isKnown = positions.some(({ position_id }) => position_id === of.position_id)
    return isKnown ? rows.filter(({ position_id }) => position_id === of.position_id) : null
  }
  const account = accounts.find(({ account_id }) => account_id === of.account_id)
  return account === undefined ? null : account.months.flatMap((month) => month.rows)
}

/** Sorts rows by date. Rows of one day keep the order of the statement, which may print the newest first. */
const inOrder = (rows: readonly BookRow[]) =>
  rows.toSorted(({ transaction: { date: one } }, { transaction: { date: other } }) =>
    one < other ? -1 : one > other ? 1 : 0,
  )

function rowView({ transaction, ...row }: BookRow): StatementRow {
  const { page, date, description, amount_cents, balance_after_cents, check_number } = transaction
  return { ...row, page, date, description, amount_cents, balance_after_cents, check_number }
}

/**
 * Stores the broker's class of a row, or of all rows with its description. A class for a description replaces the classes that he gave to
 * single rows with it. Refuses a class of money in for money out, and the reverse.
 */
export async function classifyRow(
  context: StatementNeeds,
  { deal_id, row_id, applies_to, class: kind }: ChannelParsedInput<'statements.classify'>,
): Promise<DealStatements> {
  const { book, corrections } = await load(context, deal_id)
  const row = book.rows.find((one) => one.row_id === row_id)
  const isOut = row !== undefined && row.transaction.amount_cents < 0
  if (row === undefined || (kind !== null && isOut !== OUT.has(kind))) throw valueGone()
  const key = descriptionKey(row.transaction)
  if (applies_to === 'row')
    return correct(context, deal_id, corrections, [{ kind: 'row', key: row_id, value: kind }])
  const single = new Set(corrections.flatMap((one) => (one.kind === 'row' ? [one.key] : [])))
  const replaced = book.rows.filter(
    (one) => single.has(one.row_id) && descriptionKey(one.transaction) === key,
  )
  return correct(context, deal_id, corrections, [
    { kind: 'description', key, value: kind },
    ...replaced.map((one) => ({ kind: 'row' as const, key: one.row_id, value: null })),
  ])
}

const OUT: ReadonlySet<string> = new Set(MONEY_OUT)

/**
 * Stores the suggested classes of rows as the broker's, or removes them again. A payee whose rows all have one class keeps it for later rows,
 * too. Otherwise, only the rows themselves get their class.
 */
export async function confirmClasses(
  context: StatementNeeds,
  { deal_id, row_ids, confirmed }: ChannelParsedInput<'statements.confirm_classes'>,
): Promise<DealStatements> {
  const { book, corrections } = await load(context, deal_id)
  const chosen = new Set(row_ids)
  const rows = book.rows.filter(({ row_id }) => chosen.has(row_id))
  if (rows.length < chosen.size) throw valueGone()
  const classes = new Map<string, Set<string>>()
  for (const row of book.rows) {
    const description = descriptionKey(row.transaction)
    classes.set(description, (classes.get(description) ?? new Set()).add(row.class))
  }
  const changes = new Map<string, Parameters<typeof correct>[3][number]>()
  for (const { row_id, transaction, class: kind } of rows) {
    const description = descriptionKey(transaction)
    const isOne = classes.get(description)?.size === 1
    const key = isOne ? description : row_id
    changes.set(key, { kind: isOne ? 'description' : 'row', key, value: confirmed ? kind : null })
  }
  return correct(context, deal_id, corrections, [...changes.values()])
}

/** Stores whether a position belongs to a funder. */
export async function confirmPosition(
  context: StatementNeeds,
  { deal_id, position_id, confirmed }: ChannelParsedInput<'statements.confirm_position'>,
): Promise<DealStatements> {
  const { book, corrections } = await load(context, deal_id)
  if (!book.positions.some((one) => one.position_id === position_id)) throw valueGone()
  return correct(context, deal_id, corrections, [{ kind: 'position', key: position_id, value: confirmed }])
}

/** Stores whether an account in another name belongs to the merchant, so that its statements count. */
export async function confirmAccount(
  context: StatementNeeds,
  { deal_id, account_id, confirmed }: ChannelParsedInput<'statements.confirm_account'>,
): Promise<DealStatements> {
  const { book, corrections } = await load(context, deal_id)
  if (!book.others.some(({ account }) => account.account_id === account_id)) throw valueGone()
  return correct(context, deal_id, corrections, [{ kind: 'account', key: account_id, value: confirmed }])
}

async function correct(
  context: StatementNeeds,
  deal_id: string,
  present: readonly StatementCorrection[],
  changes: readonly { kind: StatementCorrection['kind']; key: string; value: string | null }[],
): Promise<DealStatements> {
  const added = changes.filter(({ value }) => value !== null).length
  if (present.length + added > MOST_CORRECTIONS) throw valueGone()
  await context.vault.commit(
    changes.map((one) => ({ write: 'put_statement_correction' as const, deal_id, ...one })),
  )
  context.emit('statements.changed', { deal_id })
  return view(context, deal_id)
}

async function view(context: StatementNeeds, deal_id: string): Promise<DealStatements> {
  const { documents, stored, book } = await load(context, deal_id)
  const wanted = wantedPeriods(context.profile.statements, dayOf(context.clock.now()))
  const other_accounts = book.others.map(({ account, confirmed }) => ({ ...account, confirmed }))
  const monthsOf = (document_id: string) => book.ofDocument.get(document_id)?.months ?? []
  const isOther = (document_id: string) =>
    otherAccountOf({ accounts: book.accounts, other_accounts }, monthsOf(document_id))?.confirmed === 'no'
  const undecided = other_accounts.filter(({ confirmed }) => confirmed === null)
  // As on the checklist, a statement that is not verified covers its days, too. One of which the broker has not said whose account it is about
  // is not missing, because the screen asks for this answer instead.
  const noted = documents.flatMap(({ document_id, reading }) =>
    isOther(document_id) ? [] : (reading?.period ?? []),
  )
  const missing = uncoveredDays(wanted, [...verifiedPeriods([...book.accounts, ...undecided]), ...noted])
  return {
    deal_id,
    documents: documents.map(({ document_id, name, pages, reading }): StatementDocument => {
      const mine = stored.get(document_id)
      return {
        document_id,
        name,
        pages: pages ?? mine?.statement.page_heights.length ?? null,
        is_picture: reading?.text === 'scan',
        reading: stateOf(context, document_id, mine, book),
        is_outdated: mine !== undefined && mine.reader_version < READER_VERSION,
        months: monthsOf(document_id),
      }
    }),
    accounts: book.accounts.map(({ account_id, holder, number_last4, months }) => ({
      account_id,
      holder,
      number_last4,
      months: months.map((month) => ({
        month_id: month.month_id,
        document_id: month.document_id,
        from: month.month.from,
        to: month.month.to,
        verdict: month.verdict,
        findings: month.findings,
        figures: figuresOf(month),
        unconfirmed_rows: month.rows.filter(({ class_by }) => class_by === 'suggested').length,
      })),
    })),
    other_accounts: book.others.map(
      ({ account: { account_id, holder, number_last4, months }, confirmed }) => ({
        account_id,
        holder,
        number_last4,
        document_ids: [...new Set(months.map(({ document_id }) => document_id))],
        confirmed,
      }),
    ),
    totals: totalsOf(book.accounts),
    positions: book.positions,
    funder_credits: book.funder_credits,
    missing_months: [...new Set(missing.map(({ from }) => monthOf(from)))],
  }
}

type OtherAccount = Pick<OtherAccountView, 'account_id' | 'holder' | 'confirmed'>

/**
 * Returns the account of a statement whose accounts all count for nothing, because they are in another name: the first one of which the
 * broker has not said whose it is.
 */
export function otherAccountOf(
  of: {
    accounts: readonly Pick<StatementAccountView, 'account_id'>[]
    other_accounts: readonly OtherAccount[]
  },
  months: StatementDocument['months'],
): OtherAccount | undefined {
  const ids = new Set(months.map(({ account_id }) => account_id))
  if (of.accounts.some(({ account_id }) => ids.has(account_id))) return undefined
  const others = of.other_accounts.filter(({ account_id }) => ids.has(account_id))
  return others.find(({ confirmed }) => confirmed === null) ?? others[0]
}

/** An outdated reading stays visible until the document is read again. */
function stateOf(
  { statements }: Pick<StatementNeeds, 'statements'>,
  document_id: string,
  stored: { statement: StoredStatement; reader_version: number } | undefined,
  book: StatementBook,
): ReadingState {
  const state = statements.stateOf(document_id)
  if (stored === undefined) return state ?? { state: 'queued' }
  if (state?.state === 'reading') return state
  if (state?.state === 'queued' && stored.reader_version === READER_VERSION) return state
  const { reading } = stored.statement
  const findings = book.ofDocument.get(document_id)?.findings ?? reading.findings
  const isBroken = reading.verdict === 'verified' && findings.length > 0
  return {
    state: 'read',
    verdict: isBroken ? 'unverified' : reading.verdict,
    findings,
    evidence: evidenceOf(reading, findings),
    ...(isBroken || reading.verdict !== 'verified' ? {} : { proofs: proofsOf(reading) }),
  }
}

const proofsOf = ({ accounts }: StatementReading) =>
  accounts.flatMap(({ months }) =>
    months.flatMap(({ from, proof }) => (proof === undefined ? [] : [{ from, ...proof }])),
  )

async function load(context: StatementNeeds, deal_id: string): Promise<LoadedDeal> {
  const { vault } = context
  const [deal, listed, readings, corrections] = await Promise.all([
    loadDeal(context, deal_id),
    vault.listDocuments(deal_id),
    vault.statementReadings(deal_id),
    vault.statementCorrections(deal_id),
  ])
  const stored: LoadedDeal['stored'] = new Map()
  for (const one of readings) {
    const statement = await unpackOnce(vault, one)
    if (statement !== null) stored.set(one.document_id, { statement, reader_version: one.reader_version })
  }
  const documents = listed.filter(
    ({ document_id, kind }) =>
      kind === BANK_STATEMENT || stored.has(document_id) || context.statements.stateOf(document_id) !== null,
  )
  const read = documents.flatMap(({ document_id, sha256 }) => {
    const mine = stored.get(document_id)
    return mine === undefined ? [] : [{ document_id, sha256, stored: mine.statement }]
  })
  const merchant = merchantNames(context.profile, deal.legal_name, deal.values)
  const book = bookOnce(vault, read, corrections, merchant)
  return { documents, stored, corrections, book }
}

/** Returns the statements of a deal. Keeps those of the deal that was opened last, because the page asks for them several times. */
function bookOnce(
  vault: Vault,
  documents: readonly ReadDocument[],
  corrections: readonly StatementCorrection[],
  merchant: MerchantNames,
): StatementBook {
  const before = lastBook.get(vault)
  const said = JSON.stringify([corrections, merchant])
  const isSame =
    before?.said === said &&
    before.documents.length === documents.length &&
    before.documents.every((one, at) => one.stored === documents[at]?.stored)
  if (before !== undefined && isSame) return before.book
  const book = openBook(documents, corrections, merchant)
  lastBook.set(vault, { documents, said, book })
  return book
}

async function unpackOnce(
  vault: Vault,
  { document_id, reader_version, reading }: StoredReading,
): Promise<StoredStatement | null> {
  const kept = unpacked.get(vault) ?? new Map<string, StoredStatement | null>()
  unpacked.set(vault, kept)
  const key = `${document_id} ${reader_version} ${reading.length}`
  const known = kept.get(key)
  const statement = known === undefined ? await unpackStatement(reading) : known
  kept.delete(key)
  kept.set(key, statement)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  return statement
}

const KINDS: ReadonlySet<Reason> = new Set([
  'changed_after_creation',
  'text_differs_from_picture',
  'opening_differs_from_previous_closing',
])

const isEvidence = (finding: Finding): finding is Finding & { reason: Evidence['kind'] } =>
  KINDS.has(finding.reason)

/** Returns what the broker should look at in a document: what the reader noticed, and the findings that are more than an error of reading. */
export function evidenceOf(reading: StatementReading, findings: readonly Finding[]): Evidence[] {
  const noticed = reading.evidence ?? []
  const found = findings
    .filter(isEvidence)
    .filter(({ reason, page }) => !noticed.some((one) => one.kind === reason && one.page === page))
  return [
    ...noticed,
    ...found.map(({ reason, page, printed_cents, read_cents }) => ({
      kind: reason,
      page,
      boxes: [],
      printed_cents,
      read_cents,
    })),
  ]
}

/** A row with the account to which it belongs. */
export type AccountRow = StatementRow & { account_id: string }

/** What a deal's statements say, with the rows of all verified months, oldest first within each account. */
export interface StatementFacts {
  statements: DealStatements
  rows: readonly AccountRow[]
}

/** Returns what a deal's statements say, with the rows of the verified months. */
export async function statementFacts(context: StatementNeeds, deal_id: string): Promise<StatementFacts> {
  const statements = await viewStatements(context, deal_id)
  const rows: AccountRow[] = []
  for (const { account_id, months } of statements.accounts) {
    if (!months.some(({ verdict }) => verdict === 'verified')) continue
    const ofAccount = await statementRows(context, deal_id, { account_id })
    for (const row of ofAccount) if (row.verified) rows.push({ ...row, account_id })
  }
  return { statements, rows }
}
