import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { JWK } from 'jose'
import type { Environment, PartnerStatus } from '../../../src-shared/platform/words/vocabulary.ts'
import type { OfferTerms } from './offer-terms.ts'

type JsonObject = Record<string, unknown>

// All times are milliseconds since 1970.

export interface Application {
  application_id: string
  /** Null until the review begins. The spec has no status for an application that was received but not yet reviewed. */
  status: string | null
  application: JsonObject
  company: JsonObject
  created_at: number
  updated_at: number
}

export interface Document {
  document_id: string
  application_id: string
  type: string
  file_name: string
  size: number
  sha256: string
  created_at: number
}

export interface Offer {
  offer_id: string
  application_id: string
  status: string
  terms: OfferTerms
  created_at: number
  expires_at: number
}

export interface Step {
  step_id: string
  application_id: string
  status: PartnerStatus
  due_at: number
}

/** A webhook registration as the API returns it (spec section 2). */
export interface Webhook {
  uuid: string
  event_type: string
  is_active: boolean
  webhook_url: string
}

/** An event that a registered URL has not confirmed yet. */
export interface Delivery {
  delivery_id: string
  event_id: string
  /** Body of the webhook request. Every attempt sends exactly these bytes. */
  body: string
  webhook_uuid: string
  attempts: number
  due_at: number
}

/** Uses of a signing key: to sign access tokens or webhook requests. */
export const KEY_PURPOSES = ['access', 'webhook'] as const
export type KeyPurpose = (typeof KEY_PURPOSES)[number]

export interface SigningKey {
  kid: string
  purpose: KeyPurpose
  private_jwk: JWK
  retired: boolean
}

export interface Client {
  client_id: string
  client_secret: string
}

interface RefreshToken {
  token: string
  expires_at: number
}

const SCHEMA = `
  CREATE TABLE records (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (kind, id)
  ) STRICT;

  CREATE TABLE requests (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    status INTEGER,
    application_id TEXT
  ) STRICT;
`
const SCHEMA_VERSION = 2

/** Records by their id, in the order in which they were added. All are in memory, and every change is on the disk. */
class Records<T extends object> {
  readonly #db: DatabaseSync
  readonly #kind: string
  readonly #id: keyof T
  readonly #records = new Map<string, T>()

  constructor(db: DatabaseSync, kind: string, id: keyof T) {
    this.#db = db
    this.#kind = kind
    this.#id = id
    this.load()
  }

  load(): void {
    this.#records.clear()
    const rows = this.#db
      .prepare('SELECT id, record FROM records WHERE kind = ? ORDER BY number')
      .all(this.#kind)
    for (const { id, record } of rows) this.#records.set(String(id), JSON.parse(String(record)) as T)
  }

  get(id: string): T | null {
    return this.#records.get(id) ?? null
  }

  list(fits: (record: T) => boolean = () => true): T[] {
    return [...this.#records.values()].filter(fits)
  }

  put(record: T): void {
    const id = String(record[this.#id])
    this.#db
      .prepare(
        `INSERT INTO records (kind, id, record) VALUES (?, ?, ?)
        ON CONFLICT (kind, id) DO UPDATE SET record = excluded.record`,
      )
      .run(this.#kind, id, JSON.stringify(record))
    this.#records.set(id, record)
  }

  /** Changes a record. Does nothing if it was deleted meanwhile. */
  change(id: string, changes: Partial<T>): void {
    const record = this.#records.get(id)
    if (record !== undefined) this.put({ ...record, ...changes })
  }

  delete(id: string): boolean {
    this.#db.prepare('DELETE FROM records WHERE kind = ? AND id = ?').run(this.#kind, id)
    return this.#records.delete(id)
  }
}

export function databaseFile(folder: string): string {
  return join(folder, 'sandbox.sqlite')
}

/** Every commit is on the disk before the sandbox responds, so that data whose receipt was confirmed survives a crash. */
function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000')
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version === 0) db.exec(`BEGIN; ${SCHEMA}; PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`)
  else if (version !== SCHEMA_VERSION) {
    db.close()
    throw new Error(`Another version of the sandbox wrote ${file} (${version}). Use another folder.`)
  }
  return db
}

/** @throws Error with a message for the user if the folder contains the data of the other environment */
export function openStore(folder: string, seed: number, environment: Environment) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = openDatabase(databaseFile(folder))
  const firstNumber =
    100_000_000 + (createHash('sha256').update(`ids ${seed}`).digest().readUInt32BE() % 800_000_000)
  const records = {
    applications: new Records<Application>(db, 'application', 'application_id'),
    clients: new Records<Client>(db, 'client', 'client_id'),
    deliveries: new Records<Delivery>(db, 'delivery', 'delivery_id'),
    documents: new Records<Document>(db, 'document', 'document_id'),
    keys: new Records<SigningKey>(db, 'key', 'kid'),
    offers: new Records<Offer>(db, 'offer', 'offer_id'),
    refreshTokens: new Records<RefreshToken>(db, 'refresh_token', 'token'),
    steps: new Records<Step>(db, 'step', 'step_id'),
    webhooks: new Records<Webhook>(db, 'webhook', 'uuid'),
  }
  if (records.clients.list().length === 0)
    records.clients.put({
      client_id: `${environment}-${randomBytes(6).toString('hex')}`,
      client_secret: randomBytes(32).toString('base64url'),
    })
  const [client] = records.clients.list()
  if (!client?.client_id.startsWith(`${environment}-`)) {
    db.close()
    throw new Error(`The data in ${folder} does not belong to the environment ${environment}.`)
  }
  return {
    ...records,
    client,
    newApplicationId: () => String(firstNumber + records.applications.list().length + 1),

    /** Appends to the log of received requests, in the order of their responses. Tests use it to verify which requests arrived. */
    logRequest({ at, method, path, status, application_id }: LoggedRequest): void {
      db.prepare(
        'INSERT INTO requests (at, method, path, status, application_id) VALUES (?, ?, ?, ?, ?)',
      ).run(at, method, path, status, application_id)
    },

    /** All changes happen, or none. `work` must not await. */
    transaction<T>(work: () => T): T {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (error) {
        db.exec('ROLLBACK')
        for (const kind of Object.values(records)) kind.load()
        throw error
      }
    },

    close: (): void => db.close(),
  }
}

export type Store = ReturnType<typeof openStore>

/** Returns the record that is due first: the one that was added first, if several are due at the same time. */
export function earliest<T extends { due_at: number }>(records: T[]): T | null {
  return records.toSorted((a, b) => a.due_at - b.due_at)[0] ?? null
}

/** Never contains a body, a query, or a header. */
interface LoggedRequest {
  at: number
  method: string
  path: string
  /** Null if the client disconnected before the response. */
  status: number | null
  application_id: string | null
}

/** The sandbox may be running. */
export function readRequestLog(folder: string): LoggedRequest[] {
  const db = new DatabaseSync(databaseFile(folder), { readOnly: true })
  try {
    return db
      .prepare('SELECT at, method, path, status, application_id FROM requests ORDER BY number')
      .all() as unknown as LoggedRequest[]
  } finally {
    db.close()
  }
}
