import { appError } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'

export function gone() {
  return appError('FILE_NOT_FOUND', msg.errorsFiles.copyGone, msg.errorsFiles.attachAgain, {
    outcome: 'not_received',
  })
}

export function cancelled() {
  return appError('ATTACHING_CANCELLED', msg.errorsFiles.wasNotAttached, msg.errorsFiles.attachWhenWanted)
}

export function vanished() {
  return appError('FILE_NOT_FOUND', msg.errorsFiles.notThere, msg.errorsFiles.nothingPickAgain)
}

export function notRegular() {
  return appError('FILE_NOT_REGULAR', msg.errorsFiles.notRegular, msg.errorsFiles.nothingPickPdf)
}

/** Copying failed with this system error code. */
export function unreadable(code: string | undefined) {
  if (code === 'ENOSPC')
    return appError('VAULT_UNAVAILABLE', msg.errorsFiles.diskFull, msg.errorsFiles.nothingMakeRoom, {
      retryable: true,
    })
  return appError('FILE_NOT_FOUND', msg.errorsFiles.readIncomplete, msg.errorsFiles.attachAgainNothing, {
    retryable: true,
  })
}

export function notGenuine() {
  return appError('FILE_DAMAGED', msg.errorsFiles.copyDamaged, msg.errorsFiles.attachAgainOrRestore, {
    outcome: 'not_received',
  })
}
