import type { Message } from '../texts/message.ts'

/**
 * All error codes. Every failure that a broker can see has one of these codes. Add a new code here first, so that its message is written in
 * the same change.
 */
export const ERROR_CODES = [
  // The app itself
  'INVALID_INPUT',
  'CHANGE_NOT_CONFIRMED',
  'FORBIDDEN_SENDER',
  'CLIPBOARD_UNAVAILABLE',
  'INTERNAL',
  // The lock of the app's windows
  'LOCKED',
  'PIN_NOT_SET',
  'PIN_TOO_WEAK',
  'PIN_WRONG',
  'PIN_WAIT',
  'SYSTEM_UNLOCK_FAILED',
  // Set-up of an environment
  'ENVIRONMENT_NOT_CONFIGURED',
  'ENVIRONMENT_CHANGED',
  'DEMO_NOT_STARTED',
  'DEMO_RUNNING',
  'KEYCHAIN_UNAVAILABLE',
  'KEYCHAIN_LOCKED',
  'VAULT_UNAVAILABLE',
  'VAULT_KEY_MISSING',
  'VAULT_KEY_WRONG',
  'VAULT_NEWER_VERSION',
  'VAULT_BUSY',
  'SETTINGS_UNREADABLE',
  'VAULT_DAMAGED',
  'VAULT_SHORTENED',
  'PASSPHRASE_NEEDED',
  'PASSPHRASE_WRONG',
  'RECOVERY_CODE_INVALID',
  'RECOVERY_CODE_MISSING',
  'RECOVERY_CODE_WRONG',
  'BACKUP_UNKNOWN_FORMAT',
  'BACKUP_DAMAGED',
  'BACKUP_FAILED',
  // The partner's service
  'PARTNER_ADDRESS_INVALID',
  'PARTNER_ADDRESS_INSECURE',
  'PARTNER_UNREACHABLE',
  'PARTNER_TIMED_OUT',
  'PARTNER_CONNECTION_LOST',
  'PARTNER_CREDENTIALS_REJECTED',
  'PARTNER_TOKEN_NOT_VALID',
  'PARTNER_VALIDATION_FAILED',
  'PARTNER_FORBIDDEN',
  'PARTNER_NOT_FOUND',
  'PARTNER_NOT_OFFERED',
  'PARTNER_CONFLICT',
  'PARTNER_TOO_LARGE',
  'PARTNER_UNSUPPORTED_TYPE',
  'PARTNER_RATE_LIMITED',
  'PARTNER_UNAVAILABLE',
  'PARTNER_UNEXPECTED_RESPONSE',
  // Deals and drafts
  'DEAL_NOT_FOUND',
  'DEAL_NOT_EDITABLE',
  'DRAFT_INCOMPLETE',
  'SUBMISSION_IN_PROGRESS',
  'NOTHING_TO_UNDO',
  'IMPORT_NOT_READABLE',
  'IMPORT_CANCELLED',
  'SUBMISSION_DUPLICATE',
  'DOCUMENTS_OF_OTHERS',
  'APPLICATION_ID_TAKEN',
  'PRODUCTION_NOT_CONFIRMED',
  // Offers
  'OFFER_NOT_OPEN',
  'OFFER_ACCEPT_UNKNOWN',
  'MERCHANT_PAGE_REFUSED',
  'SNIPPET_NOT_FOUND',
  'MAIL_NOT_OPENED',
  // Files
  'FILE_NOT_FOUND',
  'FILE_NOT_REGULAR',
  'FILE_EMPTY',
  'FILE_TOO_LARGE',
  'FILE_NOT_PDF',
  'FILE_ENCRYPTED',
  'FILE_PASSWORD_WRONG',
  'FILE_UNSUPPORTED',
  'FILE_DAMAGED',
  'FILE_DUPLICATE',
  'FILE_CHANGED',
  'FILE_NOT_WRITTEN',
  'HANDED_OUT_GONE',
  'ATTACHING_CANCELLED',
  'READING_STOPPED',
  'SENDING_CANCELLED',
  // Bank statements
  'STATEMENTS_NOT_VERIFIED',
  'NOT_PRINTED',
  // Proof of submission
  'PROOF_EMPTY',
  // Webhook events and the relay
  'EVENT_SIGNATURE_INVALID',
  'EVENT_MALFORMED',
  'EVENT_KEYS_UNAVAILABLE',
  'EVENT_NOT_KEPT',
  'RELAY_ADDRESS_INVALID',
  'RELAY_UNREACHABLE',
  'RELAY_NOT_PAIRED',
  'RELAY_PAIRING_REFUSED',
  'RELAY_DEVICE_REFUSED',
  'RELAY_UNEXPECTED_RESPONSE',
  // Updates of the app itself
  'UPDATE_SERVER_UNREACHABLE',
  'UPDATE_NOT_GENUINE',
  'UPDATE_NOT_READABLE',
  'UPDATE_NOT_STORED',
  'UPDATE_WAITS',
  'UPDATE_NOT_READY',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * The outcome of a write (a request that changes something at the partner). `none`: the app had nothing to send. `unknown`: the data was
 * sent, but no response arrived, so the app must not simply send it again.
 */
export const OUTCOMES = ['none', 'not_received', 'received', 'unknown'] as const
export type Outcome = (typeof OUTCOMES)[number]

/**
 * A problem with one field. `path` contains names and row ids with dots between them (`company.owners.r4k2m.ssn`). Paths from the partner
 * contain row numbers instead (`company.owners.0.ssn`). `path` is empty for a problem of the whole form.
 */
export interface FieldProblem {
  path: string
  message: Message
}

/**
 * A failure, which functions return as a value. Contains messages for the broker, but never a secret, a token, an SSN, or a response body.
 */
export interface AppError {
  code: ErrorCode
  message: Message
  /** Says whether the partner received anything. */
  outcome: Outcome
  /** What the broker can do next. */
  advice: Message
  /** True if the same request can safely be sent again and may then succeed. */
  retryable: boolean
  /** Seconds to wait before the next try, if the partner specified them. */
  retry_after_s?: number | undefined
  fields?: FieldProblem[] | undefined
  /** The id of another deal that the error is about, so that the page can show a link to it. */
  deal_id?: string | undefined
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: AppError }

export function ok<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

export function appError(
  code: ErrorCode,
  message: Message,
  advice: Message,
  more: Partial<Pick<AppError, 'outcome' | 'retryable' | 'fields' | 'retry_after_s' | 'deal_id'>> = {},
): AppError {
  return { code, message, advice, outcome: 'none', retryable: false, ...more }
}

export function fail(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error }
}
