import { newestStatus, shownOffers } from '../../../src-shared/features/offers/offer-status.ts'
import type { DealPage, DealRow, DealSums } from '../../../src-shared/features/pipeline/pipeline.ts'
import { type SearchText, searchTextOf } from '../../../src-shared/features/pipeline/search-text.ts'
import type { DealLookup, DealWindow, StoredDeal } from '../../platform/vault/records.ts'
import { NoSuchDeal } from '../../platform/vault/rows.ts'
import { eraseDeals, purgeTrash, WAS_SUBMITTED } from './trash-rows.ts'
import { DealFactsRows } from '../pipeline/deal-facts-rows.ts'
import { DealListRows, writeListValues } from '../pipeline/deal-list-rows.ts'
import { listIn, type Statements } from '../../platform/vault/statements.ts'

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
    owner, region, need, offer_count AS offers, offer_cents, offer_statuses, open_expiries, ${WAS_SUBMITTED} AS was_submitted,
    (SELECT status FROM events WHERE application_id = deals.application_id AND events.state = 'unconfirmed'
       AND events.state IN ('asking', 'unconfirmed') ORDER BY events.number DESC LIMIT 1) AS unconfirmed_status
  FROM deals JOIN deal_facts USING (number) WHERE number = ?`

interface Others {
  money: { keepAcceptedOffer(deal_id: string): void }
  /** What another room derives from each deal, in the transaction that writes the deal. */
  derived: {
    insert(deal: StoredDeal): void
    update(before: StoredDeal, after: StoredDeal): void
  }
}

/** The deals, with what the app derives from each: the search index, and the facts and values of the list. */
export function dealRows(db: Statements, { money, derived }: Others) {
  const facts = new DealFactsRows(db)
  const list = new DealListRows(db.database)
  /** Row numbers of the deals that the current transaction wrote. */
  const written = new Set<number>()
  /** The time of the latest list, by which the rows name the next expiry. */
  let now = 0

  /** Returns a deal's row number. Returns 0, which is never a row number, if the deal does not exist. */
  const numberOf = (deal_id: string) =>
    (db.of('SELECT number FROM deals WHERE deal_id = ?').pluck().get(deal_id) ?? 0) as number

  const addToIndex = (number: number, text: SearchText) =>
    db
      .of('INSERT INTO deal_search (rowid, names, marks, notes) VALUES (@number, @names, @marks, @notes)')
      .run({ number, ...text })

  /** The driver passes numbers as SQL type REAL, but FTS5 (SQLite's full-text search) finds a rowid only by an integer. */
  const removeFromIndex = (number: number) =>
    db.of('DELETE FROM deal_search WHERE rowid = CAST(? AS INTEGER)').run(number)

  const index = (number: number, deal: StoredDeal) => {
    const notes = db
      .of("SELECT detail FROM timeline WHERE deal_id = ? AND kind = 'note'")
      .pluck()
      .all(deal.deal_id) as string[]
    removeFromIndex(number)
    addToIndex(number, searchTextOf(deal, notes))
  }

  const rowOf = (number: number): DealRow | null => {
    const row = db.of(ROW).get(number) as
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
    const expires = expiries.find((at) => at >= now) ?? expiries.at(-1) ?? null
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

  const reads = {
    getDeal: (deal_id: string) =>
      fromRow(db.of('SELECT * FROM deals WHERE deal_id = ?').get(deal_id) as Row | undefined),
    listDeals(window: DealWindow): DealPage {
      now = window.now ?? now
      const { numbers, total, counts } = list.window({ ...window, now })
      return { rows: numbers.flatMap((number) => rowOf(number) ?? []), total, counts }
    },
    /** Returns only the ids, up to `LARGEST_ID_PAGE`. */
    listDealIds: (window: DealWindow) =>
      db
        .of(
          `SELECT deal_id FROM json_each(?) CROSS JOIN deals INDEXED BY deals_list ON number = value ORDER BY json_each.id`,
        )
        .pluck()
        .all(JSON.stringify(list.window(window).numbers)) as string[],
    /** Returns rows in the requested order, without deals that no longer exist. */
    dealRows: (deal_ids: string[]): DealRow[] =>
      deal_ids.flatMap((deal_id) => rowOf(numberOf(deal_id)) ?? []),
    countDeals: (lookups: DealLookup[]) => lookups.map((lookup) => list.count(lookup)),
    sumDeals: (lookup: DealLookup): DealSums => list.sums(lookup),
  }

  const writes = {
    create_deal({ deal }: { deal: StoredDeal }) {
      const names = COLUMNS.map((column) => `"${column}"`).join(', ')
      const places = COLUMNS.map((column) => `@${column}`).join(', ')
      const { lastInsertRowid } = db
        .of(`INSERT INTO deals (${names}, problems) VALUES (${places}, @problems)`)
        .run({ ...toRow(deal), problems: problemCount(deal) })
      const number = Number(lastInsertRowid)
      addToIndex(number, searchTextOf(deal, []))
      facts.insert(number, deal)
      derived.insert(deal)
      written.add(number)
    },
    /**
     * Most changes set only a status. To save time, reads the stored deal only if the changes concern the search index, the problems, or
     * the list.
     */
    update_deal({ deal_id, changes }: { deal_id: string; changes: Partial<Omit<StoredDeal, 'deal_id'>> }) {
      const columns = COLUMNS.filter((column) => column !== 'deal_id' && changes[column] !== undefined)
      const isIndexed = INDEXED.some((column) => changes[column] !== undefined)
      const changesProblems = PROBLEMS.some((column) => changes[column] !== undefined)
      const isReported = FACTS.some((column) => changes[column] !== undefined)
      const before = isIndexed || changesProblems || isReported ? reads.getDeal(deal_id) : null
      const after = before === null ? null : { ...before, ...changes }
      const assignments = columns.map((column) => `"${column}" = @${column}, `).join('')
      const number = db
        .of(
          `UPDATE deals SET ${assignments}problems = coalesce(@problems, problems) WHERE deal_id = @deal_id RETURNING number`,
        )
        .pluck()
        .get({
          ...toRow(changes),
          problems: changesProblems && after ? problemCount(after) : null,
          deal_id,
        }) as number | undefined
      if (number === undefined) throw new NoSuchDeal()
      if (before && after && !isSameText(searchTextOf(before, []), searchTextOf(after, [])))
        index(number, after)
      if (before && after && isReported) facts.update(number, before, after)
      if (before && after && isIndexed) derived.update(before, after)
      written.add(number)
      if (changes.offers !== undefined) money.keepAcceptedOffer(deal_id)
    },
  }

  /** Writes that are not part of a commit. Each deletes a limited number of deals and returns this number. */
  const erasures = {
    /**
     * Permanently deletes a limited number of deals from the trash, with all their data. Returns the number of deleted deals, or 0 when no
     * deal is left to delete. Deletes deals that were never submitted if they were moved to the trash before `before`. Deletes submitted
     * deals if both their last change and their move to the trash were before `submitted_before`. If `submitted_before` is null, keeps all
     * submitted deals.
     */
    purgeTrash: (before: string, submitted_before: string | null) =>
      purgeTrash(db.database, before, submitted_before, removeFromIndex),
    /** Permanently deletes the given deals that are in the trash and not being sent. Returns the number of deleted deals. */
    eraseDeals: (deal_ids: string[]) => eraseDeals(db.database, deal_ids, removeFromIndex),
  }

  return {
    reads,
    writes,
    erasures,
    rowOf,
    /** Updates the derived values of a deal. Call this in the transaction that wrote the acceptance of an offer. */
    acceptanceChanged(deal_id: string) {
      const [number, deal] = [numberOf(deal_id), reads.getDeal(deal_id)]
      if (deal !== null) facts.acceptanceChanged(number, deal)
      written.add(number)
    },
    /**
     * Updates which checklist lines a deal's documents satisfy. Call this in the transaction that wrote a document or a checklist line.
     * Ignores a deal that no longer exists.
     */
    documentsChanged(deal_id: string | undefined) {
      if (deal_id === undefined) return
      const number = numberOf(deal_id)
      facts.documentsChanged(number, deal_id)
      written.add(number)
    },
    /** Adds a new note of a deal to the search index. Call this in the transaction that wrote the note. */
    noteAdded(deal_id: string) {
      const deal = reads.getDeal(deal_id)
      if (deal !== null) index(numberOf(deal_id), deal)
    },
    sending: (): StoredDeal[] =>
      (db.of("SELECT * FROM deals WHERE state = 'sending'").all() as Row[]).flatMap(
        (row) => fromRow(row) ?? [],
      ),
    /** Forgets which deals an earlier transaction wrote, which may have been rolled back. Call this at the start of each transaction. */
    begin() {
      list.changed()
      written.clear()
    },
    /** Updates the list with the deals that the transaction wrote. Call this at its end. */
    finish() {
      for (const number of written) writeListValues(db, number)
    },
  }
}

export type DealRows = ReturnType<typeof dealRows>

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
