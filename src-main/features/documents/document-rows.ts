import type { Database } from '../../platform/vault/statements.ts'
import { Statements } from '../../platform/vault/statements.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

/** The documents of a vault's deals. Their content is stored in separate files. */
export class DocumentRows {
  readonly #statements: Statements

  constructor(database: Database) {
    this.#statements = new Statements(database)
  }

  put({ error, reading, originals, ...document }: DealDocument): void {
    this.#statements
      .of(
        `INSERT INTO documents (document_id, deal_id, name, kind, size, pages, sha256, state, error, added_at, sent_at,
           reading, originals)
         VALUES (@document_id, @deal_id, @name, @kind, @size, @pages, @sha256, @state, @error, @added_at, @sent_at, @reading,
           @originals)
         ON CONFLICT (document_id) DO UPDATE SET kind = excluded.kind, state = excluded.state, error = excluded.error,
           sent_at = excluded.sent_at, reading = excluded.reading`,
      )
      .run({
        ...document,
        error: asText(error),
        reading: asText(reading),
        originals: asText(originals ?? null),
      })
  }

  delete(document_id: string): void {
    this.#statements.of('DELETE FROM documents WHERE document_id = ?').run(document_id)
  }

  ofDeal(deal_id: string): DealDocument[] {
    return this.#read('WHERE deal_id = ? ORDER BY number', deal_id)
  }

  get(document_id: string): DealDocument | null {
    return this.#read('WHERE document_id = ?', document_id)[0] ?? null
  }

  sending(): DealDocument[] {
    return this.#read("WHERE state = 'sending' ORDER BY number")
  }

  #read(where: string, ...args: string[]): DealDocument[] {
    const rows = this.#statements
      .of(
        `SELECT document_id, deal_id, name, kind, size, pages, sha256, state, error, added_at, sent_at, reading,
           originals
         FROM documents ${where}`,
      )
      .all(...args) as (Omit<DealDocument, 'error' | 'reading' | 'originals'> &
      Record<'error' | 'reading' | 'originals', string | null>)[]
    return rows.map(({ error, reading, originals, ...row }) => ({
      ...row,
      error: fromText(error),
      reading: fromText(reading),
      ...(originals === null ? {} : { originals: fromText(originals) }),
    }))
  }
}

function asText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

function fromText(text: string | null) {
  return text === null ? null : JSON.parse(text)
}
