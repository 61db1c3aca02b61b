import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { appError, type AppError } from '../../../src-shared/platform/base/errors.ts'
import type { Missing } from './history.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Returns the error for a vault that cannot be used at the moment. What was saved before is not lost. */
export function unavailable(why: Message): AppError {
  const { unreachable, savedNotLost } = msg.errorsVault
  return disk(unreachable(why), savedNotLost)
}

/** Returns the error for a problem of the vault's disk or folder. A later try may succeed. */
export function disk(message: Message, advice: Message): AppError {
  return appError('VAULT_UNAVAILABLE', message, advice, { retryable: true })
}

export function readOnly(folder: string): AppError {
  return disk(msg.errorsVault.readOnly(folder), msg.errorsVault.makeWritable)
}

/** Returns the error for a database that lost commits. */
export function shortened({ commits, since, until }: Missing): AppError {
  const { changesMissing, restoreOrContinue } = msg.errorsVault
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
