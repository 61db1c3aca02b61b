import type { Database } from 'better-sqlite3-multiple-ciphers'
import type { DealSummary } from '../../../src-shared/domain/deal.ts'
import { newestStatus } from '../../../src-shared/domain/newest-status.ts'
import { statusLabel } from '../../../src-shared/domain/status-labels.ts'
import type { StoredDeal } from '../../core/ports/vault.ts'

/** Columns that hold JSON. */
const JSON_COLUMNS = ['values', 'field_problems', 'refused_fields', 'error', 'offers'] as const
const COLUMNS = [
  'deal_id',
  'profile_id',
  'profile_version',
  'values',
  'revision',
  'field_problems',
  'refused_fields',
  'state',
  'error',
  'application_id',
  'partner_status',
  'partner_status_at',
  'offer_status',
  'offer_status_at',
  'offers',
  'legal_name',
  'reference',
  'amount_cents',
  'created_at',
  'updated_at',
  'submitted_at',
  'deleted_at',
] as const satisfies (keyof StoredDeal)[]

type Row = Record<string, unknown>

const STATE_WORDS: Record<StoredDeal['state'], string> = {
  draft: 'Draft',
  queued: 'Queued',
  sending: 'Sending',
  received: 'Submitted',
  refused: 'Refused',
  unknown: 'Outcome unknown',
}

/** The deals of a vault. */
export class DealRows {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  insert(deal: StoredDeal): void {
    const names = COLUMNS.map((column) => `"${column}"`).join(', ')
    const places = COLUMNS.map((column) => `@${column}`).join(', ')
    const { lastInsertRowid } = this.#database
      .prepare(`INSERT INTO deals (${names}, problems) VALUES (${places}, @problems)`)
      .run({ ...toRow(deal), problems: problemCount(deal) })
    this.#index(lastInsertRowid, deal)
  }

  /** False when there is no such deal. */
  update(deal_id: string, changes: Partial<StoredDeal>): boolean {
    const before = this.get(deal_id)
    if (before === null) return false
    const after = { ...before, ...changes }
    const columns = COLUMNS.filter((column) => changes[column] !== undefined)
    const assignments = [...columns.map((column) => `"${column}" = @${column}`), 'problems = @problems'].join(
      ', ',
    )
    const row = Object.fromEntries(columns.map((column) => [column, toRow(after)[column]]))
    this.#database
      .prepare(`UPDATE deals SET ${assignments} WHERE deal_id = @deal_id`)
      .run({ ...row, problems: problemCount(after), deal_id })
    const number = this.#database
      .prepare('SELECT number FROM deals WHERE deal_id = ?')
      .pluck()
      .get(deal_id) as number
    this.#database.prepare('DELETE FROM deal_search WHERE rowid = ?').run(number)
    this.#index(number, after)
    return true
  }

  get(deal_id: string): StoredDeal | null {
    return fromRow(
      this.#database.prepare('SELECT * FROM deals WHERE deal_id = ?').get(deal_id) as Row | undefined,
    )
  }

  findByApplicationId(application_id: string): StoredDeal | null {
    const row = this.#database
      .prepare('SELECT * FROM deals WHERE application_id = ? ORDER BY number LIMIT 1')
      .get(application_id)
    return fromRow(row as Row | undefined)
  }

  sending(): StoredDeal[] {
    const rows = this.#database.prepare("SELECT * FROM deals WHERE state = 'sending'").all() as Row[]
    return rows.flatMap((row) => fromRow(row) ?? [])
  }

  /** The rows of the pipeline, newest change first. */
  list(search: string): DealSummary[] {
    const query = toPrefixQuery(search)
    const found =
      query === '' ? '' : 'AND number IN (SELECT rowid FROM deal_search WHERE deal_search MATCH @query)'
    const rows = this.#database
      .prepare(
        `SELECT deal_id, legal_name, reference, amount_cents, state, application_id, partner_status, partner_status_at,
                offer_status, offer_status_at, problems, created_at, updated_at, submitted_at,
                (SELECT count(*) FROM documents WHERE documents.deal_id = deals.deal_id) AS documents,
                (SELECT count(*) FROM documents WHERE documents.deal_id = deals.deal_id AND documents.state = 'received')
                  AS documents_received
         FROM deals WHERE deleted_at IS NULL ${found} ORDER BY updated_at DESC`,
      )
      .all(query === '' ? {} : { query }) as (Omit<DealSummary, 'has_offer'> &
      Pick<StoredDeal, 'partner_status_at' | 'offer_status' | 'offer_status_at'>)[]
    return rows.map(({ partner_status, partner_status_at, offer_status, offer_status_at, ...rest }) => ({
      ...rest,
      partner_status: newestStatus({ partner_status, partner_status_at, offer_status, offer_status_at }),
      has_offer: offer_status === 'offer_available',
    }))
  }

  #index(number: number | bigint, deal: StoredDeal): void {
    const words = [STATE_WORDS[deal.state], deal.partner_status, deal.offer_status]
      .flatMap((status) => (status === null ? [] : [status, statusLabel(status)]))
      .join(' ')
    this.#database
      .prepare(
        'INSERT INTO deal_search (rowid, legal_name, reference, application_id, status) VALUES (?, ?, ?, ?, ?)',
      )
      .run(number, deal.legal_name, deal.reference, deal.application_id ?? '', words)
  }
}

function problemCount({ field_problems, refused_fields }: StoredDeal): number {
  return new Set([...field_problems, ...refused_fields].map(({ path }) => path)).size
}

function toRow(deal: StoredDeal): Row {
  const row: Row = { ...deal }
  for (const column of JSON_COLUMNS) row[column] = deal[column] === null ? null : JSON.stringify(deal[column])
  return row
}

function fromRow(row: Row | undefined): StoredDeal | null {
  if (row === undefined) return null
  const { number: _number, problems: _problems, ...deal } = row
  for (const column of JSON_COLUMNS)
    deal[column] = deal[column] === null ? null : JSON.parse(deal[column] as string)
  return deal as unknown as StoredDeal
}

/** What was typed as an FTS5 query: every word, each as the beginning of one. Quoted, so that no operator is read in it. */
function toPrefixQuery(search: string): string {
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => `"${word}"*`).join(' ')
}
