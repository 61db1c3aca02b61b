import type { OfferTerms } from '../offer-pricing.ts'
import { prepare, type Database } from './database.ts'

export interface Offer {
  offer_id: string
  application_id: string
  status: string
  terms: OfferTerms
  created_at: number
  expires_at: number
}

type Row = Omit<Offer, 'terms'> & { terms: string }

export function offerStore(db: Database) {
  const columns = 'offer_id, application_id, status, terms, created_at, expires_at'
  const insert = prepare(db, `INSERT INTO offers (${columns}) VALUES (?, ?, ?, ?, ?, ?)`)
  const select = prepare<Row>(db, `SELECT ${columns} FROM offers WHERE offer_id = ?`)
  const selectOf = prepare<Row>(db, `SELECT ${columns} FROM offers WHERE application_id = ? ORDER BY number`)
  const update = prepare(db, 'UPDATE offers SET status = ? WHERE offer_id = ?')

  return {
    add(offer: Offer): void {
      insert.run(
        offer.offer_id,
        offer.application_id,
        offer.status,
        JSON.stringify(offer.terms),
        offer.created_at,
        offer.expires_at,
      )
    },

    find(offer_id: string): Offer | null {
      const row = select.get(offer_id)
      return row === undefined ? null : fromRow(row)
    },

    list(application_id: string): Offer[] {
      return selectOf.all(application_id).map(fromRow)
    },

    setStatus(offer_id: string, status: string): void {
      update.run(status, offer_id)
    },
  }
}

function fromRow(row: Row): Offer {
  return { ...row, terms: JSON.parse(row.terms) as OfferTerms }
}
