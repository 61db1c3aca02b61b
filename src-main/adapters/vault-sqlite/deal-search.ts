import type { Database, Statement } from 'better-sqlite3-multiple-ciphers'
import { searchWords, type SearchText } from '../../../src-shared/domain/search-text.ts'
import { wordsOf } from '../../../src-shared/text.ts'
import { NumberSet } from './number-set.ts'

/** The matches of a search word are cached if there are at least this many. Fewer matches can be read from the index just as fast. */
const MANY = 2_000
/** Maximum number of search words whose matches are cached. This number is enough for all single letters and the common prefixes. */
const KEPT_WORDS = 256
/**
 * If more deals than this changed after the matches of a word were cached, a new query is faster than updating these matches. The second
 * number applies to changed deals whose text is not cached, because the index must be queried for each of them.
 */
const MOST_CHANGES = 2_000
const MOST_WITHOUT_TEXT = 256
/** If the words before a word leave at most this many deals, only the matches of the word among these deals are read. */
const FEW = 500

/** Maximum number of changed deals whose text is cached. At this number, the texts are discarded, and the index is queried instead. */
const MOST_TEXTS = 5_000

/** Characters with which a search can start. Their matches are cached in advance. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']
/** Pause in milliseconds after the query for a letter. The vault serves other requests before the query for the next letter. */
const PAUSE_MS = 20

/** All deals that match a search, and the subset of these deals whose name matches. */
export interface Found {
  all: NumberSet
  byName: NumberSet
}

interface ChangedText {
  names: string[]
  others: string[]
}

interface KeptWord extends Found {
  /** Number of elements of `#changed` that these cached matches already include. */
  seen: number
}

/**
 * The full-text index. A single letter matches most deals, and reading those matches costs ten times as much as the rest of a search.
 * Therefore, if a word has many matches, the matches are cached. The next search for the word checks only the deals that changed since
 * then.
 */
export class DealSearch {
  readonly #database: Database
  readonly #many: number
  readonly #kept = new Map<string, KeptWord>()
  /**
   * Row numbers of deals whose text changed, in the order of the changes. Changes that were rolled back may remain in this list, because
   * its only effect is that these deals are checked again.
   */
  #changed: number[] = []
  /**
   * Words of changed deals by row number; null for a deleted deal. Without this map, checking one deal would require a scan of all deals
   * that match the prefix.
   */
  readonly #texts = new Map<number, ChangedText | null>()
  readonly #insert: Statement
  readonly #delete: Statement
  readonly #query: Statement
  readonly #matches: Statement

  /** `many` is the number of matches from which a word's matches are cached. */
  constructor(database: Database, many = MANY) {
    this.#database = database
    this.#many = many
    this.#insert = database.prepare(
      'INSERT INTO deal_search (rowid, names, marks, notes) VALUES (@number, @names, @marks, @notes)',
    )
    this.#delete = database.prepare('DELETE FROM deal_search WHERE rowid = CAST(? AS INTEGER)')
    this.#query = database.prepare('SELECT rowid FROM deal_search WHERE deal_search MATCH ?').pluck()
    // `CAST` is necessary: the driver passes numbers as SQL type REAL, but FTS5 (SQLite's full-text search) finds a rowid only by an
    // integer.
    this.#matches = database
      .prepare('SELECT 1 FROM deal_search WHERE deal_search MATCH ? AND rowid = CAST(? AS INTEGER)')
      .pluck()
  }

  add(number: number, text: SearchText): void {
    this.#insert.run({ number, ...text })
    const { names, marks, notes } = text
    this.#note(number, { names: wordsOf(names), others: wordsOf(`${marks} ${notes}`) })
  }

  remove(number: number): void {
    this.#delete.run(number)
    this.#note(number, null)
  }

  /** Discards the cached texts of changed deals. Call this after a rollback, because the cached texts may then differ from the index. */
  forgetTexts(): void {
    this.#texts.clear()
  }

  /** Caches the matches of each letter, one after another, before the first search. */
  warmUp(letters = LETTERS): void {
    const [letter, ...rest] = letters
    if (letter === undefined) return
    setTimeout(() => {
      if (!this.#database.open) return
      this.#word(letter)
      this.warmUp(rest)
    }, PAUSE_MS).unref()
  }

  /**
   * Finds deals. Returns null, which means all deals, if `search` contains no words. `besides` returns the deals with a status that matches
   * a word of the search. Statuses are not in the index, because they change with every event.
   */
  find(search: string, besides: (word: string) => NumberSet): Found | null {
    const [first, ...others] = searchWords(search).map((words) => this.#matching(words, besides))
    if (first === undefined || first === null) return null
    return others.reduce<Found>(
      (found, other) =>
        other === null ? found : { all: found.all.or(other.all), byName: found.byName.or(other.byName) },
      first,
    )
  }

  /** Returns the deals that contain all of these words, or null if there are no words. */
  #matching(words: string[], besides: (word: string) => NumberSet): Found | null {
    let found: Found | null = null
    /** The words before whose matches all come from the index. */
    const indexed: string[] = []
    for (const word of new Set(words)) {
      const others = besides(word)
      const isIndexed = others.size() === 0
      const isFew: boolean = found !== null && indexed.length > 0 && found.all.size() <= FEW
      const { all, byName }: Found =
        isFew && isIndexed && !this.#kept.has(word) ? this.#together([...indexed, word]) : this.#word(word)
      const matches: NumberSet = isIndexed ? all : all.or(others)
      found =
        found === null
          ? { all: matches, byName }
          : { all: found.all.and(matches), byName: found.byName.and(byName) }
      if (isIndexed) indexed.push(word)
    }
    return found
  }

  /** Reads the deals that contain all of these words. Faster than reading the matches of each word if few deals contain all words. */
  #together(words: readonly string[]): Found {
    const query = words.map(prefix).join(' AND ')
    return { all: this.#numbers(query), byName: this.#numbers(`names : (${query})`) }
  }

  #word(word: string): Found {
    const kept = this.#kept.get(word)
    this.#kept.delete(word)
    const current =
      kept !== undefined && this.#canCatchUp(kept.seen) ? this.#catchUp(word, kept) : this.#read(word)
    // The entries are in order of their last use. If there are too many words, the word that was not used for the longest time is removed.
    if (current.all.size() >= this.#many) this.#kept.set(word, current)
    if (this.#kept.size > KEPT_WORDS) this.#kept.delete(this.#kept.keys().next().value as string)
    return current
  }

  /** Reads the matches of a word. Reads those in names only once, because most words of a name are only there. */
  #read(word: string): KeptWord {
    const byName = this.#numbers(inNames(word))
    return { all: byName.or(this.#numbers(besideNames(word))), byName, seen: this.#changed.length }
  }

  #numbers(query: string): NumberSet {
    const set = new NumberSet()
    for (const number of this.#query.all(query) as number[]) set.add(number)
    return set
  }

  #canCatchUp(seen: number): boolean {
    if (this.#changed.length - seen > MOST_CHANGES) return false
    let missing = 0
    for (let at = seen; at < this.#changed.length; at++)
      if (!this.#texts.has(this.#changed[at] as number)) missing++
    return missing <= MOST_WITHOUT_TEXT
  }

  #catchUp(word: string, kept: KeptWord): KeptWord {
    for (const number of new Set(this.#changed.slice(kept.seen))) {
      const text = this.#texts.get(number)
      const begins = (words: string[]) => words.some((one) => one.startsWith(word))
      const isInNames = text ? begins(text.names) : text === undefined && this.#has(inNames(word), number)
      const isThere = text
        ? isInNames || begins(text.others)
        : text === undefined && this.#has(prefix(word), number)
      put(kept.byName, number, isInNames)
      put(kept.all, number, isThere)
    }
    return { ...kept, seen: this.#changed.length }
  }

  #note(number: number, text: ChangedText | null): void {
    this.#changed.push(number)
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear()
    this.#texts.set(number, text)
  }

  #has(query: string, number: number): boolean {
    return this.#matches.get(query, number) !== undefined
  }
}

function put(set: NumberSet, number: number, isIn: boolean): void {
  if (isIn) set.add(number)
  else set.delete(number)
}

/** Returns the search query for a prefix. The quotes prevent FTS5 (SQLite's full-text search) from interpreting typed text as operators. */
const prefix = (word: string) => `"${word}" *`
const inNames = (word: string) => `names : ${prefix(word)}`
const besideNames = (word: string) => `{marks notes} : ${prefix(word)}`
