import { appError } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'

/** The vault names a document whose stored copy is not there. */
export function gone() {
  return appError('FILE_NOT_FOUND', words().errorsFiles.copyGone, words().errorsFiles.attachAgain, {
    outcome: 'not_received',
  })
}

/** The broker cancelled attaching. */
export function cancelled() {
  return appError(
    'ATTACHING_CANCELLED',
    words().errorsFiles.wasNotAttached,
    words().errorsFiles.attachWhenWanted,
  )
}

/** The file to attach is not there any more. */
export function vanished() {
  return appError('FILE_NOT_FOUND', words().errorsFiles.notThere, words().errorsFiles.nothingPickAgain)
}

/** The file to attach is a link, a folder or a device. */
export function notRegular() {
  return appError('FILE_NOT_REGULAR', words().errorsFiles.notRegular, words().errorsFiles.nothingPickPdf)
}

/** Copying failed with this code of the system. */
export function unreadable(code: string | undefined) {
  if (code === 'ENOSPC')
    return appError('VAULT_UNAVAILABLE', words().errorsFiles.diskFull, words().errorsFiles.nothingMakeRoom, {
      retryable: true,
    })
  return appError('FILE_NOT_FOUND', words().errorsFiles.notToItsEnd, words().errorsFiles.attachAgainNothing, {
    retryable: true,
  })
}

/** The stored copy is damaged, or belongs to another document. */
export function notGenuine() {
  return appError('FILE_DAMAGED', words().errorsFiles.copyDamaged, words().errorsFiles.attachAgainOrRestore, {
    outcome: 'not_received',
  })
}
