import { DatabaseSync } from 'node:sqlite'

interface Row {
  number: number
  state: string
  updated_at: string
  names: string
  notes: string
}

/** The bare program of the bench `search`: a plain SQLite FTS5 index that answers with the first page, and with the counts of each state. */
export class PlainSearch {
  readonly #database: DatabaseSync
  readonly #add
  readonly #index
  readonly #page
  readonly #counts

  constructor(file: string) {
    this.#database = new DatabaseSync(file)
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE deals (number INTEGER PRIMARY KEY, state TEXT, updated_at TEXT, names TEXT);
      CREATE VIRTUAL TABLE words USING fts5 (
        names, notes, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3', content = ''
      );
      BEGIN`)
    this.#add = this.#database.prepare('INSERT INTO deals VALUES (?, ?, ?, ?)')
    this.#index = this.#database.prepare('INSERT INTO words (rowid, names, notes) VALUES (?, ?, ?)')
    const found = 'FROM words JOIN deals ON number = words.rowid WHERE words MATCH ?'
    this.#page = this.#database.prepare(`SELECT deals.* ${found} ORDER BY updated_at DESC LIMIT ?`)
    this.#counts = this.#database.prepare(`SELECT state, count(*) AS deals ${found} GROUP BY state`)
  }

  add({ number, state, updated_at, names, notes }: Row): void {
    this.#add.run(number, state, updated_at, names)
    this.#index.run(number, names, notes)
  }

  commit(): void {
    this.#database.exec('COMMIT')
  }

  find(search: string, limit: number): unknown {
    const words = search.split(/[^\p{L}\p{N}]/u).filter((word) => word !== '')
    const query = words.map((word) => `"${word}"*`).join(' ')
    return [this.#page.all(query, limit), this.#counts.all(query)]
  }

  close(): void {
    this.#database.close()
  }
}
