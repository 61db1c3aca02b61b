import type { Database } from '../../platform/vault/statements.ts'
import type { OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import type { Evidence, QueuePlace } from '../../../src-shared/features/deals/deal.ts'
import type {
  Fingerprint,
  IdHolder,
  InboxEvent,
  KnownDeal,
  OwnChecklistItem,
  VaultWrite,
} from '../../platform/vault/vault.ts'

type SubmissionWrite = Extract<
  VaultWrite,
  {
    write:
      | 'put_task'
      | 'drop_task'
      | 'put_fingerprint'
      | 'put_checklist_item'
      | 'delete_checklist_item'
      | 'tie_document'
  }
>

/**
 * SQL list of the states in which an application counts as sent: it is waiting to be sent, being sent, or received, or its outcome is
 * unknown.
 */
const OUT = "('queued', 'sending', 'received', 'unknown')"

/**
 * One hour. Every undo window (the seconds in which the broker can cancel a submission) and every pause before a retry is shorter. If a
 * task would have to wait longer, it was queued while the computer's clock was ahead.
 */
const CLOCK_WAS_AHEAD_MS = 3_600_000

/** Stores the data of the code that sends applications: its tasks, the sent submissions, and the checklist of documents. */
export class SubmissionRows {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  apply(write: SubmissionWrite): void {
    switch (write.write) {
      case 'put_task': {
        const { evidence, ...task } = write.task
        this.#run(
          `INSERT INTO effects (subject_id, deal_id, task, not_before, tries, begun_at, evidence)
           VALUES (@subject_id, @deal_id, @task, @not_before, @tries, @begun_at, @evidence)
           ON CONFLICT (subject_id) DO UPDATE SET task = excluded.task, not_before = excluded.not_before,
             tries = excluded.tries, begun_at = excluded.begun_at, evidence = excluded.evidence`,
          { ...task, evidence: evidence === null ? null : JSON.stringify(evidence) },
        )
        return
      }
      case 'drop_task':
        return this.#run('DELETE FROM effects WHERE subject_id = ?', write.subject_id)
      case 'put_fingerprint':
        return this.#run(
          `INSERT OR REPLACE INTO fingerprints (deal_id, ein, content, submitted_at)
           VALUES (@deal_id, @ein, @content, @submitted_at)`,
          write.fingerprint,
        )
      case 'put_checklist_item':
        return this.#run(
          'INSERT INTO checklist (item_id, deal_id, label) VALUES (@item_id, @deal_id, @label)',
          write.item,
        )
      case 'delete_checklist_item':
        this.#run('DELETE FROM checklist_ties WHERE item_id = ?', write.item_id)
        return this.#run('DELETE FROM checklist WHERE item_id = ?', write.item_id)
      case 'tie_document':
        this.#run('DELETE FROM checklist_ties WHERE document_id = ?', write.document_id)
        if (write.item_id !== null)
          this.#run(
            'INSERT INTO checklist_ties (document_id, item_id) VALUES (?, ?)',
            write.document_id,
            write.item_id,
          )
        return
    }
  }

  dealOfItem(item_id: string): string | undefined {
    return this.#database.prepare('SELECT deal_id FROM checklist WHERE item_id = ?').pluck().get(item_id) as
      | string
      | undefined
  }

  listTasks(): OutboxTask[] {
    return this.#tasks('ORDER BY number', {})
  }

  getTask(subject_id: string): OutboxTask | null {
    return this.#tasks('WHERE subject_id = @subject_id', { subject_id })[0] ?? null
  }

  dueTasks(
    kinds: readonly OutboxTask['task'][],
    now: string,
    limit: number,
  ): { tasks: OutboxTask[]; next_at: string | null } {
    const ahead = new Date(Date.parse(now) + CLOCK_WAS_AHEAD_MS).toISOString()
    const query = { kinds: JSON.stringify(kinds), now, ahead, limit }
    const ofKinds = 'WHERE task IN (SELECT value FROM json_each(@kinds))'
    return {
      tasks: this.#tasks(
        `${ofKinds} AND (not_before <= @now OR not_before > @ahead)
           AND (begun_at IS NULL OR task IN ('seek_application', 'seek_document'))
         ORDER BY number LIMIT @limit`,
        query,
      ),
      next_at: this.#database
        .prepare(
          `SELECT min(not_before) FROM effects ${ofKinds} AND not_before > @now AND not_before <= @ahead`,
        )
        .pluck()
        .get(query) as string | null,
    }
  }

  queuePlaces(deal_id: string): QueuePlace[] {
    const places = this.#database
      .prepare(
        `SELECT subject_id, task, not_before AS leaves_at, evidence, (
           SELECT count(*) FROM effects AS other WHERE other.task = effects.task AND other.number <= effects.number
         ) AS position
         FROM effects WHERE deal_id = ? AND task <> 'queue_documents' ORDER BY number`,
      )
      .all(deal_id) as (Omit<QueuePlace, 'evidence'> & { evidence: string | null })[]
    return places.map(withEvidence)
  }

  findDuplicates({ deal_id, ein, content }: Fingerprint, since: string): (KnownDeal & Fingerprint)[] {
    return this.#database
      .prepare(
        `SELECT deal_id, legal_name, reference, deleted_at, ein, content, fingerprints.submitted_at
         FROM fingerprints JOIN deals USING (deal_id)
         WHERE deal_id <> @deal_id AND state IN ${OUT} AND fingerprints.submitted_at >= @since
           AND ((ein <> '' AND ein = @ein) OR content = @content)
         ORDER BY fingerprints.submitted_at DESC LIMIT 20`,
      )
      .all({ deal_id, ein, content, since }) as (KnownDeal & Fingerprint)[]
  }

  dealsWithFile(deal_id: string, sha256: string): KnownDeal[] {
    return this.#database
      .prepare(
        `SELECT DISTINCT deal_id, legal_name, reference, deleted_at FROM documents JOIN deals USING (deal_id)
         WHERE sha256 = ? AND deal_id <> ? LIMIT 20`,
      )
      .all(sha256, deal_id) as KnownDeal[]
  }

  findIdHolder(application_id: string): IdHolder | null {
    const deal = this.#database
      .prepare('SELECT deal_id, legal_name, reference, deleted_at FROM deals WHERE application_id = ?')
      .get(application_id) as KnownDeal | undefined
    if (deal !== undefined) return deal
    const deleted = this.#database
      .prepare('SELECT 1 FROM deleted_application_ids WHERE application_id = ?')
      .get(application_id)
    return deleted === undefined ? null : 'deleted'
  }

  countReference(reference: string): number {
    return this.#database
      .prepare("SELECT count(*) FROM deals WHERE reference = ? AND reference <> ''")
      .pluck()
      .get(reference) as number
  }

  unmatchedEvents(since: string): InboxEvent[] {
    return this.#database
      .prepare(
        `SELECT * FROM events WHERE state = 'waiting' AND received_at >= ?
           AND application_id NOT IN (SELECT application_id FROM deals WHERE application_id IS NOT NULL)
           AND application_id NOT IN (SELECT application_id FROM deleted_application_ids)
         ORDER BY received_at LIMIT 200`,
      )
      .all(since) as InboxEvent[]
  }

  checklistOf(deal_id: string): {
    items: OwnChecklistItem[]
    ties: { document_id: string; item_id: string }[]
  } {
    return {
      items: this.#database
        .prepare('SELECT item_id, deal_id, label FROM checklist WHERE deal_id = ? ORDER BY number')
        .all(deal_id) as OwnChecklistItem[],
      ties: this.#database
        .prepare(
          `SELECT document_id, item_id FROM checklist_ties JOIN documents USING (document_id) WHERE deal_id = ?`,
        )
        .all(deal_id) as { document_id: string; item_id: string }[],
    }
  }

  #tasks(where: string, parameters: Record<string, unknown>): OutboxTask[] {
    const rows = this.#database
      .prepare(
        `SELECT subject_id, deal_id, task, not_before, tries, begun_at, evidence FROM effects ${where}`,
      )
      .all(parameters) as (Omit<OutboxTask, 'evidence'> & { evidence: string | null })[]
    return rows.map(withEvidence)
  }

  #run(sql: string, ...args: unknown[]): void {
    this.#database.prepare(sql).run(...args)
  }
}

function withEvidence<Row extends { evidence: string | null }>(row: Row) {
  return { ...row, evidence: row.evidence === null ? null : (JSON.parse(row.evidence) as Evidence) }
}
