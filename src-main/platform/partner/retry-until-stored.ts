import type { EnvironmentContext } from '../environment/environment-context.ts'
import { noteFault } from '../base/log-lines.ts'
import type { Log, Pause } from '../base/system.ts'
import { appError, fail, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { isOfVault } from './classify-failure.ts'

/**
 * Stores the partner's response. If the vault fails, retries for as long as necessary, and calls `onWait` before each retry. Returns the
 * result of the last try. If the app ends before the response is stored, the next start finds the application or document in the state
 * `sending`, and treats its outcome as unknown.
 */
export async function retryUntilStored<T>(
  { pause, context }: { pause: Pause; context: Pick<EnvironmentContext, 'log'> },
  store: () => Promise<Result<T>>,
  onWait: () => void = () => {},
): Promise<Result<T>> {
  for (let wait = 250; ; wait = Math.min(5_000, wait * 2)) {
    const stored = await store()
    if (stored.ok || !isOfVault(stored.error)) return stored
    context.log.warn('answer not stored yet', { code: stored.error.code })
    onWait()
    if (!(await pause(wait))) return stored
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
