import { DEAL_SORTS, STAGES, type DealSort, type Stage } from '../../../src-shared/domain/pipeline.ts'
import { fold } from '../../../src-shared/text.ts'
import type { StoredDeal } from '../../core/ports/vault.ts'

export type CatalogRow = Pick<
  StoredDeal,
  | 'state'
  | 'application_status'
  | 'application_status_at'
  | 'offer_status'
  | 'offer_status_at'
  | 'created_at'
  | 'updated_at'
  | 'submitted_at'
  | 'deleted_at'
  | 'amount_cents'
> & {
  problems: number
  region: string
  offer_cents: number | null
  /**
   * `expiries`, `offer_statuses`, and `answered` are JSON. `answered` contains the checklist lines for which the deal has a document, and
   * the months that its bank statements cover.
   */
  expiries: string
  offer_statuses: string
  answered: string
  documents: number
  open_lines: number
}

const TEXT_SORTS = ['name', 'reference', 'owner', 'application'] as const satisfies DealSort[]
export type TextSort = (typeof TEXT_SORTS)[number]
export type DealTexts = Record<TextSort, string>
/** Returns each deal's row number, and the text by which this sort order compares deals. */
type ReadTexts = (sort: TextSort) => Iterable<[number: number, text: string]>
type NumberSort = Exclude<DealSort, TextSort>

const NUMBER_SORTS = DEAL_SORTS.filter((sort): sort is NumberSort => !isText(sort))

/** Sort key of a deal without a value. Such a deal comes last. */
const NOTHING = Infinity
/**
 * If all offers of a deal expired, the sort key is this value minus the last expiry. Such deals therefore come after deals with open
 * offers, the latest expiry first. This key is higher than `LAST_DATE` for any realistic expiry, so that `isLast` recognizes such deals.
 */
const OVER = Number.MAX_SAFE_INTEGER
const LAST_DATE = 8_640_000_000_000_000

/** Sort keys of deals: for each sort order, an array that is indexed by row number. Smaller keys come first. */
export class DealKeys {
  readonly #numbers: Record<NumberSort, Float64Array>
  /** Normalized texts such as names, by row number. They are loaded for the first sort by a text, so that opening a vault is fast. */
  readonly #texts = new Map<TextSort, string[]>()
  readonly #readTexts: ReadTexts

  constructor(last: number, readTexts: ReadTexts) {
    const column = () => new Float64Array(last + 1)
    this.#numbers = Object.fromEntries(NUMBER_SORTS.map((sort) => [sort, column()])) as Record<
      NumberSort,
      Float64Array
    >
    this.#readTexts = readTexts
  }

  set(number: number, row: CatalogRow, stage: Stage, expires: number): void {
    if (number >= this.#numbers.newest.length) this.#grow(number * 2)
    const numbers = this.#numbers
    numbers.newest[number] = -Date.parse(row.deleted_at ?? row.updated_at)
    numbers.created[number] = -Date.parse(row.created_at)
    numbers.submitted[number] = row.submitted_at === null ? NOTHING : -Date.parse(row.submitted_at)
    numbers.amount[number] = row.amount_cents === null ? NOTHING : -row.amount_cents
    numbers.offer[number] = row.offer_cents === null ? NOTHING : -row.offer_cents
    numbers.expires[number] = expires
    numbers.documents[number] = row.documents === 0 ? NOTHING : -row.documents
    numbers.problems[number] = row.problems === 0 ? NOTHING : -row.problems
    numbers.stage[number] = STAGES.indexOf(stage)
  }

  /** Updates the texts of a deal. Call this after `set` if the deal was written after the texts were loaded. */
  setTexts(number: number, row: DealTexts): void {
    for (const [sort, texts] of this.#texts) texts[number] = fold(row[sort])
  }

  /**
   * Returns a function that compares two deals. A negative result means that deal `a` comes first. The result is never 0: among deals with
   * equal keys, the newest deal comes first.
   */
  comparer(sort: DealSort): (a: number, b: number) => number {
    if (isText(sort)) {
      const keys = this.#textsOf(sort)
      return (a, b) => compareTexts(keys[a] as string, keys[b] as string) || b - a
    }
    // Each comparison must read the array from `columns` again, because a new array replaces an array that becomes too short.
    const columns = this.#numbers
    return (a, b) => {
      const keys = columns[sort]
      const one = keys[a] as number
      const other = keys[b] as number
      return one < other ? -1 : one > other ? 1 : b - a
    }
  }

  setExpires(number: number, expires: number): void {
    this.#numbers.expires[number] = expires
  }

  /** True if a deal comes last in ascending and in reversed order: it has no value, or all its offers have expired. */
  isLast(sort: DealSort, number: number): boolean {
    return isText(sort)
      ? this.#textsOf(sort)[number] === ''
      : (this.#numbers[sort][number] as number) > LAST_DATE
  }

  /**
   * Returns the sort key of a deal. The key is the negated value if the highest value comes first. The key is Infinity if the deal has no
   * value.
   */
  of(sort: NumberSort, number: number): number {
    return this.#numbers[sort][number] as number
  }

  #textsOf(sort: TextSort): string[] {
    let texts = this.#texts.get(sort)
    if (texts === undefined) {
      // Fill the array first, because V8 (the JavaScript engine) turns an array with missing elements into a slow dictionary.
      texts = Array.from<string>({ length: this.#numbers.newest.length }).fill('')
      for (const [number, text] of this.#readTexts(sort)) texts[number] = fold(text)
      this.#texts.set(sort, texts)
    }
    return texts
  }

  #grow(size: number): void {
    for (const sort of NUMBER_SORTS) {
      const grown = new Float64Array(size)
      grown.set(this.#numbers[sort])
      this.#numbers[sort] = grown
    }
  }
}

/** Returns the sort key of a deal whose offers have these expiry times. `expiries` is sorted, with the earliest time first. */
export function expiresKey(expiries: readonly number[], now: number): number {
  const next = expiries.find((at) => at >= now)
  if (next !== undefined) return next
  const last = expiries.at(-1)
  return last === undefined ? NOTHING : OVER - last
}

export function expiryOfKey(key: number): number | null {
  if (key === NOTHING) return null
  return key > LAST_DATE ? OVER - key : key
}

function isText(sort: DealSort): sort is TextSort {
  return (TEXT_SORTS as readonly DealSort[]).includes(sort)
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  if (a === '' || b === '') return a === '' ? 1 : -1
  return a < b ? -1 : 1
}
