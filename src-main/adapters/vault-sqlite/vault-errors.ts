import { appError, type AppError } from '../../../src-shared/errors.ts'

// What main and the vault's process both say of a vault that cannot be opened.

export function keyWrong(): AppError {
  return appError(
    'VAULT_KEY_WRONG',
    'Your data cannot be opened: the key in the keychain of this computer is another one.',
    'Nothing was changed or deleted.',
  )
}

export function damaged(): AppError {
  return appError(
    'VAULT_DAMAGED',
    'The file with your data is damaged, or somebody changed it.',
    'Nothing was changed or deleted. Restore a backup.',
  )
}

export function diskFull(): AppError {
  return appError('VAULT_UNAVAILABLE', 'The disk of this computer is full.', 'Make room and try again.', {
    retryable: true,
  })
}
