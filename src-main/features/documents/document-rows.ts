import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import type { OwnChecklistItem } from '../../platform/vault/records.ts'
import type { Statements } from '../../platform/vault/rows.ts'
import type { DealRows } from '../deals/deal-rows.ts'

/** The stored content of the documents in use. Also works in a database that is open for reading only. */
export const contentRows = (db: Statements) => ({
  reads: {
    /** Returns the SHA-256 values of all documents, and of the photos from which documents were made. */
    contentInUse: () =>
      db
        .of(
          `SELECT sha256 FROM documents
           UNION SELECT photo.value ->> 'sha256' FROM documents, json_each(originals) AS photo
           WHERE originals IS NOT NULL AND photo.value ->> 'sha256' IS NOT NULL`,
        )
        .pluck()
        .all() as string[],
  },
})

/** The documents of a vault's deals, and the checklists of documents. The documents' content is stored in separate files. */
export function documentRows(db: Statements, { deals }: { deals: DealRows }) {
  const read = (where: string, ...args: string[]): DealDocument[] => {
    const rows = db
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
  const reads = {
    /** Returns documents in the order they were added. */
    listDocuments: (deal_id: string) => read('WHERE deal_id = ? ORDER BY number', deal_id),
    getDocument: (document_id: string) => read('WHERE document_id = ?', document_id)[0] ?? null,
    /**
     * Returns the broker's own checklist lines of a deal. Also returns the documents that are assigned to a checklist line, with that line.
     */
    checklistOf: (deal_id: string) => ({
      items: db
        .of('SELECT item_id, deal_id, label FROM checklist WHERE deal_id = ? ORDER BY number')
        .all(deal_id) as OwnChecklistItem[],
      ties: db
        .of(
          `SELECT document_id, item_id FROM checklist_ties JOIN documents USING (document_id) WHERE deal_id = ?`,
        )
        .all(deal_id) as { document_id: string; item_id: string }[],
    }),
  }
  const writes = {
    put_document({ document: { error, reading, originals, ...document } }: { document: DealDocument }) {
      db.of(
        `INSERT INTO documents (document_id, deal_id, name, kind, size, pages, sha256, state, error, added_at, sent_at,
           reading, originals)
         VALUES (@document_id, @deal_id, @name, @kind, @size, @pages, @sha256, @state, @error, @added_at, @sent_at, @reading,
           @originals)
         ON CONFLICT (document_id) DO UPDATE SET kind = excluded.kind, state = excluded.state, error = excluded.error,
           sent_at = excluded.sent_at, reading = excluded.reading`,
      ).run({
        ...document,
        error: asText(error),
        reading: asText(reading),
        originals: asText(originals ?? null),
      })
      deals.documentsChanged(document.deal_id)
    },
    delete_document({ document_id }: { document_id: string }) {
      const deal_id = reads.getDocument(document_id)?.deal_id
      db.of('DELETE FROM documents WHERE document_id = ?').run(document_id)
      deals.documentsChanged(deal_id)
    },
    put_checklist_item({ item }: { item: OwnChecklistItem }) {
      db.of('INSERT INTO checklist (item_id, deal_id, label) VALUES (@item_id, @deal_id, @label)').run(item)
      deals.documentsChanged(item.deal_id)
    },
    delete_checklist_item({ item_id }: { item_id: string }) {
      const deal_id = db.of('SELECT deal_id FROM checklist WHERE item_id = ?').pluck().get(item_id)
      db.of('DELETE FROM checklist_ties WHERE item_id = ?').run(item_id)
      db.of('DELETE FROM checklist WHERE item_id = ?').run(item_id)
      deals.documentsChanged(deal_id as string | undefined)
    },
    /** Assigns a document to the checklist line for which it was requested. Null removes the assignment. */
    tie_document({ document_id, item_id }: { document_id: string; item_id: string | null }) {
      db.of('DELETE FROM checklist_ties WHERE document_id = ?').run(document_id)
      if (item_id !== null)
        db.of('INSERT INTO checklist_ties (document_id, item_id) VALUES (?, ?)').run(document_id, item_id)
      deals.documentsChanged(reads.getDocument(document_id)?.deal_id)
    },
  }
  return { reads, writes, sending: () => read("WHERE state = 'sending' ORDER BY number") }
}

function asText(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value)
}

function fromText(text: string | null) {
  return text === null ? null : JSON.parse(text)
}
