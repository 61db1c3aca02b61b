import type { Database } from 'better-sqlite3-multiple-ciphers'
import { deals } from './0001-deals.ts'
import { calls } from './0002-calls.ts'
import { proof } from './0003-proof.ts'
import { inbox } from './0004-inbox.ts'
import { draftSteps } from './0005-draft-steps.ts'
import { news } from './0006-news.ts'
import { submissionQueue } from './0007-submission-queue.ts'
import { search } from './0008-search.ts'
import { purge } from './0009-purge.ts'
import { byArrival } from './0010-by-arrival.ts'
import { money } from './0011-money.ts'
import { ownOffers } from './0012-own-offers.ts'
import { reading } from './0013-reading.ts'
import { pipeline } from './0014-pipeline.ts'
import { openDeals } from './0015-open-deals.ts'
import { unreadByArrival } from './0016-unread-by-arrival.ts'
import { oneIdOneDeal } from './0017-one-id-one-deal.ts'
import { history } from './0018-history.ts'
import { eventLimits } from './0019-event-limits.ts'
import { deletedIds } from './0020-deleted-ids.ts'
import { offerStatuses } from './0021-offer-statuses.ts'
import { commissionSplits } from './0022-commission-splits.ts'
import { applicationStatus } from './0023-application-status.ts'

/** In order: the n-th migration leads to version n. */
export const MIGRATIONS: readonly string[] = [
  deals,
  calls,
  proof,
  inbox,
  draftSteps,
  news,
  submissionQueue,
  search,
  purge,
  byArrival,
  money,
  ownOffers,
  reading,
  pipeline,
  openDeals,
  unreadByArrival,
  oneIdOneDeal,
  history,
  eventLimits,
  deletedIds,
  offerStatuses,
  commissionSplits,
  applicationStatus,
]

export const VAULT_VERSION = MIGRATIONS.length
/** The first version that counts commits. */
export const HISTORY_VERSION = MIGRATIONS.indexOf(history) + 1

export class NewerVault extends Error {}

/** Returns the version of a database, 0 for a new one. Throws `NewerVault` if a newer app wrote it. */
export function versionOf(database: Database): number {
  const version = database.pragma('user_version', { simple: true }) as number
  if (version > VAULT_VERSION) throw new NewerVault()
  return version
}

/**
 * Migrates a database to the current version. Each step is one transaction that also sets the version. Calls `keepCopy` with the existing
 * version before the first step.
 */
export function migrate(database: Database, keepCopy: (version: number) => void): void {
  const version = versionOf(database)
  if (version > 0 && version < VAULT_VERSION) keepCopy(version)
  for (let next = version; next < VAULT_VERSION; next++) {
    database.transaction(() => {
      database.exec(MIGRATIONS[next] as string)
      database.pragma(`user_version = ${next + 1}`)
    })()
  }
}
