import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { damaged, diskFull, keyWrong } from './vault-errors.ts'
import { NewerVault } from './migrations/migrate.ts'
import { vaultRequestSchema, type VaultCall, type VaultReply } from './vault-protocol.ts'
import { NoSuchDeal, VaultDatabase } from './vault-database.ts'
import { InconsistentDatabase, VaultLook } from './vault-look.ts'

/**
 * The vault's own process: the database and nothing else. It talks to main alone, over the port that its parent gave it,
 * and takes only messages of the protocol.
 */
let database: VaultDatabase | VaultLook | null = null

function perform({ method, args }: VaultCall): Result<unknown> {
  try {
    if (method === 'open') {
      const [{ file, key, look }] = args
      database ??= look ? new VaultLook(file, key) : new VaultDatabase(file, key)
      return ok(null)
    }
    if (database === null) return fail(unavailable('it is not open'))
    if (method === 'close') {
      database.close()
      database = null
      return ok(null)
    }
    // The schema holds each method's arguments; TypeScript cannot follow a union through a lookup.
    const work = database[method as keyof typeof database] as unknown as (...values: unknown[]) => unknown
    return ok(work.apply(database, args))
  } catch (error) {
    return fail(explain(error))
  }
}

function explain(error: unknown) {
  if (error instanceof NoSuchDeal)
    return appError('DEAL_NOT_FOUND', 'This deal is not here any more.', 'Go back to the pipeline.')
  if (error instanceof NewerVault)
    return appError(
      'VAULT_NEWER_VERSION',
      'Your data was written by a newer version of Funding Desk.',
      'Install the newest version. Nothing was changed.',
    )
  const code = (error as { code?: unknown }).code
  // The first page is read when the database is opened, so a wrong key can't come to light any later.
  if (code === 'SQLITE_NOTADB' && database === null) return keyWrong()
  if (
    error instanceof InconsistentDatabase ||
    code === 'SQLITE_NOTADB' ||
    (typeof code === 'string' && code.startsWith('SQLITE_CORRUPT'))
  )
    return damaged()
  if (typeof code === 'string' && (code.startsWith('SQLITE_FULL') || code === 'ENOSPC')) return diskFull()
  if (typeof code === 'string' && code.startsWith('SQLITE_BUSY'))
    return appError(
      'VAULT_BUSY',
      'Your data is in use by another program.',
      'Close the other one and try again.',
      { retryable: true },
    )
  return unavailable(typeof code === 'string' ? code : 'an unexpected error')
}

function unavailable(why: string) {
  return appError(
    'VAULT_UNAVAILABLE',
    `Your data cannot be reached: ${why}.`,
    'Nothing was lost that was saved. Restart the app.',
    {
      retryable: true,
    },
  )
}

/** Electron gives a utility process a `parentPort`, Node gives a forked one `process.send`. */
interface ParentPort {
  on(event: 'message', listener: (message: { data: unknown }) => void): void
  postMessage(message: unknown): void
}

function serve(message: unknown, reply: (reply: VaultReply) => void): void {
  const request = vaultRequestSchema.safeParse(message)
  if (request.success) return reply({ id: request.data.id, result: perform(request.data.call) })
  const id = (message as { id?: unknown } | null)?.id
  if (typeof id === 'number')
    reply({
      id,
      result: fail(
        appError(
          'INVALID_INPUT',
          'The app asked its vault for something it does not know.',
          'Restart the app.',
        ),
      ),
    })
}

const { parentPort } = process as unknown as { parentPort?: ParentPort }
if (parentPort !== undefined) {
  parentPort.on('message', ({ data }) => serve(data, (reply) => parentPort.postMessage(reply)))
} else {
  process.on('message', (message) => serve(message, (reply) => process.send?.(reply)))
  // Main is gone: what was committed is on disk, so there is nothing left to do.
  process.on('disconnect', () => process.exit(0))
}
