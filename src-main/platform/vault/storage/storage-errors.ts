import { Failure, failureOf } from '../../base/failure.ts'
import { appError, type AppError } from '../../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../../src-shared/platform/texts/msg.ts'
import { damaged, diskFull } from '../vault-errors.ts'
import { BackupNotGenuine, UnknownBackupFormat } from './backup-file.ts'

/** Runs a function that works with files, and converts each of its exceptions to a `Failure`. */
export async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Failure ? error : failureOf(explain(error))
  }
}

function explain(error: unknown): AppError {
  if (error instanceof UnknownBackupFormat)
    return appError('BACKUP_UNKNOWN_FORMAT', msg.errorsVault.noBackup, msg.errorsVault.pickOtherOrInstall)
  if (error instanceof BackupNotGenuine)
    return appError('BACKUP_DAMAGED', msg.errorsVault.backupDamaged, msg.errorsVault.useOtherBackup)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC') return diskFull()
  const isDatabase = code?.startsWith('SQLITE_') === true
  if (code?.startsWith('SQLITE_CORRUPT')) return damaged()
  return appError(
    'BACKUP_FAILED',
    // Omit error codes of the database, which mean nothing to a broker. Show error codes of the operating system, because the broker can
    // look them up.
    msg.errorsVault.filesFailed(isDatabase ? null : (code ?? null)),
    msg.errorsVault.checkFolder,
    { retryable: true },
  )
}
