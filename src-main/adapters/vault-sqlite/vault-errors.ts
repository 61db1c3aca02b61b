import { appError, type AppError } from '../../../src-shared/errors.ts'
import type { VaultTrouble } from './vault-protocol.ts'
import { words } from '../../../src-shared/messages/messages.ts'

// The vault's process only names what is wrong; main, which knows the language, words it.

/** What the vault's process named, in the words of the language that is spoken. */
export function wordTrouble({ what, detail }: VaultTrouble): AppError {
  const { errors, errorsVault } = words()
  switch (what) {
    case 'no_such_deal':
      return appError('DEAL_NOT_FOUND', errors.dealGone, errors.toPipeline)
    case 'newer_version':
      return newerVersion()
    case 'key_wrong':
      return keyWrong()
    case 'damaged':
      return damaged()
    case 'disk_full':
      return diskFull()
    case 'busy':
      return appError('VAULT_BUSY', errorsVault.busy, errorsVault.closeOther, { retryable: true })
    case 'not_open':
      return unavailable(errorsVault.notOpen)
    case 'unavailable':
      return unavailable(detail ?? errorsVault.unexpected)
    case 'unknown_call':
      return appError('INVALID_INPUT', errorsVault.unknownCall, errors.restart)
  }
}

function unavailable(why: string): AppError {
  const { unreachable, savedNotLost } = words().errorsVault
  return appError('VAULT_UNAVAILABLE', unreachable(why), savedNotLost, { retryable: true })
}

/** The data was written by a later app. */
export function newerVersion(): AppError {
  const { newerVersion: message, installNewest } = words().errorsVault
  return appError('VAULT_NEWER_VERSION', message, installNewest)
}

/** The keychain has another key than the data was written with. */
export function keyWrong(): AppError {
  return appError('VAULT_KEY_WRONG', words().errorsVault.keyWrong, words().errorsVault.unchanged)
}

/** The key is right, and the data is not what was written. */
export function damaged(): AppError {
  return appError('VAULT_DAMAGED', words().errorsVault.dataDamaged, words().errorsVault.restoreUnchanged)
}

/** The folder of a vault, or what lies in it beside the database. */
export function folderUnusable(): AppError {
  return appError('VAULT_UNAVAILABLE', words().errorsVault.folderUnusable, words().errorsVault.checkDisk, {
    retryable: true,
  })
}

/** Nothing more can be written until there is room. */
export function diskFull(): AppError {
  return appError('VAULT_UNAVAILABLE', words().errorsVault.diskFull, words().errorsVault.makeRoom, {
    retryable: true,
  })
}
