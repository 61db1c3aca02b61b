import type { StoredDeal } from '../../platform/vault/records.ts'
import { NoSuchDeal, type Statements } from '../../platform/vault/rows.ts'
import { eraseDeals, purgeTrash } from './trash-rows.ts'

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

/** The app counts a deal's problems from the columns in `PROBLEMS`. Other rooms derive values from the columns in `SOURCES`. */
const PROBLEMS = ['field_problems', 'refused_fields'] as const
const SOURCES = ['values', 'legal_name', 'reference', 'application_id', 'offers'] as const

type Row = Record<string, unknown>

/** What another room derives from each deal, in the transaction that writes the deal. `number` is the deal's row number. */
interface Derived {
  insert(deal: StoredDeal, number: number): void
  /** Called after each change of what other rooms derive from, such as each keystroke in a draft. */
  update(before: StoredDeal, after: StoredDeal, number: number): void
}

/** What the list of deals derives, also from documents, notes, and acceptances. */
export interface ListOfDeals extends Derived {
  acceptanceChanged(deal: StoredDeal, number: number): void
  documentsChanged(deal_id: string, number: number): void
  noteAdded(deal: StoredDeal, number: number): void
  remove: (number: number) => void
  /** Called at the start of each transaction. */
  begin(): void
  /** Called at the end of each transaction, for each deal that it wrote. */
  finish(number: number): void
}

interface Others {
  money: { keepAcceptedOffer(deal_id: string): void }
  merchants: Derived
  list: ListOfDeals
}

/** Returns a deal's row number. Returns 0, which is never a row number, if the deal does not exist. */
export const numberOf = (db: Statements, deal_id: string) =>
  (db.of('SELECT number FROM deals WHERE deal_id = ?').pluck().get(deal_id) ?? 0) as number

/** The deals. Tells the other rooms of each written deal. */
export function dealRows(db: Statements, { money, merchants, list }: Others) {
  /** Row numbers of the deals that the current transaction wrote. */
  const written = new Set<number>()

  const reads = {
    getDeal: (deal_id: string) =>
      fromRow(db.of('SELECT * FROM deals WHERE deal_id = ?').get(deal_id) as Row | undefined),
  }

  const writes = {
    create_deal({ deal }: { deal: StoredDeal }) {
      const names = COLUMNS.map((column) => `"${column}"`).join(', ')
      const places = COLUMNS.map((column) => `@${column}`).join(', ')
      const { lastInsertRowid } = db
        .of(`INSERT INTO deals (${names}, problems) VALUES (${places}, @problems)`)
        .run({ ...toRow(deal), problems: problemCount(deal) })
      const number = Number(lastInsertRowid)
      for (const one of [list, merchants]) one.insert(deal, number)
      written.add(number)
    },
    /** Most changes set only a status. To save time, reads the stored deal only if other rooms or the problems depend on a change. */
    update_deal({ deal_id, changes }: { deal_id: string; changes: Partial<Omit<StoredDeal, 'deal_id'>> }) {
      const columns = COLUMNS.filter((column) => column !== 'deal_id' && changes[column] !== undefined)
      const changesProblems = PROBLEMS.some((column) => changes[column] !== undefined)
      const changesSource = SOURCES.some((column) => changes[column] !== undefined)
      const before = changesProblems || changesSource ? reads.getDeal(deal_id) : null
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
      if (before && after && changesSource)
        for (const one of [list, merchants]) one.update(before, after, number)
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
      purgeTrash(db.database, before, submitted_before, list.remove),
    /** Permanently deletes the given deals that are in the trash and not being sent. Returns the number of deleted deals. */
    eraseDeals: (deal_ids: string[]) => eraseDeals(db.database, deal_ids, list.remove),
  }

  return {
    reads,
    writes,
    erasures,
    /** Updates the derived values of a deal. Call this in the transaction that wrote the acceptance of an offer. */
    acceptanceChanged(deal_id: string) {
      const [number, deal] = [numberOf(db, deal_id), reads.getDeal(deal_id)]
      if (deal !== null) list.acceptanceChanged(deal, number)
      written.add(number)
    },
    /**
     * Updates which checklist lines a deal's documents satisfy. Call this in the transaction that wrote a document or a checklist line.
     * Ignores a deal that no longer exists.
     */
    documentsChanged(deal_id: string | undefined) {
      if (deal_id === undefined) return
      const number = numberOf(db, deal_id)
      list.documentsChanged(deal_id, number)
      written.add(number)
    },
    /** Adds a new note of a deal to the search index. Call this in the transaction that wrote the note. */
    noteAdded(deal_id: string) {
      const deal = reads.getDeal(deal_id)
      if (deal !== null) list.noteAdded(deal, numberOf(db, deal_id))
    },
    sending: (): StoredDeal[] =>
      (db.of("SELECT * FROM deals WHERE state = 'sending'").all() as Row[]).flatMap(
        (row) => fromRow(row) ?? [],
      ),
    /** Forgets which deals an earlier transaction wrote, which may have been rolled back. Call this at the start of each transaction. */
    begin() {
      list.begin()
      written.clear()
    },
    /** Updates the list with the deals that the transaction wrote. Call this at its end. */
    finish() {
      for (const number of written) list.finish(number)
    },
  }
}

export type DealRows = ReturnType<typeof dealRows>

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
