import type { Database } from '../../platform/vault/statements.ts'
import { newestStatus } from '../../../src-shared/features/offers/newest-status.ts'
import { shownOffers } from '../../../src-shared/features/offers/offer-status.ts'
import type {
  ExistingDeal,
  Merchant,
  SameMerchant,
} from '../../../src-shared/features/merchants/merchants.ts'
import type { DealPage, DealRow, DealSums } from '../../../src-shared/features/pipeline/pipeline.ts'
import { searchTextOf, type SearchText } from '../../../src-shared/features/pipeline/search-text.ts'
import type { DealLookup, DealWindow, StoredDeal } from '../../platform/vault/vault.ts'
import { eraseDeals, purgeTrash, WAS_SUBMITTED } from './trash-rows.ts'
import { DealFactsRows } from '../pipeline/deal-facts-rows.ts'
import { DealListRows, writeListValues } from '../../platform/vault/deal-list-rows.ts'
import { MerchantRows } from '../merchants/merchant-rows.ts'
import { listIn, Statements } from '../../platform/vault/statements.ts'
import type { SettingRows } from '../../platform/vault/setting-rows.ts'

const JSON_COLUMNS = ['values', 'field_problems', 'refused_fields', 'error', 'offers'] as const
const COLUMNS = [
  'deal_id',
  'profile_id',
  'profile_version',
  'values',
  'revision',
  'field_problems',
  'refused_fields',
  'state',
  'error',
  'application_id',
  'application_status',
  'application_status_at',
  'offer_status',
  'offer_status_at',
  'offers',
  'legal_name',
  'reference',
  'amount_cents',
  'created_at',
  'updated_at',
  'submitted_at',
  'deleted_at',
] as const satisfies (keyof StoredDeal)[]

/** The search index contains the text of the columns in `INDEXED`. The app counts a deal's problems from the columns in `PROBLEMS`. */
const INDEXED = ['values', 'legal_name', 'reference', 'application_id'] as const
const PROBLEMS = ['field_problems', 'refused_fields'] as const
/** Columns of a deal from which the app derives the values in the table `deal_facts`. The list of deals shows these values. */
const FACTS = ['values', 'offers'] as const

type Row = Record<string, unknown>

const ROW = `SELECT deal_id, legal_name, reference, amount_cents, state, application_id, application_status, application_status_at,
    offer_status, offer_status_at, problems, created_at, updated_at, submitted_at, deleted_at, documents, documents_received,
    owner, region, offer_count AS offers, offer_cents, offer_statuses, open_expiries, ${WAS_SUBMITTED} AS was_submitted,
    (SELECT status FROM events WHERE application_id = deals.application_id AND events.state = 'unconfirmed'
       AND events.state IN ('asking', 'unconfirmed') ORDER BY events.number DESC LIMIT 1) AS unconfirmed_status
  FROM deals JOIN deal_facts USING (number) WHERE number = ?`

export class DealRows {
  readonly #database: Database
  readonly #statements: Statements
  readonly #facts: DealFactsRows
  readonly #list: DealListRows
  readonly #merchants: MerchantRows
  /** Row numbers of the deals that the current transaction wrote. */
  readonly #written = new Set<number>()
  /** The time of the latest list, by which the rows name the next expiry. */
  #now = 0

  constructor(database: Database, settings: SettingRows) {
    this.#database = database
    this.#statements = new Statements(database)
    this.#facts = new DealFactsRows(database)
    this.#list = new DealListRows(database)
    this.#merchants = new MerchantRows(database, settings)
  }

  insert(deal: StoredDeal): void {
    const names = COLUMNS.map((column) => `"${column}"`).join(', ')
    const places = COLUMNS.map((column) => `@${column}`).join(', ')
    const { lastInsertRowid } = this.#statements
      .of(`INSERT INTO deals (${names}, problems) VALUES (${places}, @problems)`)
      .run({ ...toRow(deal), problems: problemCount(deal) })
    const number = Number(lastInsertRowid)
    this.#addToIndex(number, searchTextOf(deal, []))
    this.#facts.insert(number, deal)
    this.#merchants.insert(deal)
    this.#written.add(number)
  }

  /**
   * Updates a deal, or returns false if the deal does not exist. Most changes set only a status. To save time, reads the stored deal only
   * if the changes concern the search index, the problems, or the list.
   */
  update(deal_id: string, changes: Partial<StoredDeal>): boolean {
    const columns = COLUMNS.filter((column) => changes[column] !== undefined)
    const isIndexed = INDEXED.some((column) => changes[column] !== undefined)
    const changesProblems = PROBLEMS.some((column) => changes[column] !== undefined)
    const isReported = FACTS.some((column) => changes[column] !== undefined)
    const before = isIndexed || changesProblems || isReported ? this.get(deal_id) : null
    const after = before === null ? null : { ...before, ...changes }
    const assignments = columns.map((column) => `"${column}" = @${column}, `).join('')
    const number = this.#statements
      .of(
        `UPDATE deals SET ${assignments}problems = coalesce(@problems, problems) WHERE deal_id = @deal_id RETURNING number`,
      )
      .pluck()
      .get({
        ...toRow(changes),
        problems: changesProblems && after ? problemCount(after) : null,
        deal_id,
      }) as number | undefined
    if (number === undefined) return false
    if (before && after && !isSameText(searchTextOf(before, []), searchTextOf(after, [])))
      this.#index(number, after)
    if (before && after && isReported) this.#facts.update(number, before, after)
    if (before && after && isIndexed) this.#merchants.update(before, after)
    this.#written.add(number)
    return true
  }

  /** Updates the derived values of a deal. Call this in the transaction that wrote the acceptance of an offer. */
  acceptanceChanged(deal_id: string): void {
    const [number, deal] = [this.#numberOf(deal_id), this.get(deal_id)]
    if (deal !== null) this.#facts.acceptanceChanged(number, deal)
    this.#written.add(number)
  }

  /**
   * Updates which checklist lines a deal's documents satisfy. Call this in the transaction that wrote a document or a checklist line.
   * Ignores a deal that no longer exists.
   */
  documentsChanged(deal_id: string | undefined): void {
    if (deal_id === undefined) return
    const number = this.#numberOf(deal_id)
    this.#facts.documentsChanged(number, deal_id)
    this.#written.add(number)
  }

  /**
   * Permanently deletes deals that were in the trash long enough (`purgeTrash` in trash-rows.ts defines which). Each call deletes a limited
   * number of deals and returns this number. If it is not 0, runs the function `alongside` in the same transaction.
   */
  purgeTrash(before: string, submitted_before: string | null, alongside: () => void): number {
    return this.#erasing(alongside, (forget) => purgeTrash(this.#database, before, submitted_before, forget))
  }

  /**
   * Permanently deletes the given deals, except those that are being sent or are not in the trash. Runs the function `alongside` like
   * `purgeTrash`.
   */
  erase(deal_ids: string[], alongside: () => void): number {
    return this.#erasing(alongside, (forget) => eraseDeals(this.#database, deal_ids, forget))
  }

  #erasing(alongside: () => void, work: (forget: (number: number) => void) => number): number {
    this.#list.changed()
    return this.#database.transaction(() => {
      const gone = work((number) => this.#removeFromIndex(number))
      if (gone > 0) alongside()
      return gone
    })()
  }

  /** Adds a new note of a deal to the search index. Call this in the transaction that wrote the note. */
  noteAdded(deal_id: string): void {
    const deal = this.get(deal_id)
    if (deal !== null) this.#index(this.#numberOf(deal_id), deal)
  }

  /** Forgets which deals an earlier transaction wrote, which may have been rolled back. Call this at the start of each transaction. */
  begin(): void {
    this.#list.changed()
    this.#written.clear()
  }

  /** Updates the list with the deals that the transaction wrote. Call this at its end. */
  finish(): void {
    for (const number of this.#written) writeListValues(this.#statements, number)
  }

  get(deal_id: string): StoredDeal | null {
    return fromRow(
      this.#statements.of('SELECT * FROM deals WHERE deal_id = ?').get(deal_id) as Row | undefined,
    )
  }

  sending(): StoredDeal[] {
    const rows = this.#database.prepare("SELECT * FROM deals WHERE state = 'sending'").all() as Row[]
    return rows.flatMap((row) => fromRow(row) ?? [])
  }

  list(window: DealWindow): DealPage {
    this.#now = window.now ?? this.#now
    const { numbers, total, counts } = this.#list.window({ ...window, now: this.#now })
    return { rows: numbers.flatMap((number) => this.#row(number) ?? []), total, counts }
  }

  listIds(window: DealWindow): string[] {
    const { numbers } = this.#list.window(window)
    return this.#statements
      .of(
        `SELECT deal_id FROM json_each(?) CROSS JOIN deals INDEXED BY deals_list ON number = value ORDER BY json_each.id`,
      )
      .pluck()
      .all(JSON.stringify(numbers)) as string[]
  }

  /** Returns the rows of these deals in the order of `deal_ids`. Omits deals that no longer exist. */
  rows(deal_ids: string[]): DealRow[] {
    return deal_ids.flatMap((deal_id) => this.#row(this.#numberOf(deal_id)) ?? [])
  }

  dismissReuse(deal_id: string): void {
    this.#merchants.dismiss(deal_id)
  }

  /** Returns the other deals of a deal's merchant, newest first, and whether the broker dismissed the offer to reuse their values. */
  sameMerchant(deal_id: string): SameMerchant {
    return {
      is_dismissed: this.#merchants.isDismissed(deal_id),
      deals: this.#merchants.sameMerchant(deal_id).flatMap(({ number, same, ein_key }) => {
        const row = this.#row(number)
        return row === null ? [] : [{ row, same, ein_key }]
      }),
    }
  }

  findMerchants(merchants: readonly Merchant[]): (ExistingDeal | null)[] {
    return this.#merchants.find(merchants)
  }

  count(lookups: DealLookup[]): number[] {
    return lookups.map((lookup) => this.#list.count(lookup))
  }

  sums(lookup: DealLookup): DealSums {
    return this.#list.sums(lookup)
  }

  #row(number: number): DealRow | null {
    const row = this.#statements.of(ROW).get(number) as
      | (Omit<DealRow, 'has_offer' | 'expires_at' | 'was_submitted' | 'latest_status'> & {
          was_submitted: number
          offer_statuses: string
          open_expiries: string | null
        } & Pick<
            StoredDeal,
            'application_status' | 'application_status_at' | 'offer_status' | 'offer_status_at'
          >)
      | undefined
    if (row === undefined) return null
    const {
      application_status,
      application_status_at,
      offer_status: reported,
      offer_status_at,
      ...others
    } = row
    const { offer_statuses, open_expiries, was_submitted, ...rest } = others
    const { offer_status, has_offer } = shownOffers(reported, listIn(offer_statuses))
    const expiries = JSON.parse(open_expiries ?? '[]') as number[]
    const expires = expiries.find((at) => at >= this.#now) ?? expiries.at(-1) ?? null
    return {
      ...rest,
      was_submitted: was_submitted === 1,
      latest_status: newestStatus({
        ...rest,
        application_status,
        application_status_at,
        offer_status,
        offer_status_at,
      }),
      has_offer,
      expires_at: expires === null ? null : new Date(expires).toISOString(),
    }
  }

  /** Returns a deal's row number. Returns 0, which is never a row number, if the deal does not exist. */
  #numberOf(deal_id: string): number {
    return (this.#statements.of('SELECT number FROM deals WHERE deal_id = ?').pluck().get(deal_id) ??
      0) as number
  }

  #index(number: number, deal: StoredDeal): void {
    const notes = this.#statements
      .of("SELECT detail FROM timeline WHERE deal_id = ? AND kind = 'note'")
      .pluck()
      .all(deal.deal_id) as string[]
    this.#removeFromIndex(number)
    this.#addToIndex(number, searchTextOf(deal, notes))
  }

  #addToIndex(number: number, text: SearchText): void {
    this.#statements
      .of('INSERT INTO deal_search (rowid, names, marks, notes) VALUES (@number, @names, @marks, @notes)')
      .run({ number, ...text })
  }

  #removeFromIndex(number: number): void {
    // The driver passes numbers as SQL type REAL, but FTS5 (SQLite's full-text search) finds a rowid only by an integer.
    this.#statements.of('DELETE FROM deal_search WHERE rowid = CAST(? AS INTEGER)').run(number)
  }
}

function isSameText(a: SearchText, b: SearchText): boolean {
  return a.names === b.names && a.marks === b.marks && a.notes === b.notes
}

function problemCount({ field_problems, refused_fields }: StoredDeal): number {
  return new Set([...field_problems, ...refused_fields].map(({ path }) => path)).size
}

function toRow(deal: Partial<StoredDeal>): Row {
  const row: Row = { ...deal }
  for (const column of JSON_COLUMNS)
    if (row[column] !== undefined) row[column] = deal[column] === null ? null : JSON.stringify(deal[column])
  return row
}

function fromRow(row: Row | undefined): StoredDeal | null {
  if (row === undefined) return null
  const { number: _number, problems: _problems, ...deal } = row
  for (const column of JSON_COLUMNS)
    deal[column] = deal[column] === null ? null : JSON.parse(deal[column] as string)
  return deal as unknown as StoredDeal
}
