import { appError, type AppError } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'

/** What was to be sent came from a window that shows another office. */
export function anotherShown(): AppError {
  const { anotherShown: message, lookAtBadge } = words().errors
  return appError('ENVIRONMENT_CHANGED', message, lookAtBadge, { outcome: 'not_received' })
}

/** An opening ended with something that nobody foresaw. */
export function brokeOff(): AppError {
  return appError('INTERNAL', words().errors.wentWrong, words().errors.savedIsSafe, { retryable: true })
}
