import type { Database } from 'better-sqlite3-multiple-ciphers'
import { newestStatus } from '../../../src-shared/domain/newest-status.ts'
import { shownOffers } from '../../../src-shared/domain/offer-status.ts'
import type { ExistingDeal, Merchant, SameMerchant } from '../../../src-shared/domain/merchants.ts'
import type { DealPage, DealRow, DealSums } from '../../../src-shared/domain/pipeline.ts'
import { searchTextOf, type SearchText } from '../../../src-shared/domain/search-text.ts'
import type { DealLookup, DealWindow, StoredDeal } from '../../core/ports/vault.ts'
import { eraseDeals, purgeTrash, WAS_SUBMITTED } from './trash-rows.ts'
import { DealCatalog } from './deal-catalog.ts'
import { DealFactsRows } from './deal-facts-rows.ts'
import { DealSearch, type Found } from './deal-search.ts'
import { MerchantRows } from './merchant-rows.ts'
import { listIn, Statements } from './statements.ts'
import type { SettingRows } from './setting-rows.ts'

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
    owner, region, offer_count AS offers, offer_cents, offer_statuses, ${WAS_SUBMITTED} AS was_submitted,
    (SELECT status FROM events WHERE application_id = deals.application_id AND events.state = 'unconfirmed'
       AND events.state IN ('asking', 'unconfirmed') ORDER BY events.number DESC LIMIT 1) AS unconfirmed_status
  FROM deals JOIN deal_facts USING (number) WHERE number = ?`

/**
 * If more ids than this are requested, reading the ids of all deals from their index is faster. Otherwise, each requested id is looked up
 * on a separate database page.
 */
const MANY_IDS = 1_000

export class DealRows {
  readonly #database: Database
  readonly #statements: Statements
  readonly #search: DealSearch
  readonly #facts: DealFactsRows
  readonly #merchants: MerchantRows
  readonly #catalog: DealCatalog
  /** False until the first call of `list`. The broker may start to search after that call, so the call prepares the search's cache. */
  #isWarm = false

  constructor(database: Database, settings: SettingRows) {
    this.#database = database
    this.#statements = new Statements(database)
    this.#search = new DealSearch(database)
    this.#facts = new DealFactsRows(database)
    this.#merchants = new MerchantRows(database, settings)
    this.#catalog = new DealCatalog(database)
  }

  insert(deal: StoredDeal): void {
    const names = COLUMNS.map((column) => `"${column}"`).join(', ')
    const places = COLUMNS.map((column) => `@${column}`).join(', ')
    const { lastInsertRowid } = this.#statements
      .of(`INSERT INTO deals (${names}, problems) VALUES (${places}, @problems)`)
      .run({ ...toRow(deal), problems: problemCount(deal) })
    const number = Number(lastInsertRowid)
    this.#search.add(number, searchTextOf(deal, []))
    this.#facts.insert(number, deal)
    this.#merchants.insert(deal)
    this.#catalog.touch(number)
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
    this.#catalog.touch(number)
    return true
  }

  /** Updates the derived values of a deal. Call this in the transaction that wrote the acceptance of an offer. */
  acceptanceChanged(deal_id: string): void {
    const [number, deal] = [this.#numberOf(deal_id), this.get(deal_id)]
    if (deal !== null) this.#facts.acceptanceChanged(number, deal)
    this.#catalog.touch(number)
  }

  /**
   * Updates which checklist lines a deal's documents satisfy. Call this in the transaction that wrote a document or a checklist line.
   * Ignores a deal that no longer exists.
   */
  documentsChanged(deal_id: string | undefined): void {
    if (deal_id === undefined) return
    const number = this.#numberOf(deal_id)
    this.#facts.documentsChanged(number, deal_id)
    this.#catalog.touch(number)
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
    let isKept = false
    try {
      const gone = this.#database.transaction(() => {
        const purged = work((number) => {
          this.#search.remove(number)
          this.#catalog.touch(number)
        })
        if (purged > 0) alongside()
        return purged
      })()
      isKept = true
      return gone
    } finally {
      this.settle(isKept)
    }
  }

  /** Adds a new note of a deal to the search index. Call this in the transaction that wrote the note. */
  noteAdded(deal_id: string): void {
    const deal = this.get(deal_id)
    if (deal !== null) this.#index(this.#numberOf(deal_id), deal)
  }

  /** Updates the cached deals. Call this after each transaction that wrote deals. `isKept` is false after a rollback. */
  settle(isKept: boolean): void {
    if (!isKept) this.#search.forgetTexts()
    this.#catalog.settle()
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

  list({ search, ...window }: DealWindow): DealPage {
    if (!this.#isWarm) {
      this.#search.warmUp()
      this.#catalog.warmUp()
    }
    this.#isWarm = true
    const { numbers, total, counts } = this.#catalog.window(window, this.#find(search))
    return { rows: numbers.flatMap((number) => this.#row(number) ?? []), total, counts }
  }

  listIds({ search, ...window }: DealWindow): string[] {
    const { numbers } = this.#catalog.window(window, this.#find(search))
    if (numbers.length > MANY_IDS) {
      const ids = new Map(this.#allIds().map(({ number, deal_id }) => [number, deal_id]))
      return numbers.map((one) => ids.get(one) as string)
    }
    const idOf = this.#statements.of('SELECT deal_id FROM deals WHERE number = ?').pluck()
    return numbers.map((one) => idOf.get(one) as string)
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
    return lookups.map(({ search, ...lookup }) => this.#catalog.count(lookup, this.#find(search)))
  }

  sums({ search, ...lookup }: DealLookup): DealSums {
    return this.#catalog.sums(lookup, this.#find(search))
  }

  #find(search: string): Found | null {
    return this.#search.find(search, (word) => this.#catalog.withStatus(word))
  }

  #row(number: number): DealRow | null {
    const row = this.#statements.of(ROW).get(number) as
      | (Omit<DealRow, 'has_offer' | 'expires_at' | 'was_submitted' | 'latest_status'> & {
          was_submitted: number
          offer_statuses: string
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
    const { offer_statuses, was_submitted, ...rest } = others
    const { offer_status, has_offer } = shownOffers(reported, listIn(offer_statuses))
    const expires = this.#catalog.expiry(number)
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
    this.#search.remove(number)
    this.#search.add(number, searchTextOf(deal, notes))
  }

  #allIds(): { number: number; deal_id: string }[] {
    return this.#statements.of('SELECT number, deal_id FROM deals').all() as {
      number: number
      deal_id: string
    }[]
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
