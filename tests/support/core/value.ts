import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import type { Result } from '../../../src-shared/platform/base/errors.ts'

/** Returns the value of a `Result`, or of a function that throws its errors. */
export function value<T>(result: Result<T>): T
export function value<T>(result: T): T
export function value<T>(result: Result<T> | T): T {
  if (!isResult(result)) return result
  if (!result.ok) throw new Error(`${result.error.code}: ${formatMessage(result.error.message)}`)
  return result.value
}

function isResult<T>(result: Result<T> | T): result is Result<T> {
  return (
    typeof result === 'object' &&
    result !== null &&
    'ok' in result &&
    ('value' in result || 'error' in result)
  )
}
