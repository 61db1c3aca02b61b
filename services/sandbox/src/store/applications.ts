import { createHash } from 'node:crypto'
import type { PartnerStatus } from '../../../../src-shared/platform/words/vocabulary.ts'
import type { OfferTerms } from '../offer-terms.ts'
import type { Database } from './database.ts'

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

const APPLICATION =
  'SELECT application_id, status, application, company, created_at, updated_at FROM applications'

/** Stores the received applications. `seed` determines the first digits of their identifiers. */
export function applicationStore(db: Database, seed: number) {
  const firstNumber =
    100_000_000 + (createHash('sha256').update(`ids ${seed}`).digest().readUInt32BE() % 800_000_000)
  return {
    create(application: JsonObject, company: JsonObject, at: number): string {
      const next = db.get<{ number: number }>(
        'SELECT coalesce(max(number), 0) + 1 AS number FROM applications',
      )
      const number = next?.number ?? 1
      const application_id = String(firstNumber + number)
      db.run(
        `INSERT INTO applications (number, application_id, application, company, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?)`,
        ...[number, application_id, JSON.stringify(application), JSON.stringify(company), at, at],
      )
      return application_id
    },

    find(application_id: string): Application | null {
      const row = db.get<ApplicationRow>(`${APPLICATION} WHERE application_id = ?`, application_id)
      return row === undefined ? null : parseApplication(row)
    },

    /** Returns the applications with this reference, oldest first. If `reference` is null, returns all applications. */
    list(reference: string | null): Application[] {
      return db
        .all<ApplicationRow>(`${APPLICATION} ORDER BY number`)
        .map(parseApplication)
        .filter(({ application }) => reference === null || application['reference'] === reference)
    },

    setStatus(application_id: string, status: string, at: number): void {
      db.run(
        'UPDATE applications SET status = ?, updated_at = ? WHERE application_id = ?',
        ...[status, at, application_id],
      )
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

const OFFER_COLUMNS = 'offer_id, application_id, status, terms, created_at, expires_at'

export function offerStore(db: Database) {
  return {
    add({ offer_id, application_id, status, terms, created_at, expires_at }: Offer): void {
      db.run(
        `INSERT INTO offers (${OFFER_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)`,
        ...[offer_id, application_id, status, JSON.stringify(terms), created_at, expires_at],
      )
    },

    find(offer_id: string): Offer | null {
      const row = db.get<OfferRow>(`SELECT ${OFFER_COLUMNS} FROM offers WHERE offer_id = ?`, offer_id)
      return row === undefined ? null : parseOffer(row)
    },

    list(application_id: string): Offer[] {
      return db
        .all<OfferRow>(
          `SELECT ${OFFER_COLUMNS} FROM offers WHERE application_id = ? ORDER BY number`,
          application_id,
        )
        .map(parseOffer)
    },

    setStatus(offer_id: string, status: string): void {
      db.run('UPDATE offers SET status = ? WHERE offer_id = ?', status, offer_id)
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
  return {
    next: (): Step | null =>
      db.get<Step>(
        'SELECT step_id, application_id, status, due_at FROM steps ORDER BY due_at, step_id LIMIT 1',
      ) ?? null,
    /** Replaces all remaining steps of the application. */
    replace(application_id: string, steps: { status: PartnerStatus; due_at: number }[]): void {
      db.run('DELETE FROM steps WHERE application_id = ?', application_id)
      for (const { status, due_at } of steps)
        db.run(
          'INSERT INTO steps (application_id, status, due_at) VALUES (?, ?, ?)',
          ...[application_id, status, due_at],
        )
    },
    remove: (step_id: number): number => db.run('DELETE FROM steps WHERE step_id = ?', step_id),
  }
}
