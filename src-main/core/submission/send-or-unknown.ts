import { appError, fail, type Result } from '../../../src-shared/errors.ts'
import { messages } from '../../../src-shared/messages/messages.ts'

/** Treats an unexpected exception of the client as an unknown outcome, because it may have sent the request. */
export async function sendOrUnknown<T>(sending: Promise<Result<T>>, advice: string): Promise<Result<T>> {
  try {
    return await sending
  } catch {
    return fail(
      appError('INTERNAL', messages().errorsDeals.failedWhileSending, advice, { outcome: 'unknown' }),
    )
  }
}
