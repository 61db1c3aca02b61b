import { DatabaseMissing, ShortenedHistory } from './history.ts'
import { serveHost } from '../processes/serve-host.ts'
import { NewerVault } from './migrations/migrate.ts'
import type { OpenCall, VaultCall, VaultReply, VaultRequest, VaultProblem } from './vault-protocol.ts'
import { NoSuchDeal } from './rows.ts'
import type { RowOpeners } from './vault.ts'
import { UnknownWrite, VaultDatabase } from './vault-database.ts'
import { InconsistentDatabase, VaultInspection } from './vault-inspection.ts'

/** The open database. This program runs as the vault's own process, which contains only the database and communicates only with main. */
let database: VaultDatabase | VaultInspection | null = null
/**
 * Arguments of the call that opened the database. They show whether the open database is the requested one. Main opens a database while
 * main itself still loads, and may request another one later.
 */
let opened: OpenCall | null = null

function perform({ method, args }: VaultCall, { openRows, openReads }: RowOpeners): VaultReply['answer'] {
  try {
    if (method === 'open') {
      const [call] = args as [OpenCall]
      const { file, key, look, accept = false } = call
      if (opened?.file !== file || opened.key !== key || opened.look !== look) close()
      database ??= look
        ? new VaultInspection(file, key, openReads)
        : new VaultDatabase(file, key, openRows, { accept })
      opened = call
      return { value: null }
    }
    if (database === null) return { trouble: { what: 'not_open' } }
    if (method === 'close') {
      close()
      return { value: null }
    }
    const served = database.served as unknown as Record<string, (...args: unknown[]) => unknown>
    const work = Object.hasOwn(served, method) ? served[method] : undefined
    return work === undefined ? { trouble: { what: 'unknown_call' } } : { value: work(...args) }
  } catch (error) {
    return { trouble: explain(error) }
  }
}

function close(): void {
  database?.close()
  database = null
  opened = null
}

function explain(error: unknown): VaultProblem {
  if (error instanceof UnknownWrite) return { what: 'unknown_call' }
  if (error instanceof NoSuchDeal) return { what: 'no_such_deal' }
  if (error instanceof NewerVault) return { what: 'newer_version' }
  if (error instanceof ShortenedHistory) return { what: 'shortened', missing: error.missing }
  if (error instanceof InconsistentDatabase || error instanceof DatabaseMissing) return { what: 'damaged' }
  const code = (error as { code?: unknown }).code
  // A wrong key fails before `database` is set, because opening reads the first page.
  if (code === 'SQLITE_NOTADB' && database === null) return { what: 'key_wrong' }
  if (isApplicationIdTaken(error)) return { what: 'application_id_taken' }
  if (isApplicationIdDeleted(error)) return { what: 'application_id_deleted' }
  return { what: typeof code === 'string' ? troubleOf(code) : 'unavailable' }
}

/** Converts an error code of SQLite or the file system to a kind of problem. For each kind, the app tells the broker what to do. */
function troubleOf(code: string): VaultProblem['what'] {
  // Extended codes, such as SQLITE_IOERR_FSYNC, contain the primary code.
  const [, primary] = /^SQLITE_([A-Z]+)/.exec(code) ?? []
  switch (primary ?? code) {
    case 'NOTADB':
    case 'CORRUPT':
      return 'damaged'
    case 'FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return 'disk_full'
    case 'BUSY':
    case 'LOCKED':
    case 'PROTOCOL':
    case 'EBUSY':
      return 'busy'
    case 'READONLY':
    case 'PERM':
    case 'AUTH':
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'read_only'
    case 'IOERR':
    case 'EIO':
      return 'disk_failed'
    case 'CANTOPEN':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EISDIR':
      return 'cannot_open'
    default:
      return 'unavailable'
  }
}

/** True if another deal already has the application_id. Only SQLite's error message names the column whose value is not unique. */
function isApplicationIdTaken(error: unknown): boolean {
  const { code, message } = error as Partial<NodeJS.ErrnoException>
  return code === 'SQLITE_CONSTRAINT_UNIQUE' && message?.includes('deals.application_id') === true
}

/**
 * True if the application_id belonged to a deleted deal. Triggers of migration 20 refuse such an id, and only their error message shows
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
