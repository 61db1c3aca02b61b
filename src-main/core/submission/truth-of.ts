import { appError, fail, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'

/** A client that fails in a way it should not may have sent all the same. */
export async function truthOf<T>(sending: Promise<Result<T>>, advice: string): Promise<Result<T>> {
  try {
    return await sending
  } catch {
    return fail(appError('INTERNAL', words().errorsDeals.failedWhileSending, advice, { outcome: 'unknown' }))
  }
}
