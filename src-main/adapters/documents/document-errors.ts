import { appError } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'

export function gone() {
  return appError('FILE_NOT_FOUND', words().errorsFiles.copyGone, words().errorsFiles.attachAgain, {
    outcome: 'not_received',
  })
}

export function cancelled() {
  return appError(
    'ATTACHING_CANCELLED',
    words().errorsFiles.wasNotAttached,
    words().errorsFiles.attachWhenWanted,
  )
}

export function vanished() {
  return appError('FILE_NOT_FOUND', words().errorsFiles.notThere, words().errorsFiles.nothingPickAgain)
}

export function notRegular() {
  return appError('FILE_NOT_REGULAR', words().errorsFiles.notRegular, words().errorsFiles.nothingPickPdf)
}

/** Copying failed with this system error code. */
export function unreadable(code: string | undefined) {
  if (code === 'ENOSPC')
    return appError('VAULT_UNAVAILABLE', words().errorsFiles.diskFull, words().errorsFiles.nothingMakeRoom, {
      retryable: true,
    })
  return appError('FILE_NOT_FOUND', words().errorsFiles.notToItsEnd, words().errorsFiles.attachAgainNothing, {
    retryable: true,
  })
}

export function notGenuine() {
  return appError('FILE_DAMAGED', words().errorsFiles.copyDamaged, words().errorsFiles.attachAgainOrRestore, {
    outcome: 'not_received',
  })
}
