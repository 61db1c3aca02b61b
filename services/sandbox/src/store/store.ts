import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../../../src-shared/platform/words/vocabulary.ts'
import { applicationStore, offerStore, stepStore } from './applications.ts'
import { credentialStore } from './credentials.ts'
import { Database } from './database.ts'
import { documentStore } from './documents.ts'
import { deliveryStore, webhookStore } from './webhooks.ts'

export function databaseFile(folder: string): string {
  return join(folder, 'sandbox.sqlite')
}

/**
 * Opens all state in `folder` and creates it at the first start.
 * @throws Error with a message for the user if the folder contains the data of the other environment (sandbox or production). Environments
 * must not share data
 */
export function openStore(folder: string, seed: number, environment: Environment) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = new Database(databaseFile(folder))
  const credentials = credentialStore(db, environment)
  if (!credentials.client().client_id.startsWith(`${environment}-`)) {
    db.close()
    throw new Error(`The data in ${folder} does not belong to the environment ${environment}.`)
  }
  const documents = documentStore(db, join(folder, 'documents'))
  documents.sweep()
  return {
    applications: applicationStore(db, seed),
    credentials,
    deliveries: deliveryStore(db),
    documents,
    offers: offerStore(db),
    logRequest: (request: LoggedRequest): void => logRequest(db, request),
    steps: stepStore(db),
    webhooks: webhookStore(db),
    transaction: <T>(work: () => T): T => db.transaction(work),
    close: (): void => db.close(),
  }
}

export type Store = ReturnType<typeof openStore>

/** One request that reached the sandbox. Never contains a body, a query, or a header. */
interface LoggedRequest {
  at: number
  method: string
  path: string
  /** Null if the client disconnected before the response. */
  status: number | null
  application_id: string | null
}

/** Appends to the log of received requests, in the order of their responses. Tests use it to verify which requests arrived. */
function logRequest(db: Database, { at, method, path, status, application_id }: LoggedRequest): void {
  db.run(
    'INSERT INTO requests (at, method, path, status, application_id) VALUES (?, ?, ?, ?, ?)',
    ...[at, method, path, status, application_id],
  )
}

/** Returns all logged requests, oldest first. The sandbox may be running. */
export function readRequestLog(folder: string): LoggedRequest[] {
  const db = new Database(databaseFile(folder), { readOnly: true })
  try {
    return db.all('SELECT at, method, path, status, application_id FROM requests ORDER BY number')
  } finally {
    db.close()
  }
}
