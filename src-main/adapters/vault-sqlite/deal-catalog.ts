import type { Database, Statement } from 'better-sqlite3-multiple-ciphers'
import {
  DEAL_FILTERS,
  stageOf,
  type DealFilter,
  type DealQuery,
  type DealSort,
} from '../../../src-shared/domain/pipeline.ts'
import { fold, statusWords } from '../../../src-shared/domain/search-text.ts'
import type { StoredDeal } from '../../core/ports/vault.ts'
import type { Found } from './deal-search.ts'
import { NumberSet } from './number-set.ts'
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

/** What the pipeline sorts a deal by. */
interface Keys {
  newest: number
  submitted: number
  amount: number
  name: string
}

/** Deals of the same statuses, with the words of these. */
interface Standing {
  words: string[]
  deals: NumberSet
}

/** Negative: `a` stands before `b`. What has no value comes last. */
const COMPARE: Record<DealSort, (a: Keys, b: Keys) => number> = {
  newest: (a, b) => b.newest - a.newest,
  submitted: (a, b) => b.submitted - a.submitted,
  amount: (a, b) => b.amount - a.amount,
  name: (a, b) =>
    Number(a.name === '') - Number(b.name === '') || (a.name < b.name ? -1 : Number(a.name > b.name)),
}

const ALL = DEAL_FILTERS.indexOf('all')
const BIN = DEAL_FILTERS.indexOf('bin')

/** So many are sorted in less time than a walk through all deals takes. */
const FEW = 2_000

const COLUMNS = `number, state, partner_status, partner_status_at, offer_status, offer_status_at, updated_at, submitted_at,
  deleted_at, amount_cents, legal_name`

/**
 * Every deal's stage, status and sort keys, in memory: a filter, its counts and any window of a sorted list of 100,000 are a matter of
 * a millisecond, whatever is searched. Read from a covering index when the vault opens, and after each commit brought up to
 * what the database holds.
 */
export class DealCatalog {
  readonly #everything = new NumberSet()
  /** Both by row number, which SQLite gives out one after another: the place among the filters, and the keys. */
  #filters: Uint8Array
  readonly #keys: (Keys | undefined)[]
  /** Deals that stand alike, by how they stand; and where each deal is among them. */
  readonly #standings = new Map<string, Standing>()
  readonly #standingOf: (Standing | undefined)[]
  /** A sort's order is made when it is first asked for. */
  readonly #orders = new Map<DealSort, SortedNumbers>()
  readonly #touched = new Set<number>()
  readonly #one: Statement

  constructor(database: Database) {
    this.#one = database.prepare(`SELECT ${COLUMNS} FROM deals WHERE number = ?`)
    const last = database.prepare('SELECT coalesce(max(number), 0) FROM deals').pluck().get() as number
    this.#filters = new Uint8Array(last + 1)
    // Filled at once: a list that is filled in any order would become a slow dictionary.
    this.#keys = Array.from({ length: last + 1 })
    this.#standingOf = Array.from({ length: last + 1 })
    const all = database.prepare(`SELECT ${COLUMNS} FROM deals INDEXED BY deals_catalog`)
    for (const row of all.iterate() as IterableIterator<Row>) this.#set(row.number, row)
  }

  /** Notes that a deal was written; `settle` reads it once the commit is through. */
  touch(number: number): void {
    this.#touched.add(number)
  }

  /** After a commit as after a roll-back: what was touched is read as it now stands. */
  settle(): void {
    for (const number of this.#touched) {
      const orders = [...this.#orders.values()]
      if (this.#everything.has(number)) for (const order of orders) order.remove(number)
      this.#everything.delete(number)
      this.#standingOf[number]?.deals.delete(number)
      const row = this.#one.get(number) as Row | undefined
      if (row === undefined) continue
      this.#set(number, row)
      for (const order of orders) order.insert(number)
    }
    this.#touched.clear()
  }

  /** The deals with a status of which a word begins so. */
  withStatus(word: string): NumberSet {
    let found = new NumberSet()
    for (const { words, deals } of this.#standings.values())
      if (words.some((one) => one.startsWith(word))) found = found.or(deals)
    return found
  }

  /** The row numbers of a window, with how many deals each filter would show of what was found. */
  window({ filter, sort, offset, limit }: Omit<DealQuery, 'search'>, found: Found | null) {
    const counts = Object.fromEntries(DEAL_FILTERS.map((one) => [one, 0])) as Record<DealFilter, number>
    const page: number[] = []
    let skip = offset
    for (const group of this.#groups(found, sort)) {
      const tally = group.tally(this.#filters, DEAL_FILTERS.length)
      tally[ALL] = tally.reduce((sum, count, at) => (at === BIN ? sum : sum + count), 0)
      for (const [at, one] of DEAL_FILTERS.entries()) counts[one] += tally[at] as number
      const size = tally[DEAL_FILTERS.indexOf(filter)] as number
      if (page.length < limit && skip < size)
        page.push(
          ...(size <= FEW
            ? this.#sorted(group, filter, sort).slice(skip, skip + limit - page.length)
            : this.#walk(group, filter, sort, skip, limit - page.length)),
        )
      skip = Math.max(0, skip - size)
    }
    return { numbers: page, total: counts[filter], counts }
  }

  /** Sorted by the newest, what is found by its name is better than what is found by anything else. */
  #groups(found: Found | null, sort: DealSort): NumberSet[] {
    if (found === null) return [this.#everything]
    return sort === 'newest' ? [found.byName, found.all.without(found.byName)] : [found.all]
  }

  #sorted(group: NumberSet, filter: DealFilter, sort: DealSort): number[] {
    const shown = shownBy(filter)
    return group
      .numbers()
      .filter((number) => shown[this.#filters[number] as number])
      .sort((a, b) => this.#compare(sort, a, b))
  }

  /** The same of many: a walk in order is over when the page is full. */
  #walk(group: NumberSet, filter: DealFilter, sort: DealSort, offset: number, limit: number): number[] {
    const shown = shownBy(filter)
    const numbers = this.#order(sort).numbers()
    const page: number[] = []
    let skip = offset
    for (let at = 0; at < numbers.length && page.length < limit; at++) {
      const number = numbers[at] as number
      if (!shown[this.#filters[number] as number] || !group.has(number)) continue
      if (skip > 0) skip--
      else page.push(number)
    }
    return page
  }

  #set(number: number, row: Row): void {
    if (number >= this.#filters.length) {
      const grown = new Uint8Array(number * 2)
      grown.set(this.#filters)
      this.#filters = grown
    }
    this.#everything.add(number)
    this.#keys[number] = keysOf(row)
    const standing = this.#standing(row)
    standing.deals.add(number)
    this.#standingOf[number] = standing
    this.#filters[number] = DEAL_FILTERS.indexOf(row.deleted_at === null ? stageOf(row) : 'bin')
  }

  #standing(row: Row): Standing {
    const name = JSON.stringify([row.state, row.partner_status, row.offer_status])
    let standing = this.#standings.get(name)
    if (standing === undefined)
      this.#standings.set(name, (standing = { words: statusWords(row), deals: new NumberSet() }))
    return standing
  }

  #compare(sort: DealSort, a: number, b: number): number {
    // Of equals the deal that was made last comes first.
    return COMPARE[sort](this.#keys[a] as Keys, this.#keys[b] as Keys) || b - a
  }

  #order(sort: DealSort): SortedNumbers {
    let order = this.#orders.get(sort)
    if (order === undefined) {
      order = new SortedNumbers(this.#everything.numbers(), (a, b) => this.#compare(sort, a, b))
      this.#orders.set(sort, order)
    }
    return order
  }
}

/** By a deal's place among the filters: whether this one shows it. */
function shownBy(filter: DealFilter): Uint8Array {
  const wanted = DEAL_FILTERS.indexOf(filter)
  return Uint8Array.from(DEAL_FILTERS, (_, at) => Number(wanted === ALL ? at !== BIN : at === wanted))
}

function keysOf(row: Row): Keys {
  return {
    newest: Date.parse(row.deleted_at ?? row.updated_at),
    submitted: row.submitted_at === null ? 0 : Date.parse(row.submitted_at),
    amount: row.amount_cents ?? -1,
    name: fold(row.legal_name),
  }
}
