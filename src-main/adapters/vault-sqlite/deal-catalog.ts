import type { Database, Statement } from 'better-sqlite3-multiple-ciphers'
import {
  DEAL_FILTERS,
  stageOf,
  type DealFilter,
  type DealQuery,
  type DealSort,
} from '../../../src-shared/domain/pipeline.ts'
import { fold } from '../../../src-shared/domain/search-text.ts'
import type { StoredDeal } from '../../core/ports/vault.ts'
import type { Found } from './deal-search.ts'
import { SortedNumbers } from './sorted-numbers.ts'

type Row = Pick<
  StoredDeal,
  | 'state'
  | 'partner_status'
  | 'partner_status_at'
  | 'offer_status'
  | 'offer_status_at'
  | 'updated_at'
  | 'submitted_at'
  | 'deleted_at'
  | 'amount_cents'
  | 'legal_name'
> & { number: number }

/** What the pipeline filters and sorts a deal by. */
interface Entry {
  filter: Exclude<DealFilter, 'all'>
  newest: number
  submitted: number
  amount: number
  name: string
}

/** Negative: `a` stands before `b`. What has no value comes last. */
const COMPARE: Record<DealSort, (a: Entry, b: Entry) => number> = {
  newest: (a, b) => b.newest - a.newest,
  submitted: (a, b) => b.submitted - a.submitted,
  amount: (a, b) => b.amount - a.amount,
  name: (a, b) => Number(a.name === '') - Number(b.name === '') || (a.name < b.name ? -1 : Number(a.name > b.name)),
}

const COLUMNS = `number, state, partner_status, partner_status_at, offer_status, offer_status_at, updated_at, submitted_at,
  deleted_at, amount_cents, legal_name`

/**
 * Every deal's stage and sort keys, in memory: a filter, its counts and any window of a sorted list of 100,000 are a matter of
 * a millisecond, whatever is searched. Read from a covering index when the vault opens, and after each commit brought up to
 * what the database holds.
 */
export class DealCatalog {
  /** By row number, which SQLite gives out one after another. */
  readonly #entries: (Entry | undefined)[]
  /** A sort's order is made when it is first asked for. */
  readonly #orders = new Map<DealSort, SortedNumbers>()
  readonly #touched = new Set<number>()
  readonly #one: Statement

  constructor(database: Database) {
    this.#one = database.prepare(`SELECT ${COLUMNS} FROM deals WHERE number = ?`)
    const last = database.prepare('SELECT coalesce(max(number), 0) FROM deals').pluck().get() as number
    // Filled at once: a list that is filled in any order would become a slow dictionary.
    this.#entries = Array.from({ length: last + 1 })
    const all = database.prepare(`SELECT ${COLUMNS} FROM deals INDEXED BY deals_catalog`)
    for (const row of all.iterate() as IterableIterator<Row>) this.#entries[row.number] = entryOf(row)
  }

  /** Notes that a deal was written; `settle` reads it once the commit is through. */
  touch(number: number): void {
    this.#touched.add(number)
  }

  /** After a commit as after a roll-back: what was touched is read as it now stands. */
  settle(): void {
    for (const number of this.#touched) {
      const row = this.#one.get(number) as Row | undefined
      if (this.#entries[number] !== undefined)
        for (const order of this.#orders.values()) order.remove(number)
      this.#entries[number] = row && entryOf(row)
      if (row !== undefined) for (const order of this.#orders.values()) order.insert(number)
    }
    this.#touched.clear()
  }

  /** The row numbers of a window, with how many deals each filter would show of what was found. */
  window({ filter, sort, offset, limit }: Omit<DealQuery, 'search'>, found: Found | null) {
    const counts = Object.fromEntries(DEAL_FILTERS.map((one) => [one, 0])) as Record<DealFilter, number>
    const shown: number[] = []
    const rest: number[] = []
    for (const number of this.#order(sort)) {
      if (found !== null && !found.all.has(number)) continue
      const entry = this.#entries[number] as Entry
      counts[entry.filter]++
      if (filter === 'all' ? entry.filter === 'bin' : entry.filter !== filter) continue
      // Best first: by its name is better than by anything else.
      const isBest = found === null || sort !== 'newest' || found.byName.has(number)
      ;(isBest ? shown : rest).push(number)
    }
    for (const [one, count] of Object.entries(counts)) if (one !== 'bin') counts.all += count
    return { numbers: [...shown, ...rest].slice(offset, offset + limit), total: counts[filter], counts }
  }

  #order(sort: DealSort): SortedNumbers {
    let order = this.#orders.get(sort)
    if (order === undefined) {
      const numbers = this.#entries.flatMap((entry, number) => (entry === undefined ? [] : [number]))
      const compare = COMPARE[sort]
      // Of equals the deal that was made last comes first.
      order = new SortedNumbers(
        numbers,
        (a, b) => compare(this.#entries[a] as Entry, this.#entries[b] as Entry) || b - a,
      )
      this.#orders.set(sort, order)
    }
    return order
  }
}

function entryOf(row: Row): Entry {
  return {
    filter: row.deleted_at === null ? stageOf(row) : 'bin',
    newest: Date.parse(row.deleted_at ?? row.updated_at),
    submitted: row.submitted_at === null ? 0 : Date.parse(row.submitted_at),
    amount: row.amount_cents ?? -1,
    name: fold(row.legal_name),
  }
}
