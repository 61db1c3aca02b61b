import { OWN_LINE, type DealMatch, type Range } from '../../../src-shared/domain/deal-match.ts'
import { newestStatus } from '../../../src-shared/domain/newest-status.ts'
import { statusText } from '../../../src-shared/domain/search-text.ts'
import type { Stage } from '../../../src-shared/domain/pipeline.ts'
import { listIn } from './statements.ts'
import type { CatalogRow, DealKeys } from './deal-keys.ts'
import { NumberSet } from './number-set.ts'

/**
 * For each trait, such as a status or a state, the set of deals (row numbers) with this trait. A filter therefore needs only bit
 * operations.
 */
export class DealTraits {
  readonly #keys: DealKeys
  readonly #underWay = new NumberSet()
  readonly #withProblems = new NumberSet()
  readonly #openOwn = new NumberSet()
  readonly #answered = new Map<string, NumberSet>()
  readonly #regions = new Map<string, NumberSet>()
  readonly #statuses = new Map<string, NumberSet>()
  /** For each combination of application status and offer status: the deals that have this combination, and the words in these statuses. */
  readonly #standings = new Map<string, { words: string[]; deals: NumberSet }>()
  /** For each deal, by row number: the times at which its offers expire, in milliseconds. */
  readonly #expiries = new Map<number, readonly number[]>()

  constructor(keys: DealKeys) {
    this.#keys = keys
  }

  set(number: number, row: CatalogRow, stage: Stage, expiries: readonly number[]): void {
    const isUnderWay = row.state === 'draft' ? row.problems === 0 : stage !== 'funded' && stage !== 'declined'
    this.#standing(row).add(number)
    if (isUnderWay) this.#underWay.add(number)
    if (row.problems > 0) this.#withProblems.add(number)
    if (row.open_lines > 0) this.#openOwn.add(number)
    if (row.region !== '') setOf(this.#regions, row.region).add(number)
    setOf(this.#statuses, newestStatus(row) ?? row.state).add(number)
    for (const line of listIn(row.answered)) setOf(this.#answered, line).add(number)
    if (expiries.length > 0) this.#expiries.set(number, expiries)
  }

  /** Removes a deal from every set. This is fast, because there are only about a hundred sets, and few deals change at a time. */
  remove(number: number): void {
    for (const set of [this.#underWay, this.#withProblems, this.#openOwn]) set.delete(number)
    for (const sets of [this.#answered, this.#regions, this.#statuses])
      for (const set of sets.values()) set.delete(number)
    for (const { deals } of this.#standings.values()) deals.delete(number)
    this.#expiries.delete(number)
  }

  /** Returns the expiry times of each deal's offers, the earliest first. */
  expiries(): ReadonlyMap<number, readonly number[]> {
    return this.#expiries
  }

  /** Returns the deals with a status in which a word starts with `word`. */
  withStatus(word: string): NumberSet {
    let found = new NumberSet()
    for (const { words, deals } of this.#standings.values())
      if (words.some((one) => one.startsWith(word))) found = found.or(deals)
    return found
  }

  /** Returns the subset of `deals` that match all conditions in `match`. */
  matching(deals: NumberSet, match: DealMatch): NumberSet {
    const none = new NumberSet()
    let left = deals
    if (match.under_way) left = left.and(this.#underWay)
    if (match.region !== undefined) left = left.and(this.#regions.get(match.region) ?? none)
    if (match.status !== undefined) left = left.and(this.#statuses.get(match.status) ?? none)
    if (match.problems === 'some') left = left.and(this.#withProblems)
    if (match.problems === 'none') left = left.without(this.#withProblems)
    if (match.papers !== undefined) left = this.#byPapers(left, match.papers)
    if (match.expires !== undefined) left = this.#expiring(left, match.expires)
    if (match.amount_cents !== undefined) left = this.#within(left, 'amount', match.amount_cents)
    if (match.updated !== undefined) left = this.#within(left, 'newest', match.updated)
    if (match.submitted !== undefined) left = this.#within(left, 'submitted', match.submitted)
    return left
  }

  #standing(row: CatalogRow): NumberSet {
    const name = `${row.state} ${row.application_status} ${row.offer_status}`
    let standing = this.#standings.get(name)
    if (standing === undefined)
      this.#standings.set(name, (standing = { words: statusText(row), deals: new NumberSet() }))
    return standing.deals
  }

  #byPapers(deals: NumberSet, { lines, months, is }: NonNullable<DealMatch['papers']>): NumberSet {
    const none = new NumberSet()
    let closed = deals
    for (const line of lines)
      closed =
        line === OWN_LINE ? closed.without(this.#openOwn) : closed.and(this.#answered.get(line) ?? none)
    for (const month of months) {
      let lacking = this.#statuses.get('draft') ?? none
      for (const line of month) lacking = lacking.without(this.#answered.get(line) ?? none)
      closed = closed.without(lacking)
    }
    return is === 'closed' ? closed : deals.without(closed)
  }

  #expiring(deals: NumberSet, { from, to }: Range): NumberSet {
    const found = new NumberSet()
    for (const [number, expiries] of this.#expiries)
      if (deals.has(number) && expiries.some((at) => at >= from && at <= to)) found.add(number)
    return found
  }

  /**
   * Returns the deals whose amount or date is in the range. The stored sort keys are negated values (so that the highest value comes
   * first), so this method negates them again.
   */
  #within(deals: NumberSet, sort: 'amount' | 'newest' | 'submitted', { from, to }: Range): NumberSet {
    const found = new NumberSet()
    for (const number of deals.numbers()) {
      const value = -this.#keys.of(sort, number)
      if (value >= from && value <= to) found.add(number)
    }
    return found
  }
}

function setOf(sets: Map<string, NumberSet>, name: string): NumberSet {
  let set = sets.get(name)
  if (set === undefined) sets.set(name, (set = new NumberSet()))
  return set
}
