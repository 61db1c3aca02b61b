import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { existsSync } from 'node:fs'
import { appError, type AppError } from '../../../src-shared/platform/base/errors.ts'
import { isWritable } from '../files/write-atomically.ts'
import type { Missing } from './history.ts'
import type { VaultProblem } from './vault-protocol.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Creates the error, with a message for the broker, for a problem that the vault's process reported. `folder` is the data folder. */
export function vaultErrorOf({ what, missing }: VaultProblem, folder: string): AppError {
  const { errors, errorsDeals, errorsVault } = msg
  switch (what) {
    case 'no_such_deal':
      return appError('DEAL_NOT_FOUND', errors.dealGone, errors.toPipeline)
    case 'application_id_taken':
      return appError('APPLICATION_ID_TAKEN', errorsDeals.idTaken, errorsDeals.askForThisId)
    case 'application_id_deleted':
      return appError('APPLICATION_ID_TAKEN', errorsDeals.idOfDeleted, errorsDeals.askForThisId)
    case 'newer_version':
      return newerVersion()
    case 'key_wrong':
      return keyWrong()
    case 'damaged':
      return damaged()
    case 'shortened':
      return shortened(missing)
    case 'disk_full':
      return diskFull()
    case 'read_only':
      return readOnly(folder)
    case 'disk_failed':
      return disk(errorsVault.diskFailed(folder), errorsVault.checkDiskAndCopy)
    case 'cannot_open':
      // SQLite returns the same error if it cannot open the database and if it cannot create its log in a read-only folder. Check the
      // folder to find the cause.
      return isWritable(folder) || !existsSync(folder)
        ? disk(errorsVault.cannotOpen(folder), errorsVault.makeReadable)
        : readOnly(folder)
    case 'busy':
      return appError('VAULT_BUSY', errorsVault.busy, errorsVault.closeOther, { retryable: true })
    case 'not_open':
      return unavailable(errorsVault.notOpen)
    case 'unavailable':
      return unavailable(errorsVault.unexpected)
    case 'unknown_call':
      return appError('INVALID_INPUT', errorsVault.unknownCall, errors.restart)
  }
}

function unavailable(why: Message): AppError {
  const { unreachable, savedNotLost } = msg.errorsVault
  return disk(unreachable(why), savedNotLost)
}

function disk(message: Message, advice: Message): AppError {
  return appError('VAULT_UNAVAILABLE', message, advice, { retryable: true })
}

function readOnly(folder: string): AppError {
  return disk(msg.errorsVault.readOnly(folder), msg.errorsVault.makeWritable)
}

function shortened(missing: Missing = { commits: null, since: null, until: null }): AppError {
  const { changesMissing, restoreOrContinue } = msg.errorsVault
  const { commits, since, until } = missing
  return appError('VAULT_SHORTENED', changesMissing(commits, since, until), restoreOrContinue)
}

export function newerVersion(): AppError {
  const { newerVersion: message, installNewest } = msg.errorsVault
  return appError('VAULT_NEWER_VERSION', message, installNewest)
}

/** Returns the error for a key in the keychain that does not open the vault's data. */
export function keyWrong(): AppError {
  return appError('VAULT_KEY_WRONG', msg.errorsVault.keyWrong, msg.errorsVault.unchanged)
}

/** Returns the error for data that is damaged even though the key is correct. */
export function damaged(): AppError {
  return appError('VAULT_DAMAGED', msg.errorsVault.dataDamaged, msg.errorsVault.restoreUnchanged)
}

/** Returns the error for a vault folder that cannot be used, or that contains a file that cannot be used. */
export function folderUnusable(folder: string): AppError {
  return disk(msg.errorsVault.folderUnusable(folder), msg.errorsVault.checkDisk)
}

/** Returns the error for a full disk: nothing can be written until there is free space. */
export function diskFull(): AppError {
  return disk(msg.errorsVault.diskFull, msg.errorsVault.makeRoom)
}
