import { appError, type AppError } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'

/** The window that sent this shows another office. */
export function environmentMismatch(): AppError {
  const { environmentMismatch: message, lookAtBadge } = messages().errors
  return appError('ENVIRONMENT_CHANGED', message, lookAtBadge, { outcome: 'not_received' })
}

/** Opening failed with an unexpected exception. */
export function brokeOff(): AppError {
  return appError('INTERNAL', messages().errors.wentWrong, messages().errors.savedIsSafe, { retryable: true })
}
