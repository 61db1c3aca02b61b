import { type DealMatch, OWN_LINE } from '../../../src-shared/features/pipeline/deal-match.ts'
import { needOf, needsOf } from '../../../src-shared/features/deals/need.ts'
import type { DocumentState } from '../../../src-shared/features/documents/document.ts'
import { newestStatus, shownOffers } from '../../../src-shared/features/offers/offer-status.ts'
import {
  canExpire,
  DEAL_FILTERS,
  type DealFilter,
  type DealSums,
  stageOf,
  STAGES,
} from '../../../src-shared/features/pipeline/pipeline.ts'
import {
  isSimilar,
  searchWords,
  similarBeginnings,
  statusText,
} from '../../../src-shared/features/pipeline/search-text.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'
import type { DealLookup, DealWindow, StoredDeal } from '../../platform/vault/records.ts'
import { type Database, listIn, type Statements } from '../../platform/vault/rows.ts'

// The list of deals: its filters, sort orders, counts, and search (ADR 8). The table `deal_facts` has a short row for each deal.

type Source = Pick<
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
  | 'legal_name'
  | 'reference'
  | 'application_id'
> & { problems: number; owner: string; expiries: string; offer_statuses: string; document_states: string }

const time = (instant: string | null) => (instant === null ? null : Date.parse(instant))
const textKey = (text: string | null) => fold(text ?? '') || null

/** Writes the values by which the list filters and sorts a deal. Call this at the end of each transaction that wrote the deal or its facts. */
export function writeListValues(statements: Statements, number: number): void {
  const row = statements
    .of(
      `SELECT state, application_status, application_status_at, offer_status, offer_status_at, created_at, updated_at, submitted_at,
         deleted_at, amount_cents, problems, legal_name, reference, application_id, owner, expiries, offer_statuses,
         document_states
       FROM deals INDEXED BY deals_list CROSS JOIN deal_facts USING (number) WHERE number = ?`,
    )
    .get(number) as Source | undefined
  if (row === undefined) return
  const offer_statuses = listIn(row.offer_statuses)
  const deal = { ...row, ...shownOffers(row.offer_status, offer_statuses) }
  const latest_status = newestStatus(deal)
  const documents = JSON.parse(row.document_states) as DocumentState[]
  const stage = stageOf(deal)
  const isUntouched =
    row.state === 'draft' &&
    row.problems > 0 &&
    row.updated_at === row.created_at &&
    documents.length === 0 &&
    row.amount_cents === null &&
    row.legal_name + row.reference + row.owner === ''
  const isUnderWay = row.state === 'draft' ? row.problems === 0 : stage !== 'funded' && stage !== 'declined'
  statements
    .of(
      `UPDATE deal_facts SET filter = @filter, stage = @stage, changed = @changed, created = @created, submitted = @submitted,
         amount = @amount, problem_count = @problem_count, status = @status, standing = @standing, under_way = @under_way,
         name_key = @name_key, reference_key = @reference_key, owner_key = @owner_key, application_key = @application_key,
         open_expiries = @open_expiries, need = @need
       WHERE number = @number`,
    )
    .run({
      number,
      filter: row.deleted_at === null ? stage : 'bin',
      stage: STAGES.indexOf(stage),
      changed: time(row.deleted_at ?? row.updated_at),
      created: time(row.created_at),
      submitted: time(row.submitted_at),
      amount: row.amount_cents,
      problem_count: row.problems || null,
      status: latest_status ?? row.state,
      standing: statusText(deal).join(' '),
      under_way: Number(isUnderWay),
      name_key: textKey(row.legal_name),
      reference_key: textKey(row.reference),
      owner_key: textKey(row.owner),
      application_key: textKey(row.application_id),
      need: isUntouched ? null : needOf({ ...deal, latest_status, offer_statuses, documents }),
      open_expiries: row.expiries !== '[]' && canExpire(deal) ? row.expiries : null,
    })
}

/** The time at which the next offer expires, or else null. */
const NEXT_EXPIRY = `iif(open_expiries IS NULL, NULL, (SELECT min(value) FROM json_each(open_expiries) WHERE value >= @now))`

/** The value of each sort order, and its direction unless the broker reversed it. */
const SORTS: Record<DealWindow['sort'], [value: string, direction: 'ASC' | 'DESC']> = {
  newest: ['changed', 'DESC'],
  name: ['name_key', 'ASC'],
  amount: ['amount', 'DESC'],
  submitted: ['submitted', 'DESC'],
  created: ['created', 'DESC'],
  stage: ['stage', 'ASC'],
  offer: ['offer_cents', 'DESC'],
  expires: [NEXT_EXPIRY, 'ASC'],
  documents: ['nullif(documents, 0)', 'DESC'],
  problems: ['problem_count', 'DESC'],
  reference: ['reference_key', 'ASC'],
  owner: ['owner_key', 'ASC'],
  application: ['application_key', 'ASC'],
  // Many imported drafts must not displace the applications.
  urgency: ["iif(filter = 'draft', changed - @now, changed)", 'DESC'],
}

/** A condition of a query, with the values of its parameters. */
class Condition {
  readonly values: Record<string, unknown> = {}
  readonly #parts: string[] = []

  and(part: string): void {
    this.#parts.push(part)
  }

  of(value: unknown): string {
    const name = `v${Object.keys(this.values).length}`
    this.values[name] = value
    return `@${name}`
  }

  get sql(): string {
    return this.#parts.join(' AND ') || 'true'
  }
}

/** If a search finds more deals than this, going through an index of all deals is faster than reading each of them. */
const MANY = 2_000
/** Length from which a word also finds deals by their status. Shorter words begin a status of nearly all deals. */
const STATUS_LETTERS = 3
/** Maximum number of words that replace a misspelled one. */
const MOST_SIMILAR = 20
const FOUND = 'SELECT rowid FROM deal_search WHERE deal_search MATCH'

/** What a row of `deal_facts` was funded with: the amount that the broker entered, or that of the accepted offer. */
export const FUNDED_CENTS = `(SELECT coalesce(money.amount_cents, offer ->> 'amount_cents')
  FROM milestones LEFT JOIN money USING (deal_id) WHERE milestones.number = deal_facts.number)`

export class DealListRows {
  readonly #database: Database
  /** The search whose deals are in the temporary tables. */
  #searched: string | null = null
  #isFew = false
  /** Number of found deals whose name contains all words. */
  #named = 0
  /** The counts of the latest list. Its next part and each column of the board have the same ones. */
  #counted: { of: string; counts: Record<DealFilter, number> } | null = null

  constructor(database: Database) {
    this.#database = database
    // A search reads its index once, for all queries of the list. Numbers of deals alone are not confidential, and stay in memory.
    database.exec(`CREATE TEMP TABLE found (number INTEGER PRIMARY KEY);
      CREATE TEMP TABLE found_by_name (number INTEGER PRIMARY KEY);
      CREATE VIRTUAL TABLE temp.search_terms USING fts5vocab (main, deal_search, row);`)
  }

  /** Forgets the found deals and their counts. Call this at each write. */
  changed(): void {
    this.#searched = null
    this.#counted = null
  }

  /** Returns the row numbers in the requested part of the list, and the number of matching deals for each filter. */
  window(query: DealWindow): { numbers: number[]; total: number; counts: Record<DealFilter, number> } {
    const { search, match = {}, filter, sort, reversed = false, offset, limit } = query
    const condition = this.#matching(query)
    const of = JSON.stringify([search, condition.sql, condition.values])
    if (this.#counted?.of !== of) {
      const isMost = !(isSearch(search) && this.#isFew) && Object.keys(match).length === 0
      this.#counted = { of, counts: this.#counts(condition, isMost) }
    }
    const { counts } = this.#counted
    const total = counts[filter]
    if (!isSearch(search) || this.#named === 0 || sort !== 'newest' || reversed)
      return { numbers: this.#numbers(query, condition.sql, condition.values, offset, limit), total, counts }
    // "Best first": the deals with all words in their name. Two queries, because each can stop as soon as it has enough deals.
    const byName = `${condition.sql} AND ${this.#named <= MANY ? '' : '+'}number IN found_by_name`
    const numbers = this.#numbers(query, byName, condition.values, offset, limit)
    if (numbers.length === limit) return { numbers, total, counts }
    const named =
      offset === 0 ? numbers.length : this.#count(`${byName} AND ${shownBy(filter)}`, condition.values)
    const others = `${condition.sql} AND +number NOT IN found_by_name`
    numbers.push(
      ...this.#numbers(query, others, condition.values, Math.max(0, offset - named), limit - numbers.length),
    )
    return { numbers, total, counts }
  }

  #numbers(
    { filter, sort, reversed = false, now = 0 }: DealWindow,
    condition: string,
    values: Record<string, unknown>,
    offset: number,
    limit: number,
  ): number[] {
    const [value, usual] = SORTS[sort]
    const order = [
      `${value} ${reversed === (usual === 'ASC') ? 'DESC' : 'ASC'} NULLS LAST`,
      // If all offers expired, the latest expiry comes first.
      ...(sort === 'expires'
        ? [`iif(${value} IS NULL, (SELECT max(value) FROM json_each(open_expiries)), NULL) DESC NULLS LAST`]
        : []),
      // Among equal values, the newest deal comes first. This order is reversed too, except for deals without a value.
      reversed ? `iif(${value} IS NULL, -number, number)` : 'number DESC',
    ]
    return this.#database
      .prepare(
        `SELECT number FROM deal_facts WHERE ${condition} AND ${shownBy(filter)}
         ORDER BY ${order.join(', ')} LIMIT @limit OFFSET @offset`,
      )
      .pluck()
      .all({ ...values, now, limit, offset }) as number[]
  }

  count(lookup: DealLookup): number {
    const condition = this.#matching(lookup)
    return this.#count(`${condition.sql} AND ${shownBy(lookup.filter)}`, condition.values)
  }

  #count(condition: string, values: Record<string, unknown>): number {
    const statement = this.#database.prepare(`SELECT count(*) FROM deal_facts WHERE ${condition}`)
    return statement.pluck().get(values) as number
  }

  sums(lookup: DealLookup): DealSums {
    const condition = this.#matching(lookup)
    const sums = Object.fromEntries(
      STAGES.map((stage) => [stage, { deals: 0, amount_cents: 0, offer_cents: 0, funded_cents: 0 }]),
    ) as DealSums
    const rows = this.#database
      .prepare(
        `SELECT filter, count(*) AS deals, total(amount) AS amount_cents, total(offer_cents) AS offer_cents,
           total(iif(filter = 'funded', ${FUNDED_CENTS}, NULL)) AS funded_cents
         FROM deal_facts WHERE ${condition.sql} AND ${shownBy('all')} GROUP BY filter`,
      )
      .all(condition.values) as ({ filter: keyof DealSums } & DealSums[keyof DealSums])[]
    for (const { filter, ...sum } of rows) sums[filter] = sum
    return sums
  }

  /** With `isMost`, SQLite walks the index by filter, and so need not sort. Otherwise, it would read a row for each deal of that index. */
  #counts(condition: Condition, isMost: boolean): Record<DealFilter, number> {
    const by = isMost ? 'filter' : '+filter'
    const rows = this.#database
      .prepare(`SELECT filter, count(*) AS deals FROM deal_facts WHERE ${condition.sql} GROUP BY ${by}`)
      .all(condition.values) as { filter: DealFilter; deals: number }[]
    const counts = Object.fromEntries(DEAL_FILTERS.map((one) => [one, 0])) as Record<DealFilter, number>
    for (const { filter, deals } of rows) {
      counts[filter] = deals
      if (filter !== 'bin') counts.all += deals
    }
    return counts
  }

  #matching({ search, match = {} }: DealLookup): Condition {
    const condition = new Condition()
    if (isSearch(search)) {
      if (search !== this.#searched) this.#find(search)
      this.#searched = search
      condition.and(`${this.#isFew ? '' : '+'}number IN found`)
    }
    addMatch(condition, match)
    return condition
  }

  /** Writes the row numbers of the deals that a search finds into the temporary tables. */
  #find(search: string): void {
    const readings = searchWords(search)
    this.#searched = null
    this.#database.exec('DELETE FROM found; DELETE FROM found_by_name')
    let found = this.#findInIndex(readings.map((words) => `(${prefixes(words)})`).join(' OR '))
    // Statuses are not in the index, because they change with every event, and an event should not cost an update of the index.
    const [words = []] = readings
    const standings = words.map((word) => this.#standingsWith(word))
    if (standings.some((some) => some.length > 0)) {
      const condition = new Condition()
      for (const [at, word] of words.entries())
        condition.and(
          `(standing IN (SELECT value FROM json_each(${condition.of(JSON.stringify(standings[at]))}))
            OR number IN (${FOUND} ${condition.of(prefixes([word]))}))`,
        )
      found += this.#database
        .prepare(`INSERT OR IGNORE INTO found SELECT number FROM deal_facts WHERE ${condition.sql}`)
        .run(condition.values).changes
    }
    // A misspelling costs time only if the words as typed find nothing.
    if (found === 0) found = this.#findInIndex(words.map((word) => this.#orSimilar(word)).join(' AND '))
    this.#isFew = found <= MANY
  }

  #findInIndex(query: string): number {
    const into = (table: string) => this.#database.prepare(`INSERT INTO ${table} ${FOUND} ?`)
    this.#named = into('found_by_name').run(`names : (${query})`).changes
    return into('found').run(query).changes
  }

  /** Returns the query for a word, or any word of a deal that is similar to it. */
  #orSimilar(word: string): string {
    const terms = this.#database
      .prepare('SELECT term FROM temp.search_terms WHERE term BETWEEN @start AND @end')
      .pluck()
    const similar = similarBeginnings(word)
      .flatMap((start) => terms.all({ start, end: `${start}\u{10ffff}` }) as string[])
      .filter((term) => isSimilar(word, term))
    return `(${[prefixes([word]), ...similar.slice(0, MOST_SIMILAR).map((term) => `"${term}"`)].join(' OR ')})`
  }

  /** Returns the texts of statuses in which a word starts with `word`. */
  #standingsWith(word: string): string[] {
    if (word.length < STATUS_LETTERS) return []
    const all = this.#database.prepare('SELECT DISTINCT standing FROM deal_facts').pluck().all()
    return (all as string[]).filter((standing) => ` ${standing}`.includes(` ${word}`))
  }
}

const isSearch = (search: string) => searchWords(search)[0]?.length !== 0
const shownBy = (filter: DealFilter) => (filter === 'all' ? "filter <> 'bin'" : `filter = '${filter}'`)

const [ACT, PAPERS, OFFERS] = (['act', 'papers', 'offers'] as const).map((actor) =>
  needsOf(actor)
    .map((need) => `'${need}'`)
    .join(', '),
)

function addMatch(condition: Condition, match: DealMatch): void {
  const { under_way, needs_you, need, region, status, problems, papers, expires } = match
  const ranges = [
    ['amount', match.amount_cents],
    ['changed', match.updated],
    ['submitted', match.submitted],
  ] as const
  if (under_way) condition.and('under_way = 1')
  if (region !== undefined) condition.and(`region = ${condition.of(region)}`)
  if (need !== undefined) condition.and(`need = ${condition.of(need)}`)
  if (status !== undefined) condition.and(`status = ${condition.of(status)}`)
  if (problems !== undefined) condition.and(`problem_count IS ${problems === 'some' ? 'NOT NULL' : 'NULL'}`)
  for (const [column, range] of ranges)
    if (range !== undefined)
      condition.and(`${column} BETWEEN ${condition.of(range.from)} AND ${condition.of(range.to)}`)
  if (expires !== undefined)
    condition.and(`open_expiries IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(open_expiries)
      WHERE value BETWEEN ${condition.of(expires.from)} AND ${condition.of(expires.to)})`)
  const isAnswered = (line: string) => `instr(answered, ${condition.of(JSON.stringify(line))}) > 0`
  if (needs_you !== undefined) {
    const isOpen = ['open_lines > 0', ...needs_you.lines.map((line) => `NOT ${isAnswered(line)}`)].join(
      ' OR ',
    )
    const areExpired = `open_expiries IS NOT NULL AND NOT EXISTS (SELECT 1 FROM json_each(open_expiries)
      WHERE value > ${condition.of(needs_you.now)})`
    // The plus signs keep SQLite from a search by need, which would read the row of each deal that it finds.
    condition.and(
      `(+need IN (${ACT}) OR (+need IN (${PAPERS}) AND (${isOpen})) OR (+need IN (${OFFERS}) AND ${areExpired}))`,
    )
  }
  if (papers !== undefined) {
    const { lines, months, is } = papers
    const closed = [
      ...lines.map((line) => (line === OWN_LINE ? 'open_lines = 0' : isAnswered(line))),
      ...months.map((month) => `(${["status <> 'draft'", ...month.map(isAnswered)].join(' OR ')})`),
    ]
    condition.and(`${is === 'closed' ? '' : 'NOT '}(${closed.join(' AND ') || 'true'})`)
  }
}

/** Returns the query for all of these prefixes. The quotes prevent FTS5 (SQLite's full-text search) from reading words as operators. */
const prefixes = (words: readonly string[]) => words.map((word) => `"${word}" *`).join(' AND ')
