import { quoted, type Statements } from '../../platform/vault/rows.ts'
import { addDays, dayOf } from '../../../src-shared/platform/base/days.ts'
import type {
  CommissionPayment,
  Dashboard,
  LedgerRules,
  MoneyHand,
  Period,
  Split,
} from '../../../src-shared/features/money/money-view.ts'
import { acceptedOffer, type Statuses } from '../../../src-shared/features/offers/offer-status.ts'
import { type Offer, standingOf } from '../../../src-shared/features/offers/offer.ts'
import { type Milestone, PARTNER_STATUSES, rulesOf } from '../../../src-shared/platform/words/vocabulary.ts'
import { dashboardOf, type DealCourse, firstMonthOf } from '../../../src-shared/features/money/dashboard.ts'
import { ledgerOf, type MoneyFacts } from '../../../src-shared/features/money/ledger.ts'

const HAND = [
  'amount_cents',
  'expected_cents',
  'payments',
  'clawback_on',
  'note',
  'splits',
  'renewal_on',
  'renewal_off',
] as const satisfies (keyof MoneyHand)[]

/**
 * SQL for the current statuses of a deal, as JSON. A status is null if it came from an event whose signature does not cover the event's
 * body, until the partner confirms the status.
 */
const statusesOf = (deals: string) => `json_object(
      'application_status', ${boundStatus(deals, 'application_status')}, 'application_status_at', ${deals}.application_status_at,
      'offer_status', ${boundStatus(deals, 'offer_status')}, 'offer_status_at', ${deals}.offer_status_at)`

function boundStatus(deals: string, column: 'application_status' | 'offer_status'): string {
  return `iif(EXISTS (SELECT 1 FROM events WHERE events.application_id = ${deals}.application_id
        AND verification = 'hint' AND confirmed_at IS NULL
        AND events.status = ${deals}.${column} AND timestamp = ${deals}.${column}_at), NULL, ${deals}.${column})`
}

const FACTS = `SELECT milestones.deal_id, legal_name, accepted_at, funded_at, declined_at, offer, renewal_told_on,
    iif(funded_at IS NULL, ${statusesOf('deals')}, NULL) AS statuses,
    iif(funded_at IS NULL AND offer IS NOT NULL AND offer ->> 'status' IS NULL,
      (SELECT count(*) FROM json_each(deals.offers) WHERE value ->> 'offer_id' IS NOT offer ->> 'offer_id'), 0) AS other_offers,
    -- One that was thrown away leaves the deal to be renewed.
    (SELECT draft.deal_id FROM deals AS draft WHERE draft.deal_id = renewed_as AND draft.deleted_at IS NULL) AS renewed_as,
    ${HAND.map((column) => `money.${column}`).join(', ')}
  FROM milestones CROSS JOIN deals INDEXED BY deals_list USING (number) LEFT JOIN money ON money.deal_id = milestones.deal_id
  WHERE coalesce(funded_at, accepted_at) IS NOT NULL AND deleted_at IS NULL`

const DECLINED = PARTNER_STATUSES.filter((status) => rulesOf(status)?.milestone === 'declined')

const COURSES = `SELECT deals.created_at, deals.submitted_at, offered_at, accepted_at, funded_at, declined_at, decline_reason,
    iif(present.number IS NULL, NULL, ${statusesOf('present')}) AS statuses,
    deals.amount_cents AS requested_cents
  FROM deals INDEXED BY deals_courses LEFT JOIN milestones ON milestones.number = deals.number
    -- The statuses are told of the few that were declined once and had other news.
    LEFT JOIN deals AS present INDEXED BY deals_list
      ON present.number = iif(declined_at IS NOT NULL AND funded_at IS NULL, milestones.number, NULL)
        AND (coalesce(present.application_status, '') NOT IN (${quoted(DECLINED)}) OR present.offer_status IS NOT NULL)
  WHERE deals.deleted_at IS NULL`

type FactsRow = Omit<MoneyFacts, 'offer' | 'hand' | 'statuses'> &
  Omit<MoneyHand, 'payments' | 'splits' | 'renewal_off'> & {
    statuses: string | null
    offer: string | null
    payments: string | null
    splits: string | null
    renewal_off: number | null
  }
type CourseRow = Omit<DealCourse, 'statuses'> & { statuses: string | null }

/** The milestones of deals, and the broker's own entries about commissions and renewals. */
export function moneyRows(db: Statements) {
  const offersOf = (deal_id: string): Offer[] => {
    const offers = db.of('SELECT offers FROM deals WHERE deal_id = ?').pluck().get(deal_id)
    return offers === undefined ? [] : (JSON.parse(offers as string) as Offer[])
  }
  /** Returns the id of the offer that the broker accepted in this app, if the partner confirmed the acceptance. */
  const ownAcceptance = (deal_id: string): string | null => {
    const offer_id = db
      .of(
        `SELECT offer_id FROM own_offers WHERE deal_id = ? AND acceptance ->> 'state' = 'accepted'
         ORDER BY acceptance ->> 'at' DESC LIMIT 1`,
      )
      .pluck()
      .get(deal_id)
    return (offer_id as string | undefined) ?? null
  }
  const note = (deal_id: string, column: 'renewal_told_on' | 'renewed_as', value: string | null) =>
    db
      .of(
        `INSERT INTO money (deal_id, ${column}) VALUES (?, ?) ON CONFLICT (deal_id) DO UPDATE SET ${column} = excluded.${column}`,
      )
      .run(deal_id, value)
  const reads = {
    /** Returns every accepted or funded deal that is not in the trash. */
    moneyFacts: () => (db.of(FACTS).all() as FactsRow[]).map(fromRow),
    /** Returns the deal whose renewal a deal is, or null. */
    renewedDeal: (renewed_as: string) =>
      (db.of('SELECT deal_id FROM money WHERE renewed_as = ?').pluck().get(renewed_as) as
        | string
        | undefined) ?? null,
    moneyFactsOf(deal_id: string): MoneyFacts | null {
      const row = db.of(`${FACTS} AND milestones.deal_id = ?`).get(deal_id)
      return row === undefined ? null : fromRow(row as FactsRow)
    },
    /** Counts deals that are not in the trash, as of `now`. */
    dashboard(period: Period, now: string, rules: LedgerRules): Dashboard {
      // Starts one day before the first month, because the month's local midnight may be on the previous day in UTC.
      const since = addDays(`${firstMonthOf(now)}-01`, -1)
      const funded = (db.of(`${FACTS} AND funded_at >= ?`).all(since) as FactsRow[]).map(fromRow)
      const { lines } = ledgerOf(funded, rules, dayOf(now))
      const rows = db.of(COURSES).all() as CourseRow[]
      // Changes the row objects instead of copying them, because there are thousands of rows.
      const courses = rows.map((row) => Object.assign(row, { statuses: readStatuses(row.statuses) }))
      return dashboardOf(courses, lines, period, now)
    },
  }
  const writes = {
    /**
     * Records that a deal reached a milestone according to the partner. If a milestone is reported several times, the earliest time is
     * kept.
     */
    reach_milestone(write: { deal_id: string; milestone: Milestone; at: string; reason: string | null }) {
      const { deal_id, milestone, at, reason } = write
      const column = `${milestone}_at`
      db.of(
        `INSERT INTO milestones (number, deal_id, ${column}, decline_reason)
           SELECT number, deal_id, @at, @reason FROM deals WHERE deal_id = @deal_id
         ON CONFLICT (number) DO UPDATE SET ${column} = min(coalesce(${column}, excluded.${column}), excluded.${column}),
           decline_reason = coalesce(excluded.decline_reason, decline_reason)`,
      ).run({ deal_id, at, reason })
    },
    /** Replaces the broker's money entries of a deal. */
    put_money({ deal_id, hand }: { deal_id: string; hand: MoneyHand }) {
      const assignments = HAND.map((column) => `${column} = excluded.${column}`).join(', ')
      db.of(
        `INSERT INTO money (deal_id, ${HAND.join(', ')}) VALUES (@deal_id, ${HAND.map((column) => `@${column}`).join(', ')})
         ON CONFLICT (deal_id) DO UPDATE SET ${assignments}`,
      ).run({
        ...hand,
        deal_id,
        payments: JSON.stringify(hand.payments),
        splits: JSON.stringify(hand.splits),
        renewal_off: Number(hand.renewal_off),
      })
    },
    /** Records the day on which the broker was informed about a possible renewal. */
    note_renewal_told({ deal_id, day }: { deal_id: string; day: string }) {
      note(deal_id, 'renewal_told_on', day)
    },
    /** Records the draft that was created to renew a deal. Null records that the renewal was canceled. */
    note_renewal({ deal_id, renewed_as }: { deal_id: string; renewed_as: string | null }) {
      note(deal_id, 'renewed_as', renewed_as)
    },
  }
  /**
   * Stores the deal's accepted offer, from which the deal's funded amount comes. Call this after the deal's offers were written, or after
   * the broker accepted an offer in this app.
   */
  function keepAcceptedOffer(deal_id: string): void {
    const offers = offersOf(deal_id)
    const own = ownAcceptance(deal_id)
    const accepted = acceptedOffer(offers, own)
    if (accepted === null) {
      // If the stored offer has a status, it remains stored, even if the partner's list no longer contains it. If it has no status, the app
      // only assumed that it was accepted. A list without an accepted offer makes this assumption doubtful, so the stored offer is removed.
      if (offers.length > 0)
        db.of(
          `UPDATE milestones SET offer = NULL
             WHERE deal_id = ? AND offer ->> 'status' IS NULL AND offer ->> 'offer_id' IS NOT ?`,
        ).run(deal_id, own)
      for (const offer of offers)
        if (standingOf(offer, 0) === 'rescinded')
          db.of("UPDATE milestones SET offer = ? WHERE deal_id = ? AND offer ->> 'offer_id' = ?").run(
            JSON.stringify(offer),
            deal_id,
            offer.offer_id,
          )
      return
    }
    db.of(
      `INSERT INTO milestones (number, deal_id, offer) SELECT number, deal_id, @offer FROM deals WHERE deal_id = @deal_id
         ON CONFLICT (number) DO UPDATE SET offer = excluded.offer`,
    ).run({ deal_id, offer: JSON.stringify(accepted) })
  }
  return { reads, writes, keepAcceptedOffer }
}

function readStatuses(json: string | null): Statuses | null {
  return json === null ? null : (JSON.parse(json) as Statuses)
}

function fromRow(row: FactsRow): MoneyFacts {
  const { deal_id, legal_name, accepted_at, funded_at, declined_at, offer, renewal_told_on, renewed_as } = row
  const hand = Object.fromEntries(HAND.map((column) => [column, row[column]]))
  return {
    deal_id,
    legal_name,
    accepted_at,
    funded_at,
    declined_at,
    statuses: readStatuses(row.statuses),
    offer: offer === null ? null : (JSON.parse(offer) as Offer),
    other_offers: row.other_offers,
    hand: {
      ...(hand as unknown as MoneyHand),
      payments: row.payments === null ? [] : (JSON.parse(row.payments) as CommissionPayment[]),
      splits: row.splits === null ? [] : (JSON.parse(row.splits) as Split[]),
      renewal_off: row.renewal_off === 1,
    },
    renewal_told_on,
    renewed_as,
  }
}
