import type { Database, Statement } from 'better-sqlite3-multiple-ciphers'
import type { DealMatch } from '../../../src-shared/domain/deal-match.ts'
import { shownOffers } from '../../../src-shared/domain/offer-status.ts'
import {
  canExpire,
  DEAL_FILTERS,
  DEAL_SORTS,
  STAGES,
  stageOf,
  type DealFilter,
  type DealSort,
  type DealSums,
} from '../../../src-shared/domain/pipeline.ts'
import type { DealLookup, DealWindow } from '../../core/ports/vault.ts'
import {
  DealKeys,
  expiresKey,
  expiryOfKey,
  type CatalogRow,
  type DealTexts,
  type TextSort,
} from './deal-keys.ts'
import { DealTraits } from './deal-traits.ts'
import type { Found } from './deal-search.ts'
import { listIn } from './statements.ts'
import { NumberSet, SortedNumbers } from './number-set.ts'

type Row = CatalogRow & { number: number }

const ALL = DEAL_FILTERS.indexOf('all')
const BIN = DEAL_FILTERS.indexOf('bin')

/** Up to this number of matching deals, sorting only the matches is faster than searching the sorted list of all deals. */
const FEW = 2_000
/** If the position of more than this many deals changed, sorting the whole list again is faster than moving each deal. */
const MANY_MOVED = 200
/** Pause in milliseconds after a sort order was prepared. The vault serves other requests before the next order is prepared. */
const PAUSE_MS = 20
/**
 * Idle time in milliseconds before the catalog prepares a sort order. Sorting 100,000 deals would noticeably delay a keystroke, so the
 * catalog waits until no search or list request arrived for this time.
 */
const QUIET_MS = 300

const COLUMNS = `number, state, application_status, application_status_at, offer_status, offer_status_at, created_at, updated_at,
  submitted_at, deleted_at, amount_cents, problems, region, offer_cents, expiries, offer_statuses,
  answered, documents, open_lines`
/** For each sort order by a text: the database column or SQL expression that contains the text. */
const TEXTS = {
  name: 'legal_name',
  reference: 'reference',
  owner: 'owner',
  application: "coalesce(application_id, '')",
} as const satisfies Record<TextSort, string>
const TEXT_COLUMNS = Object.entries(TEXTS).map(([sort, column]) => `${column} AS "${sort}"`)
const FROM_INDEX = 'FROM deals INDEXED BY deals_catalog'

/**
 * Keeps every deal's stage, traits, and sort keys in memory. Filtering 100,000 deals, counting them, and returning a part of the sorted
 * list takes about a millisecond. When the vault opens, the catalog is loaded from a covering index (an index with all needed columns) and
 * a narrow table. It is updated after each commit.
 */
export class DealCatalog {
  readonly #everything = new NumberSet()
  /**
   * For each deal, by row number: the index in `DEAL_FILTERS` of the filter that shows the deal. SQLite assigns row numbers sequentially,
   * so an array is sufficient.
   */
  #filters: Uint8Array
  readonly #keys: DealKeys
  readonly #traits: DealTraits
  /** Sorted row numbers for each sort order, built on first use or by `warmUp`. */
  readonly #orders = new Map<DealSort, SortedNumbers>()
  readonly #touched = new Set<number>()
  /** `#now` is the time of the latest check for expired offers. `#nextEnd` is the time at which the next offer expires. */
  #now = 0
  #nextEnd = Infinity
  readonly #one: Statement
  readonly #database: Database
  #askedAt = 0

  constructor(database: Database) {
    this.#database = database
    this.#one = database.prepare(
      `SELECT ${COLUMNS}, ${TEXT_COLUMNS.join(', ')} FROM deals JOIN deal_facts USING (number) WHERE number = ?`,
    )
    const last = database.prepare('SELECT coalesce(max(number), 0) FROM deals').pluck().get() as number
    this.#filters = new Uint8Array(last + 1)
    this.#keys = new DealKeys(
      last,
      (sort) =>
        database
          .prepare(`SELECT number, ${TEXTS[sort]} ${sort === 'owner' ? 'FROM deal_facts' : FROM_INDEX}`)
          .raw()
          .iterate() as IterableIterator<[number, string]>,
    )
    this.#traits = new DealTraits(this.#keys)
    const all = database.prepare(`SELECT ${COLUMNS} ${FROM_INDEX} CROSS JOIN deal_facts USING (number)`)
    for (const row of all.iterate() as IterableIterator<Row>) this.#set(row.number, row)
  }

  /** Records that a deal was written. After the commit, `settle` reloads the deal. */
  touch(number: number): void {
    this.#touched.add(number)
  }

  /** Reloads the deals that `touch` recorded. Call this after a commit or a rollback. */
  settle(): void {
    for (const number of this.#touched) {
      const orders = [...this.#orders.values()]
      if (this.#everything.has(number)) for (const order of orders) order.remove(number)
      this.#everything.delete(number)
      this.#traits.remove(number)
      const row = this.#one.get(number) as (Row & DealTexts) | undefined
      if (row === undefined) continue
      this.#set(number, row)
      this.#keys.setTexts(number, row)
      for (const order of orders) order.insert(number)
    }
    this.#touched.clear()
  }

  /**
   * Returns the time at which a deal's next offer expires. If all its offers have expired, returns the time of the last expiry. Returns
   * null for a deal without an expiry.
   */
  expiry(number: number): number | null {
    return expiryOfKey(this.#keys.of('expires', number))
  }

  /** Sorts the deals by each column, one column after another, before the broker chooses a sort order. */
  warmUp(sorts: readonly DealSort[] = DEAL_SORTS): void {
    const [sort, ...rest] = sorts
    if (sort === undefined) return
    setTimeout(() => {
      if (!this.#database.open) return
      const isQuiet = performance.now() - this.#askedAt >= QUIET_MS
      if (isQuiet) this.#order(sort)
      this.warmUp(isQuiet ? rest : sorts)
    }, PAUSE_MS).unref()
  }

  /** Returns the deals with a status in which a word starts with `word`. */
  withStatus(word: string): NumberSet {
    return this.#traits.withStatus(word)
  }

  /** Returns the row numbers of the deals in the requested part of the list, and the number of matching deals for each filter. */
  window(query: Omit<DealWindow, 'search'>, found: Found | null) {
    const { filter, offset, limit, now = this.#now } = query
    this.#askedAt = performance.now()
    this.#passTo(now)
    const counts = Object.fromEntries(DEAL_FILTERS.map((one) => [one, 0])) as Record<DealFilter, number>
    const page: number[] = []
    let skip = offset
    for (const group of this.#groups(query, found)) {
      const tally = this.#tally(group)
      for (const [at, one] of DEAL_FILTERS.entries()) counts[one] += tally[at] as number
      const size = tally[DEAL_FILTERS.indexOf(filter)] as number
      if (page.length < limit && skip < size)
        // `page.push(...numbers)` would fail for a very long list, and the requested part may contain all deals.
        for (const number of this.#part(group, query, size, skip, limit - page.length)) page.push(number)
      skip = Math.max(0, skip - size)
    }
    return { numbers: page, total: counts[filter], counts }
  }

  count({ filter, match }: Omit<DealLookup, 'search'>, found: Found | null): number {
    const tally = this.#tally(this.#matching(found?.all ?? this.#everything, match))
    return tally[DEAL_FILTERS.indexOf(filter)] as number
  }

  sums({ match }: Omit<DealLookup, 'search'>, found: Found | null): DealSums {
    const sums = Object.fromEntries(
      STAGES.map((stage) => [stage, { deals: 0, amount_cents: 0, offer_cents: 0 }]),
    ) as DealSums
    const value = (sort: 'amount' | 'offer', number: number) => {
      const key = this.#keys.of(sort, number)
      return key === Infinity ? 0 : -key
    }
    for (const number of this.#matching(found?.all ?? this.#everything, match).numbers()) {
      const sum = sums[DEAL_FILTERS[this.#filters[number] as number] as keyof DealSums] as
        | DealSums[keyof DealSums]
        | undefined
      if (sum === undefined) continue
      sum.deals++
      sum.amount_cents += value('amount', number)
      sum.offer_cents += value('offer', number)
    }
    return sums
  }

  #matching(deals: NumberSet, match: DealMatch | undefined): NumberSet {
    return match === undefined ? deals : this.#traits.matching(deals, match)
  }

  /**
   * Splits the deals into groups that are listed one after another. If a search is sorted by newest, matches in names come before other
   * matches.
   */
  #groups({ sort, reversed, match }: Omit<DealWindow, 'search'>, found: Found | null): NumberSet[] {
    const groups =
      found === null
        ? [this.#everything]
        : sort === 'newest' && !reversed
          ? [found.byName, found.all.without(found.byName)]
          : [found.all]
    return groups.map((group) => this.#matching(group, match))
  }

  #tally(group: NumberSet): Uint32Array {
    const tally = group.tally(this.#filters, DEAL_FILTERS.length)
    tally[ALL] = tally.reduce((sum, count, at) => (at === BIN ? sum : sum + count), 0)
    return tally
  }

  /** Returns the requested part of a group of deals. `size` is the number of deals in the group that match the filter. */
  #part(
    group: NumberSet,
    { filter, sort, reversed = false }: Omit<DealWindow, 'search'>,
    size: number,
    offset: number,
    limit: number,
  ): number[] {
    const shown = shownBy(filter)
    const isShown = (number: number) => shown[this.#filters[number] as number] === 1
    const numbers =
      size <= FEW
        ? group.numbers().filter(isShown).sort(this.#keys.comparer(sort))
        : this.#order(sort).numbers()
    const place = this.#placing(numbers, sort, reversed)
    const page: number[] = []
    let skip = offset
    // Go through the deals in sort order until the requested part of the list is complete.
    for (let at = 0; at < numbers.length && page.length < limit; at++) {
      const number = numbers[place(at)] as number
      if (!isShown(number) || !group.has(number)) continue
      if (skip > 0) skip--
      else page.push(number)
    }
    return page
  }

  /**
   * Returns a function that converts a position in the displayed list to an index in `numbers`, which is in ascending order. In a reversed
   * list, deals without a value still come last.
   */
  #placing(numbers: ArrayLike<number>, sort: DealSort, reversed: boolean): (at: number) => number {
    if (!reversed) return (at) => at
    let low = 0
    let high = numbers.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#keys.isLast(sort, numbers[middle] as number)) high = middle
      else low = middle + 1
    }
    return (at) => (at < low ? low - 1 - at : at)
  }

  #set(number: number, row: Row): void {
    if (number >= this.#filters.length) {
      const grown = new Uint8Array(number * 2)
      grown.set(this.#filters)
      this.#filters = grown
    }
    // Changes the row object instead of copying it: there are thousands of rows, and no other code uses this object.
    const deal = Object.assign(row, shownOffers(row.offer_status, listIn(row.offer_statuses)))
    const stage = stageOf(deal)
    const expiries = canExpire(deal) ? (JSON.parse(row.expiries) as number[]) : []
    this.#everything.add(number)
    this.#keys.set(number, row, stage, this.#expires(expiries))
    this.#traits.set(number, row, stage, expiries)
    this.#filters[number] = DEAL_FILTERS.indexOf(row.deleted_at === null ? stage : 'bin')
  }

  #expires(expiries: readonly number[]): number {
    const key = expiresKey(expiries, this.#now)
    if (key >= this.#now) this.#nextEnd = Math.min(this.#nextEnd, key)
    return key
  }

  /** Updates the position of deals whose offers expired since the last call. Also works if the computer's clock was set back. */
  #passTo(now: number): void {
    if (now >= this.#now && now <= this.#nextEnd) return
    this.#now = now
    this.#nextEnd = Infinity
    const moved: (readonly [number: number, key: number])[] = []
    for (const [number, expiries] of this.#traits.expiries()) {
      const key = this.#expires(expiries)
      if (key !== this.#keys.of('expires', number)) moved.push([number, key])
    }
    if (moved.length > MANY_MOVED) this.#orders.delete('expires')
    const order = this.#orders.get('expires')
    for (const [number, key] of moved) {
      order?.remove(number)
      this.#keys.setExpires(number, key)
      order?.insert(number)
    }
  }

  #order(sort: DealSort): SortedNumbers {
    let order = this.#orders.get(sort)
    if (order === undefined) {
      order = new SortedNumbers(this.#everything.numbers(), this.#keys.comparer(sort))
      this.#orders.set(sort, order)
    }
    return order
  }
}

/** For each index in `DEAL_FILTERS`, returns 1 if the filter `filter` shows the deals with that index, otherwise 0. */
function shownBy(filter: DealFilter): Uint8Array {
  const wanted = DEAL_FILTERS.indexOf(filter)
  return Uint8Array.from(DEAL_FILTERS, (_, at) => Number(wanted === ALL ? at !== BIN : at === wanted))
}
