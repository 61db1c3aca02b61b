import type { Message } from '../../../src-shared/messages/message.ts'
import { appError, fail, type Result } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'

/** Treats an unexpected exception of the client as an unknown outcome, because it may have sent the request. */
export async function sendOrUnknown<T>(sending: Promise<Result<T>>, advice: Message): Promise<Result<T>> {
  try {
    return await sending
  } catch {
    return fail(appError('INTERNAL', msg.errorsDeals.failedWhileSending, advice, { outcome: 'unknown' }))
  }
}
