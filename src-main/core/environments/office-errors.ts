import { appError, type AppError } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'

/** The window that sent this shows another office. */
export function anotherShown(): AppError {
  const { anotherShown: message, lookAtBadge } = words().errors
  return appError('ENVIRONMENT_CHANGED', message, lookAtBadge, { outcome: 'not_received' })
}

/** Opening failed with an unexpected exception. */
export function brokeOff(): AppError {
  return appError('INTERNAL', words().errors.wentWrong, words().errors.savedIsSafe, { retryable: true })
}
