import { createHash } from 'node:crypto'
import type { PartnerStatus } from '../../../../src-shared/domain/vocabulary.ts'
import type { OfferTerms } from '../offer-terms.ts'
import { type Database, prepare } from './database.ts'

type JsonObject = Record<string, unknown>

export interface Application {
  application_id: string
  /** Null until the review begins. The spec has no status for an application that was received but not yet reviewed. */
  status: string | null
  application: JsonObject
  company: JsonObject
  /** Milliseconds since 1970, like all times in the store. */
  created_at: number
  updated_at: number
}

type ApplicationRow = Omit<Application, 'application' | 'company'> & { application: string; company: string }

/** Stores the received applications. `seed` determines the first digits of their identifiers. */
export function applicationStore(db: Database, seed: number) {
  const firstNumber =
    100_000_000 + (createHash('sha256').update(`ids ${seed}`).digest().readUInt32BE() % 800_000_000)
  const next = prepare<{ number: number }>(
    db,
    'SELECT coalesce(max(number), 0) + 1 AS number FROM applications',
  )
  const insert = prepare(
    db,
    `INSERT INTO applications (number, application_id, application, company, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
  )
  const select = prepare<ApplicationRow>(
    db,
    `SELECT application_id, status, application, company, created_at, updated_at
     FROM applications WHERE application_id = ?`,
  )
  const selectAll = prepare<ApplicationRow>(
    db,
    `SELECT application_id, status, application, company, created_at, updated_at
     FROM applications ORDER BY number`,
  )
  const update = prepare(db, 'UPDATE applications SET status = ?, updated_at = ? WHERE application_id = ?')

  return {
    create(application: JsonObject, company: JsonObject, at: number): string {
      const number = next.get()?.number ?? 1
      const application_id = String(firstNumber + number)
      insert.run(number, application_id, JSON.stringify(application), JSON.stringify(company), at, at)
      return application_id
    },

    find(application_id: string): Application | null {
      const row = select.get(application_id)
      if (row === undefined) return null
      return parseApplication(row)
    },

    /** Returns the applications with this reference, oldest first. If `reference` is null, returns all applications. */
    list(reference: string | null): Application[] {
      return selectAll
        .all()
        .map(parseApplication)
        .filter(({ application }) => reference === null || application['reference'] === reference)
    },

    setStatus(application_id: string, status: string, at: number): void {
      update.run(status, at, application_id)
    },
  }
}

function parseApplication(row: ApplicationRow): Application {
  return {
    ...row,
    application: JSON.parse(row.application) as JsonObject,
    company: JSON.parse(row.company) as JsonObject,
  }
}

export interface Offer {
  offer_id: string
  application_id: string
  status: string
  terms: OfferTerms
  created_at: number
  expires_at: number
}

type OfferRow = Omit<Offer, 'terms'> & { terms: string }

export function offerStore(db: Database) {
  const columns = 'offer_id, application_id, status, terms, created_at, expires_at'
  const insert = prepare(db, `INSERT INTO offers (${columns}) VALUES (?, ?, ?, ?, ?, ?)`)
  const select = prepare<OfferRow>(db, `SELECT ${columns} FROM offers WHERE offer_id = ?`)
  const selectOf = prepare<OfferRow>(
    db,
    `SELECT ${columns} FROM offers WHERE application_id = ? ORDER BY number`,
  )
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
      return row === undefined ? null : parseOffer(row)
    },

    list(application_id: string): Offer[] {
      return selectOf.all(application_id).map(parseOffer)
    },

    setStatus(offer_id: string, status: string): void {
      update.run(status, offer_id)
    },
  }
}

function parseOffer(row: OfferRow): Offer {
  return { ...row, terms: JSON.parse(row.terms) as OfferTerms }
}

/** A scheduled step of the simulated underwriting of an application. */
export interface Step {
  step_id: number
  application_id: string
  /** Status that the step sets. */
  status: PartnerStatus
  due_at: number
}

/** Stores the scheduled steps of the simulated underwriting on disk, so that a restarted sandbox continues with them. */
export function stepStore(db: Database) {
  const selectNext = prepare<Step>(
    db,
    'SELECT step_id, application_id, status, due_at FROM steps ORDER BY due_at, step_id LIMIT 1',
  )
  const insert = prepare(db, 'INSERT INTO steps (application_id, status, due_at) VALUES (?, ?, ?)')
  const remove = prepare(db, 'DELETE FROM steps WHERE step_id = ?')
  const removeOf = prepare(db, 'DELETE FROM steps WHERE application_id = ?')

  return {
    next(): Step | null {
      return selectNext.get() ?? null
    },
    /** Replaces all remaining steps of the application. */
    replace(application_id: string, steps: { status: PartnerStatus; due_at: number }[]): void {
      removeOf.run(application_id)
      for (const step of steps) insert.run(application_id, step.status, step.due_at)
    },
    remove(step_id: number): void {
      remove.run(step_id)
    },
  }
}
