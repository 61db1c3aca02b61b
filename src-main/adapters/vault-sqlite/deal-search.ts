import type { Database, Statement } from 'better-sqlite3-multiple-ciphers'
import { wordsOf, type SearchText } from '../../../src-shared/domain/search-text.ts'
import { NumberSet } from './number-set.ts'

/** Fewer matches than these are read again as quickly as they are kept. */
const MANY = 2_000
/** Words with many matches of which they are kept: all letters, and the usual beginnings of words. */
const KEPT_WORDS = 256
/** After so many changes it is quicker to ask for a word's matches anew. */
const MOST_CHANGES = 256

/** Texts of changed deals that are kept in memory; where there are more, the index is asked instead. */
const MOST_TEXTS = 5_000

/** What a search begins with. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz0123456789']
/** Between two of them whatever else is asked of the vault has its turn. */
const PAUSE_MS = 20

/** The deals that match a search, and among them those that match by their names alone. */
export interface Found {
  all: NumberSet
  byName: NumberSet
}

interface ChangedText {
  names: string[]
  others: string[]
}

interface KeptWord extends Found {
  /** How many changes of the index it has seen. */
  seen: number
}

/**
 * The full-text index. One letter is found in most deals, so reading what matches it costs ten times as much as everything
 * else; where a word has many matches they are therefore kept, and only deals that changed since are looked up again.
 */
export class DealSearch {
  readonly #database: Database
  readonly #many: number
  readonly #kept = new Map<string, KeptWord>()
  /** Row numbers in the order in which their text changed; one that was rolled back does no harm. */
  #changed: number[] = []
  /**
   * The words of deals that changed, null for one that is gone: the index looks through all matches of a beginning to find
   * out about one deal.
   */
  readonly #texts = new Map<number, ChangedText | null>()
  readonly #insert: Statement
  readonly #delete: Statement
  readonly #matching: Statement
  readonly #matches: Statement

  /** `many`: how many matches make a word worth keeping. */
  constructor(database: Database, many = MANY) {
    this.#database = database
    this.#many = many
    this.#insert = database.prepare(
      'INSERT INTO deal_search (rowid, names, marks, notes) VALUES (@number, @names, @marks, @notes)',
    )
    this.#delete = database.prepare('DELETE FROM deal_search WHERE rowid = CAST(? AS INTEGER)')
    this.#matching = database.prepare('SELECT rowid FROM deal_search WHERE deal_search MATCH ?').pluck()
    // The driver binds numbers as reals, and FTS5 passes over a rowid that is no integer.
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

  /** A transaction was rolled back: what it changed is not what the index holds. */
  forgetTexts(): void {
    this.#texts.clear()
  }

  /** Reads what matches each letter, one after another, before anybody types one. */
  warmUp(letters = LETTERS): void {
    const [letter, ...rest] = letters
    if (letter === undefined) return
    setTimeout(() => {
      if (!this.#database.open) return
      if (!this.#kept.has(letter)) this.#word(letter)
      this.warmUp(rest)
    }, PAUSE_MS).unref()
  }

  /**
   * Null when nothing was searched: then every deal is found. `besides` answers what else has a word that begins so: how deals
   * stand changes with every event, so it is not in the index.
   */
  find(search: string, besides: (word: string) => NumberSet): Found | null {
    const [first, ...rest] = [...new Set(wordsOf(search))]
    if (first === undefined) return null
    const matches = (word: string): Found => {
      const { all, byName } = this.#word(word)
      return { all: all.or(besides(word)), byName }
    }
    let found = matches(first)
    for (const word of rest) {
      const { all, byName } = matches(word)
      found = { all: found.all.and(all), byName: found.byName.and(byName) }
    }
    return found
  }

  #word(word: string): Found {
    const kept = this.#kept.get(word)
    this.#kept.delete(word)
    const current =
      kept !== undefined && this.#changed.length - kept.seen <= MOST_CHANGES
        ? this.#catchUp(word, kept)
        : this.#read(word)
    // The one that was used last stands last, so the first is the one to forget.
    if (current.all.size() >= this.#many) this.#kept.set(word, current)
    if (this.#kept.size > KEPT_WORDS) this.#kept.delete(this.#kept.keys().next().value as string)
    return current
  }

  #read(word: string): KeptWord {
    const collect = (query: string) => {
      const set = new NumberSet()
      for (const number of this.#matching.all(query) as number[]) set.add(number)
      return set
    }
    return { all: collect(anywhere(word)), byName: collect(inNames(word)), seen: this.#changed.length }
  }

  #catchUp(word: string, kept: KeptWord): KeptWord {
    for (const number of new Set(this.#changed.slice(kept.seen))) {
      const text = this.#texts.get(number)
      const begins = (words: string[]) => words.some((one) => one.startsWith(word))
      const isInNames = text ? begins(text.names) : text === undefined && this.#has(inNames(word), number)
      const isThere = text
        ? isInNames || begins(text.others)
        : text === undefined && this.#has(anywhere(word), number)
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

/** Quoted, so that no operator is read in what was typed. */
const anywhere = (word: string) => `"${word}" *`
const inNames = (word: string) => `names : "${word}" *`
