import { appError, type AppError } from '../../src-shared/errors.ts'
import { msg } from '../../src-shared/messages/msg.ts'

/** The window that sent this shows another office. */
export function environmentMismatch(): AppError {
  const { environmentMismatch: message, lookAtBadge } = msg.errors
  return appError('ENVIRONMENT_CHANGED', message, lookAtBadge, { outcome: 'not_received' })
}

/** Opening failed with an unexpected exception. */
export function brokeOff(): AppError {
  return appError('INTERNAL', msg.errors.wentWrong, msg.errors.savedIsSafe, { retryable: true })
}

/** The broker refused in the system dialog. */
export function notConfirmed(): AppError {
  const { notConfirmed: message, nothingChanged } = msg.errors
  return appError('CHANGE_NOT_CONFIRMED', message, nothingChanged)
}
