import { appError, fail, ok, type AppError, type Result } from '../../../src-shared/errors.ts'
import { damaged, diskFull } from '../vault-sqlite/vault-errors.ts'
import { BackupNotGenuine, UnknownBackupFormat } from './backup-file.ts'

/** A failure that has its words already. */
export class StorageFailure extends Error {
  readonly error: AppError

  constructor(error: AppError) {
    super(error.code)
    this.error = error
  }
}

/** Runs work on files; what it throws becomes a value. */
export async function guarded<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work())
  } catch (error) {
    return fail(explain(error))
  }
}

function explain(error: unknown): AppError {
  if (error instanceof StorageFailure) return error.error
  if (error instanceof UnknownBackupFormat)
    return appError(
      'BACKUP_UNKNOWN_FORMAT',
      'This file is no backup of Funding Desk, or a newer version made it.',
      'Nothing was changed. Pick another file, or install the newest version.',
    )
  if (error instanceof BackupNotGenuine)
    return appError(
      'BACKUP_DAMAGED',
      'This backup is damaged or incomplete, or somebody changed it.',
      'Nothing was changed. Use another backup.',
    )
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return diskFull()
  if (code === 'SQLITE_CORRUPT') return damaged()
  return appError(
    'BACKUP_FAILED',
    `The files could not be read or written${typeof code === 'string' ? ` (${code})` : ''}.`,
    'Check that the folder is there, that the disk is not full, and that you may write to it.',
    { retryable: true },
  )
}
