import { appError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'

export function gone() {
  return appError('FILE_NOT_FOUND', messages().errorsFiles.copyGone, messages().errorsFiles.attachAgain, {
    outcome: 'not_received',
  })
}

export function cancelled() {
  return appError(
    'ATTACHING_CANCELLED',
    messages().errorsFiles.wasNotAttached,
    messages().errorsFiles.attachWhenWanted,
  )
}

export function vanished() {
  return appError('FILE_NOT_FOUND', messages().errorsFiles.notThere, messages().errorsFiles.nothingPickAgain)
}

export function notRegular() {
  return appError(
    'FILE_NOT_REGULAR',
    messages().errorsFiles.notRegular,
    messages().errorsFiles.nothingPickPdf,
  )
}

/** Copying failed with this system error code. */
export function unreadable(code: string | undefined) {
  if (code === 'ENOSPC')
    return appError(
      'VAULT_UNAVAILABLE',
      messages().errorsFiles.diskFull,
      messages().errorsFiles.nothingMakeRoom,
      {
        retryable: true,
      },
    )
  return appError(
    'FILE_NOT_FOUND',
    messages().errorsFiles.readIncomplete,
    messages().errorsFiles.attachAgainNothing,
    {
      retryable: true,
    },
  )
}

export function notGenuine() {
  return appError(
    'FILE_DAMAGED',
    messages().errorsFiles.copyDamaged,
    messages().errorsFiles.attachAgainOrRestore,
    {
      outcome: 'not_received',
    },
  )
}
