import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../../../src-shared/domain/vocabulary.ts'
import { applicationStore } from './applications.ts'
import { credentialStore } from './credentials.ts'
import { inTransaction, openDatabase } from './database.ts'
import { deliveryStore } from './deliveries.ts'
import { documentStore } from './documents.ts'
import { offerStore } from './offers.ts'
import { requestLog } from './request-log.ts'
import { stepStore } from './steps.ts'
import { webhookStore } from './webhooks.ts'

export function databaseFile(folder: string): string {
  return join(folder, 'sandbox.sqlite')
}

/**
 * Opens all state in `folder` and creates it at the first start.
 * @throws Error with a message for the user if the folder belongs to the other environment, because the two must share nothing
 */
export function openStore(folder: string, seed: number, environment: Environment) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = openDatabase(databaseFile(folder))
  const credentials = credentialStore(db, environment)
  if (!credentials.client().client_id.startsWith(`${environment}-`)) {
    db.close()
    throw new Error(`The data in ${folder} belongs to another environment than ${environment}.`)
  }
  const documents = documentStore(db, join(folder, 'documents'))
  documents.sweep()
  return {
    applications: applicationStore(db, seed),
    credentials,
    deliveries: deliveryStore(db),
    documents,
    offers: offerStore(db),
    requests: requestLog(db),
    steps: stepStore(db),
    webhooks: webhookStore(db),
    transaction: <T>(work: () => T): T => inTransaction(db, work),
    close: (): void => db.close(),
  }
}

export type Store = ReturnType<typeof openStore>
