import type { DealDocument } from '../../../src-shared/features/documents/document.ts'
import type { Evidence, QueuePlace } from '../../../src-shared/features/deals/deal.ts'
import type { Duplicate, OutboxTask } from '../../../src-shared/features/submission/queue.ts'
import {
  type Fingerprint,
  type IdHolder,
  type InboxEvent,
  type KnownDeal,
  RESTORED,
  type StoredDeal,
} from '../../platform/vault/records.ts'
import type { Statements } from '../../platform/vault/rows.ts'
import type { DealRows } from '../deals/deal-rows.ts'

interface Others {
  deals: DealRows
  documents: { sending(): DealDocument[] }
  news: { waitingApplications(): string[] }
  settings: { reads: { getSetting(key: string): string | null } }
}

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

/** Stores the data of the code that sends applications: its tasks and the sent submissions. */
export function submissionRows(db: Statements, { deals, documents, news, settings }: Others) {
  const tasks = (where: string, parameters: Record<string, unknown>): OutboxTask[] => {
    const rows = db
      .of(`SELECT subject_id, deal_id, task, not_before, tries, begun_at, evidence FROM effects ${where}`)
      .all(parameters) as (Omit<OutboxTask, 'evidence'> & { evidence: string | null })[]
    return rows.map(withEvidence)
  }
  const reads = {
    /** Returns all tasks of the submission queue, the first task first. */
    listTasks: () => tasks('ORDER BY number', {}),
    /** Returns the task for an application (`subject_id` is its deal's id) or for a document (`subject_id` is the document's id). */
    getTask: (subject_id: string) => tasks('WHERE subject_id = @subject_id', { subject_id })[0] ?? null,
    /**
     * Returns the first `limit` tasks of these kinds that are due and not running, and the time when the next task is due. If the
     * computer's clock was wrong and far ahead when a task was queued, the task is due immediately.
     */
    dueTasks(kinds: readonly OutboxTask['task'][], now: string, limit: number) {
      const ahead = new Date(Date.parse(now) + CLOCK_WAS_AHEAD_MS).toISOString()
      const query = { kinds: JSON.stringify(kinds), now, ahead, limit }
      const ofKinds = 'WHERE task IN (SELECT value FROM json_each(@kinds))'
      return {
        tasks: tasks(
          `${ofKinds} AND (not_before <= @now OR not_before > @ahead)
             AND (begun_at IS NULL OR task IN ('seek_application', 'seek_document'))
           ORDER BY number LIMIT @limit`,
          query,
        ),
        next_at: db
          .of(`SELECT min(not_before) FROM effects ${ofKinds} AND not_before > @now AND not_before <= @ahead`)
          .pluck()
          .get(query) as string | null,
      }
    },
    /** Returns the queue positions of a deal's application and documents. */
    queuePlaces(deal_id: string): QueuePlace[] {
      const places = db
        .of(
          `SELECT subject_id, task, not_before AS leaves_at, evidence, (
             SELECT count(*) FROM effects AS other WHERE other.task = effects.task AND other.number <= effects.number
           ) AS position
           FROM effects WHERE deal_id = ? AND task <> 'queue_documents' ORDER BY number`,
        )
        .all(deal_id) as (Omit<QueuePlace, 'evidence'> & { evidence: string | null })[]
      return places.map(withEvidence)
    },
    /**
     * Returns other deals that were submitted since `since` and have the same content, EIN, name, or SSN of an owner. Their state is
     * queued, sending, received, or unknown. The deal that this one renews is no duplicate.
     */
    findDuplicates: ({ deal_id, ein, ssns, content }: Fingerprint, since: string) =>
      db
        .of(
          `SELECT deal_id, legal_name, reference, deleted_at, fingerprints.submitted_at,
             CASE
               WHEN content = @content THEN 'content'
               WHEN ein <> '' AND ein = @ein THEN 'ein'
               WHEN name_key <> '' AND name_key = (SELECT name_key FROM merchants WHERE deal_id = @deal_id) THEN 'name'
               WHEN EXISTS (SELECT 1 FROM json_each(ssns) WHERE value IN (SELECT value FROM json_each(@ssns))) THEN 'owner'
             END AS same
           FROM fingerprints JOIN deals USING (deal_id) JOIN merchants USING (deal_id)
           WHERE deal_id <> @deal_id AND deal_id NOT IN (SELECT deal_id FROM money WHERE renewed_as = @deal_id)
             AND state IN ${OUT} AND fingerprints.submitted_at >= @since
             AND same IS NOT NULL
           ORDER BY fingerprints.submitted_at DESC LIMIT 20`,
        )
        .all({ deal_id, ein, ssns: JSON.stringify(ssns), content, since }) as (KnownDeal &
        Pick<Duplicate, 'submitted_at' | 'same'>)[],
    dealsWithFile: (deal_id: string, sha256: string) =>
      db
        .of(
          `SELECT DISTINCT deal_id, legal_name, reference, amount_cents, deleted_at FROM documents JOIN deals USING (deal_id)
           WHERE sha256 = ? AND deal_id <> ? LIMIT 20`,
        )
        .all(sha256, deal_id) as (KnownDeal & Pick<StoredDeal, 'amount_cents'>)[],
    /** Returns the deal that has this application_id or had it until its permanent deletion, or null. */
    findIdHolder(application_id: string): IdHolder | null {
      const deal = db
        .of('SELECT deal_id, legal_name, reference, deleted_at FROM deals WHERE application_id = ?')
        .get(application_id) as KnownDeal | undefined
      if (deal !== undefined) return deal
      const deleted = db
        .of('SELECT 1 FROM deleted_application_ids WHERE application_id = ?')
        .get(application_id)
      return deleted === undefined ? null : 'deleted'
    },
    countReference: (reference: string) =>
      db
        .of("SELECT count(*) FROM deals WHERE reference = ? AND reference <> ''")
        .pluck()
        .get(reference) as number,
    /** Returns events that arrived since `since` and name an application that no deal has or had, oldest first. */
    unmatchedEvents: (since: string) =>
      db
        .of(
          `SELECT * FROM events WHERE state = 'waiting' AND received_at >= ?
             AND application_id NOT IN (SELECT application_id FROM deals WHERE application_id IS NOT NULL)
             AND application_id NOT IN (SELECT application_id FROM deleted_application_ids)
           ORDER BY received_at LIMIT 200`,
        )
        .all(since) as InboxEvent[],
    /**
     * Returns work that a crash left unfinished. Called once at each start. The result has deals and documents stored as `sending`,
     * and `application_id`s of deals with waiting events. It also reports whether the vault was restored from a backup (`RESTORED`).
     */
    interruptedSendings: (): {
      deals: StoredDeal[]
      documents: DealDocument[]
      waiting_applications: string[]
      is_restored: boolean
    } => ({
      waiting_applications: news.waitingApplications(),
      deals: deals.sending(),
      documents: documents.sending(),
      is_restored: settings.reads.getSetting(RESTORED) !== null,
    }),
  }
  const writes = {
    /** Adds or replaces the queue task of an application or a document. The new task gets the queue position of the task that it replaces. */
    put_task({ task: { evidence, ...task } }: { task: OutboxTask }) {
      db.of(
        `INSERT INTO effects (subject_id, deal_id, task, not_before, tries, begun_at, evidence)
         VALUES (@subject_id, @deal_id, @task, @not_before, @tries, @begun_at, @evidence)
         ON CONFLICT (subject_id) DO UPDATE SET task = excluded.task, not_before = excluded.not_before,
           tries = excluded.tries, begun_at = excluded.begun_at, evidence = excluded.evidence`,
      ).run({ ...task, evidence: evidence === null ? null : JSON.stringify(evidence) })
    },
    drop_task({ subject_id }: { subject_id: string }) {
      db.of('DELETE FROM effects WHERE subject_id = ?').run(subject_id)
    },
    put_fingerprint({ fingerprint }: { fingerprint: Fingerprint }) {
      db.of(
        `INSERT OR REPLACE INTO fingerprints (deal_id, ein, ssns, content, submitted_at)
         VALUES (@deal_id, @ein, @ssns, @content, @submitted_at)`,
      ).run({ ...fingerprint, ssns: JSON.stringify(fingerprint.ssns) })
    },
  }
  return { reads, writes }
}

function withEvidence<Row extends { evidence: string | null }>(row: Row) {
  return { ...row, evidence: row.evidence === null ? null : (JSON.parse(row.evidence) as Evidence) }
}
