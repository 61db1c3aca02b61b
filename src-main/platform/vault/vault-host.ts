import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { appError, type AppError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { isWritable } from '../files/write-atomically.ts'
import { DatabaseMissing, ShortenedHistory } from './history.ts'
import { serveHost } from '../processes/serve-host.ts'
import { NewerVault } from './migrations/migrate.ts'
import type { OpenCall, VaultCall, VaultReply, VaultRequest } from './vault-protocol.ts'
import { NoSuchDeal } from './rows.ts'
import type { RowOpeners } from './vault.ts'
import { UnknownWrite, VaultDatabase } from './vault-database.ts'
import {
  damaged,
  disk,
  diskFull,
  keyWrong,
  newerVersion,
  readOnly,
  shortened,
  unavailable,
} from './vault-errors.ts'
import { InconsistentDatabase, VaultInspection } from './vault-inspection.ts'

/** The open database. This program runs as the vault's own process, which contains only the database and communicates only with main. */
let database: VaultDatabase | VaultInspection | null = null
/**
 * Arguments of the latest call that opened a database. They show whether the open database is the requested one. Main opens a database
 * while main itself still loads, and may request another one later.
 */
let opened: OpenCall | null = null

function perform({ method, args }: VaultCall, { openRows, openReads }: RowOpeners): Result<unknown> {
  try {
    if (method === 'open') {
      const [call] = args as [OpenCall]
      const { file, key, look, accept = false } = call
      if (opened?.file !== file || opened.key !== key || opened.look !== look) close()
      opened = call
      database ??= look
        ? new VaultInspection(file, key, openReads)
        : new VaultDatabase(file, key, openRows, { accept })
      return ok(null)
    }
    if (database === null) return fail(unavailable(msg.errorsVault.notOpen))
    if (method === 'close') {
      close()
      return ok(null)
    }
    const served = database.served as unknown as Record<string, (...args: unknown[]) => unknown>
    const work = Object.hasOwn(served, method) ? served[method] : undefined
    return work === undefined ? fail(unknownCall()) : ok(work(...args))
  } catch (error) {
    return fail(explain(error, dirname(opened?.file ?? '')))
  }
}

function close(): void {
  database?.close()
  database = null
  opened = null
}

/** Returns the error for an exception of the database. It tells the broker what to do. `folder` is the data folder. */
function explain(error: unknown, folder: string): AppError {
  const { errors, errorsDeals, errorsVault } = msg
  if (error instanceof UnknownWrite) return unknownCall()
  if (error instanceof NoSuchDeal) return appError('DEAL_NOT_FOUND', errors.dealGone, errors.toPipeline)
  if (error instanceof NewerVault) return newerVersion()
  if (error instanceof ShortenedHistory) return shortened(error.missing)
  if (error instanceof InconsistentDatabase || error instanceof DatabaseMissing) return damaged()
  const code = (error as { code?: unknown }).code
  // A wrong key fails before `database` is set, because opening reads the first page.
  if (code === 'SQLITE_NOTADB' && database === null) return keyWrong()
  const { idTaken, idOfDeleted, askForThisId } = errorsDeals
  if (isApplicationIdTaken(error)) return appError('APPLICATION_ID_TAKEN', idTaken, askForThisId)
  if (isApplicationIdDeleted(error)) return appError('APPLICATION_ID_TAKEN', idOfDeleted, askForThisId)
  // Extended codes, such as SQLITE_IOERR_FSYNC, contain the primary code.
  const [, primary] = typeof code === 'string' ? (/^SQLITE_([A-Z]+)/.exec(code) ?? []) : []
  switch (primary ?? code) {
    case 'NOTADB':
    case 'CORRUPT':
      return damaged()
    case 'FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull()
    case 'BUSY':
    case 'LOCKED':
    case 'PROTOCOL':
    case 'EBUSY':
      return appError('VAULT_BUSY', errorsVault.busy, errorsVault.closeOther, { retryable: true })
    case 'READONLY':
    case 'PERM':
    case 'AUTH':
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return readOnly(folder)
    case 'IOERR':
    case 'EIO':
      return disk(errorsVault.diskFailed(folder), errorsVault.checkDiskAndCopy)
    case 'CANTOPEN':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
      // SQLite returns the same error if it cannot open the database and if it cannot create its log in a read-only folder. Check the
      // folder to find the cause.
      return isWritable(folder) || !existsSync(folder)
        ? disk(errorsVault.cannotOpen(folder), errorsVault.makeReadable)
        : readOnly(folder)
    default:
      return unavailable(errorsVault.unexpected)
  }
}

function unknownCall(): AppError {
  return appError('INVALID_INPUT', msg.errorsVault.unknownCall, msg.errors.restart)
}

/** True if another deal already has the application_id. Only SQLite's error message names the column whose value is not unique. */
function isApplicationIdTaken(error: unknown): boolean {
  const { code, message } = error as Partial<NodeJS.ErrnoException>
  return code === 'SQLITE_CONSTRAINT_UNIQUE' && message?.includes('deals.application_id') === true
}

/**
 * True if the application_id belonged to a deleted deal. Triggers of the schema refuse such an id, and only their error message shows
 * this reason.
 */
function isApplicationIdDeleted(error: unknown): boolean {
  const { code, message } = error as Partial<NodeJS.ErrnoException>
  return code === 'SQLITE_CONSTRAINT_TRIGGER' && message?.includes('deleted deal') === true
}

/** Serves the calls of main. Call this once, in the program of the vault's process. */
export function serveVault(openers: RowOpeners): void {
  serveHost(
    ({ id, call }: VaultRequest, reply: (reply: VaultReply) => void) =>
      reply({ id, answer: perform(call, openers) }),
    // All commits are on disk, so this process can end immediately.
    () => process.exit(0),
  )
}
