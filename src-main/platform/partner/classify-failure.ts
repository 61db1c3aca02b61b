import { Broken } from '../base/failure.ts'
import {
  type AppError,
  type ErrorCode,
  appError,
  fail,
  type Result,
} from '../../../src-shared/platform/base/errors.ts'
import type { Platform } from '../environment/platform.ts'
import { noteFault } from '../base/log-lines.ts'
import type { Log, Pause } from '../base/system.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/** Errors with which the partner refuses the content of an application or document. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PARTNER_VALIDATION_FAILED',
  'PARTNER_FORBIDDEN',
  'PARTNER_NOT_FOUND',
  'PARTNER_CONFLICT',
  'PARTNER_TOO_LARGE',
  'PARTNER_UNSUPPORTED_TYPE',
])

/** Errors that block all tasks until someone fixes the cause. */
const HOLDS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ENVIRONMENT_NOT_CONFIGURED',
  'PRODUCTION_NOT_CONFIRMED',
  'KEYCHAIN_UNAVAILABLE',
  'KEYCHAIN_LOCKED',
  'PARTNER_CREDENTIALS_REJECTED',
  'PARTNER_TOKEN_NOT_VALID',
  'PARTNER_ADDRESS_INVALID',
  'PARTNER_ADDRESS_INSECURE',
])

const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'PARTNER_UNREACHABLE',
  'PARTNER_TIMED_OUT',
  'PARTNER_CONNECTION_LOST',
  'PARTNER_RATE_LIMITED',
  'PARTNER_UNAVAILABLE',
])

/** True if the connection failed after the send had begun. The content of the request may then be the cause. */
export const brokeOff = ({ code }: AppError) =>
  code === 'PARTNER_CONNECTION_LOST' || code === 'PARTNER_TIMED_OUT'

export const isPassing = ({ code }: AppError) => PASSING.has(code)

/**
 * Classifies a failed send. After `wait` or `hold`, the partner certainly received nothing. The app then sends again automatically: after
 * `wait` when the connection is back, and after `hold` when someone has fixed the problem. After `failed` or `refused`, the broker must
 * send again. After `unknown`, the partner may have received the request.
 */
export function classifyFailure(error: AppError): 'wait' | 'hold' | 'refused' | 'failed' | 'unknown' {
  if (error.outcome === 'unknown' || error.outcome === 'received') return 'unknown'
  if (REFUSALS.has(error.code)) return 'refused'
  if (HOLDS.has(error.code)) return 'hold'
  return error.retryable || isPassing(error) ? 'wait' : 'failed'
}

/**
 * Stores the partner's response. If the vault fails, retries for as long as necessary, and calls `onWait` before each retry. If the app ends
 * meanwhile, throws the failure of the last try. If the app ends before the response is stored, the next start finds the application or document in the state
 * `sending`, and treats its outcome as unknown.
 */
export async function retryUntilStored<T>(
  { pause, context }: { pause: Pause; context: Pick<Platform, 'log'> },
  store: () => Promise<T>,
  onWait: () => void = () => {},
): Promise<T> {
  for (let wait = 250; ; wait = Math.min(5_000, wait * 2)) {
    try {
      return await store()
    } catch (thrown) {
      if (!(thrown instanceof Broken)) throw thrown
      context.log.warn('answer not stored yet', { code: thrown.error.code })
      onWait()
      if (!(await pause(wait))) throw thrown
    }
  }
}

/** Treats an unexpected exception of the partner's client as an unknown outcome, because the client may have sent the request. */
export async function sendOrUnknown<T>(
  log: Log,
  sending: Promise<Result<T>>,
  advice: Message,
): Promise<Result<T>> {
  try {
    return await sending
  } catch (thrown) {
    noteFault(log, 'request failed', thrown)
    return fail(appError('INTERNAL', msg.errorsDeals.failedWhileSending, advice, { outcome: 'unknown' }))
  }
}
