import type { Question } from '../relay/event-source.ts'
import type { ApplicationReader, DocumentComposer, DocumentInspector, DocumentStore } from '../files/ports.ts'
import type { PartnerApi } from '../partner/partner-api.ts'
import type { ReadingState } from '../../../src-shared/features/statements/deal-statements.ts'
import type { SecretStore } from '../keychain/secrets.ts'
import type { Clock, Emit, Log, Notifier, Pause } from '../base/system.ts'
import type { Vault } from '../vault/vault.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import type { Offer } from '../../../src-shared/features/offers/offer.ts'

/** The statements that the app reads in the background. */
export interface StatementQueue {
  /** Looks for unread statements of a deal, and reads them next. Stops reading documents that were removed. */
  look(deal_id: string): Promise<void>
  /** Returns the state of a document that is waiting or being read, or that has no reading. Null if the queue knows nothing about it. */
  stateOf(document_id: string): ReadingState | null
  /** Reads a document next, also if it was read before. */
  read(document_id: string): Promise<Record<string, never>>
  /** Stops reading a document. */
  cancel(document_id: string): Promise<Record<string, never>>
}

/**
 * The data and ports (interfaces to the outside) of one environment, which functions of `src-main/core` get as a parameter. The composition
 * root, which connects all parts of the app, creates one context for each environment. Two contexts never share a vault, a secret, or a
 * token (spec section 1).
 */
export interface EnvironmentContext {
  environment: Environment
  vault: Vault
  documents: DocumentStore
  inspector: DocumentInspector
  composer: DocumentComposer
  applications: ApplicationReader
  /** Reads the bank statements of deals in the background. */
  statements: StatementQueue
  secrets: SecretStore
  /** The form profile that the broker saved, or the standard one if the saved one is missing or unreadable. */
  form: PayloadProfile
  /**
   * False if the broker's own form is unreadable and the standard form replaces it. It is then unknown which data the partner requires, so
   * the app sends no application.
   */
  isFormReadable: boolean
  /** The form profile in the current language. */
  readonly profile: PayloadProfile
  clock: Clock
  /** The time zone of this computer, such as `America/New_York`. It may change while the app runs. */
  zone(): string
  /** Looks again which reminder is due next. Call this after each change of a follow-up or of a snoozed item. */
  remindersChanged(): void
  emit: Emit
  notifier: Notifier
  log: Log
  /** Asks the partner about a deal as soon as the rate limit allows, and applies the response to the deal. */
  askSoon(question: Question): void
  /** Fetches a deal's offers from the partner now, stores them, and returns them. */
  refreshOffers(deal_id: string): Promise<Offer[]>
  /**
   * Runs a task outside the submission queue, such as accepting an offer. While the task runs, the app neither installs an update nor
   * closes the vault. Refuses the task if this environment is already being closed.
   */
  runExclusive<T>(work: (pause: Pause) => Promise<T>): Promise<T>
  /** Returns the client of the configured partner. Fails with `ENVIRONMENT_NOT_CONFIGURED` if the credentials are missing. */
  partner(): Promise<Result<PartnerApi>>
}

/** Opens environments (`app/environments.ts`). At most one is open at a time. */
export interface Environments<Opened = { context: EnvironmentContext }> {
  /** The chosen environment, also if it cannot be opened. */
  readonly environment: Environment
  open(): Promise<Result<Opened>>
  /** Closes the open environment, runs `work`, and opens the given environment. Concurrent calls wait. */
  reopen<T>(environment: Environment, work: () => Promise<T>): Promise<T>
  /** Runs work that may open another environment, and then notifies all windows except the window with `window_id`. */
  runAndNotify<T>(window_id: string | null, work: () => Promise<T>): Promise<T>
}

/** Returns the error for a request from a window that shows another environment than the open one. */
export function environmentMismatch(): AppError {
  const { environmentMismatch: message, lookAtBadge } = msg.errors
  return appError('ENVIRONMENT_CHANGED', message, lookAtBadge, { outcome: 'not_received' })
}

/** Returns the error for an environment that could not be opened because of an unexpected exception. */
export function brokeOff(): AppError {
  return appError('INTERNAL', msg.errors.wentWrong, msg.errors.savedIsSafe, { retryable: true })
}

/** Returns the error for a change that the broker refused in the system dialog. */
export function notConfirmed(): AppError {
  const { notConfirmed: message, nothingChanged } = msg.errors
  return appError('CHANGE_NOT_CONFIRMED', message, nothingChanged)
}
