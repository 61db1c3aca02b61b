import { appError, type AppError } from '../../../src-shared/errors.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { NotGenuine } from './signed-channel.ts'

/** Error codes of the updater: a checksum that differs from the signed one, or an installer without our system signature. */
const REFUSED = new Set(['ERR_CHECKSUM_MISMATCH', 'ERR_UPDATER_INVALID_SIGNATURE'])
const DISK = new Set(['ENOSPC', 'EACCES', 'EPERM', 'EROFS', 'EDQUOT', 'ENOENT', 'EIO'])

/** Converts a failed update check, download, or installation into an error with a message for brokers. */
export function updateErrorOf(thrown: unknown): AppError {
  const text = msg.updates
  const code = codeOf(thrown)
  if (thrown instanceof NotGenuine || REFUSED.has(code))
    return appError('UPDATE_NOT_GENUINE', text.notGenuine, text.notGenuineWhat)
  if (DISK.has(code)) return appError('UPDATE_NOT_STORED', text.notStored, text.notStoredWhat)
  if (isOfTheWay(thrown, code))
    return appError('UPDATE_SERVER_UNREACHABLE', text.unreachable, text.unreachableWhat, { retryable: true })
  return appError('UPDATE_NOT_READABLE', text.notReadable, text.notReadableWhat)
}

const codeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''

/** True for network errors: Chromium's begin with `net::ERR_`, and the updater's HTTP errors contain the status. */
function isOfTheWay(thrown: unknown, code: string): boolean {
  return (
    /^(?:HTTP_ERROR_|ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    (thrown instanceof Error && /^net::ERR_|timed? ?out/i.test(thrown.message))
  )
}
