import type { FormValues } from '../../../src-shared/features/form/form-values.ts'
import { newestStatus, shownOffers } from '../../../src-shared/features/offers/offer-status.ts'
import {
  STAGES,
  type DealPage,
  type DealRow,
  type DealSums,
} from '../../../src-shared/features/pipeline/pipeline.ts'
import { type SearchText, searchTextOf } from '../../../src-shared/features/pipeline/search-text.ts'
import type { DealLookup, DealWindow, StoredDeal } from '../../platform/vault/records.ts'
import { listIn, type Statements } from '../../platform/vault/rows.ts'
import { type ListOfDeals, numberOf } from '../deals/deal-rows.ts'
import { WAS_SUBMITTED } from '../deals/trash-rows.ts'
import { DealFactsRows } from './deal-facts-rows.ts'
import { DealListRows, FUNDED_CENTS, writeListValues } from './deal-list-rows.ts'

const ROW = `SELECT deal_id, legal_name, reference, amount_cents, state, application_id, application_status, application_status_at,
    offer_status, offer_status_at, problems, created_at, updated_at, submitted_at, deleted_at, documents, documents_received,
    owner, region, ifnull(need, 'fields') AS need, offer_count AS offers, offer_cents, offer_statuses, open_expiries,
    ${WAS_SUBMITTED} AS was_submitted,
    (SELECT status FROM events WHERE application_id = deals.application_id AND events.state = 'unconfirmed'
       AND events.state IN ('asking', 'unconfirmed') ORDER BY events.number DESC LIMIT 1) AS unconfirmed_status,
    iif(stage = ${STAGES.indexOf('funded')}, ${FUNDED_CENTS}, NULL) AS funded_cents,
    (SELECT ifnull(wall, at) FROM follow_ups WHERE follow_ups.deal_id = deals.deal_id) AS remind_at
  FROM deals JOIN deal_facts USING (number) WHERE number = ?`

/** The list of deals, and what it derives from each deal: the search index, and the facts and values by which it shows and sorts the deal. */
export function pipelineRows(db: Statements) {
  const facts = new DealFactsRows(db)
  const list = new DealListRows(db.database)
  /** The time of the latest list, by which the rows name the next expiry. */
  let now = 0

  const addToIndex = (number: number, text: SearchText) =>
    db
      .of('INSERT INTO deal_search (rowid, names, marks, notes) VALUES (@number, @names, @marks, @notes)')
      .run({ number, ...text })

  /** The driver passes numbers as SQL type REAL, but FTS5 (SQLite's full-text search) finds a rowid only by an integer. */
  const removeFromIndex = (number: number) =>
    db.of('DELETE FROM deal_search WHERE rowid = CAST(? AS INTEGER)').run(number)

  const index = (deal: StoredDeal, number: number) => {
    const notes = db
      .of("SELECT detail FROM timeline WHERE deal_id = ? AND kind = 'note'")
      .pluck()
      .all(deal.deal_id) as string[]
    removeFromIndex(number)
    addToIndex(number, searchTextOf(deal, notes))
  }

  const rowOf = (number: number): DealRow | null => {
    const row = db.of(ROW).get(number) as
      | (Omit<DealRow, 'has_offer' | 'expires_at' | 'was_submitted' | 'latest_status'> & {
          was_submitted: number
          offer_statuses: string
          open_expiries: string | null
        } & Pick<
            StoredDeal,
            'application_status' | 'application_status_at' | 'offer_status' | 'offer_status_at'
          >)
      | undefined
    if (row === undefined) return null
    const {
      application_status,
      application_status_at,
      offer_status: reported,
      offer_status_at,
      ...others
    } = row
    const { offer_statuses, open_expiries, was_submitted, ...rest } = others
    const { offer_status, has_offer } = shownOffers(reported, listIn(offer_statuses))
    const expiries = JSON.parse(open_expiries ?? '[]') as number[]
    const expires = expiries.find((at) => at >= now) ?? expiries.at(-1) ?? null
    return {
      ...rest,
      was_submitted: was_submitted === 1,
      latest_status: newestStatus({
        ...rest,
        application_status,
        application_status_at,
        offer_status,
        offer_status_at,
      }),
      has_offer,
      expires_at: expires === null ? null : new Date(expires).toISOString(),
    }
  }

  const reads = {
    listDeals(window: DealWindow): DealPage {
      now = window.now ?? now
      const { numbers, total, counts } = list.window({ ...window, now })
      return { rows: numbers.flatMap((number) => rowOf(number) ?? []), total, counts }
    },
    /** Returns only the ids, up to `LARGEST_ID_PAGE`. */
    listDealIds: (window: DealWindow) =>
      db
        .of(
          `SELECT deal_id FROM json_each(?) CROSS JOIN deals INDEXED BY deals_list ON number = value ORDER BY json_each.id`,
        )
        .pluck()
        .all(JSON.stringify(list.window(window).numbers)) as string[],
    /** Returns rows in the requested order, without deals that no longer exist. */
    dealRows: (deal_ids: string[]): DealRow[] =>
      deal_ids.flatMap((deal_id) => rowOf(numberOf(db, deal_id)) ?? []),
    /** Returns the form values of deals by id, without deals that no longer exist. */
    dealValues: (deal_ids: string[]): Record<string, FormValues> =>
      Object.fromEntries(
        deal_ids.flatMap((deal_id) => {
          const values = db.of('SELECT "values" FROM deals WHERE deal_id = ?').pluck().get(deal_id)
          return values === undefined ? [] : [[deal_id, JSON.parse(values as string) as FormValues]]
        }),
      ),
    countDeals: (lookups: DealLookup[]) => lookups.map((lookup) => list.count(lookup)),
    sumDeals: (lookup: DealLookup): DealSums => list.sums(lookup),
  }

  const derived: ListOfDeals = {
    insert(deal, number) {
      addToIndex(number, searchTextOf(deal, []))
      facts.insert(number, deal)
    },
    update(before, after, number) {
      if (!isSameText(searchTextOf(before, []), searchTextOf(after, []))) index(after, number)
      facts.update(number, before, after)
    },
    acceptanceChanged: (deal, number) => facts.acceptanceChanged(number, deal),
    documentsChanged: (deal_id, number) => facts.documentsChanged(number, deal_id),
    noteAdded: index,
    remove: removeFromIndex,
    begin: () => list.changed(),
    finish: (number) => writeListValues(db, number),
  }
  return { reads, rowOf, derived }
}

function isSameText(a: SearchText, b: SearchText): boolean {
  return a.names === b.names && a.marks === b.marks && a.notes === b.notes
}
