import type { DocumentStore } from '../vault/documents/encrypted-document-store.ts'
import type { SecretStore } from '../keychain/secrets.ts'
import type { Clock, Emit, Log, Notifier } from '../base/system.ts'
import type { Vault } from '../vault/vault.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError, type AppError, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'

/**
 * The data and ports (interfaces to the outside) of an open environment that belong to no feature. A function declares what it needs of
 * them: `Pick<Platform, 'vault' | 'clock'>`. Two environments never share a vault, a secret, or a token (spec section 1).
 */
export interface Platform {
  environment: Environment
  vault: Vault
  documents: DocumentStore
  secrets: SecretStore
  clock: Clock
  /** The time zone of this computer, such as `America/New_York`. It may change while the app runs. */
  zone(): string
  emit: Emit
  notifier: Notifier
  log: Log
}

/** Opens environments (`environment-manager.ts`). At most one is open at a time. */
export interface Environments<Opened = object> {
  /** The chosen environment, also if it cannot be opened. */
  readonly environment: Environment
  open(): Promise<Result<Opened>>
  /** Returns the open environment, or null. Opens none. */
  current(): Promise<Opened | null>
  /** Like `open`, but fails with `ENVIRONMENT_CHANGED` if the open environment is not the expected one. */
  openExpected(expected: unknown): Promise<Result<Opened>>
  /** Opens and selects an environment if it is not the open one. */
  choose(environment: Environment): Promise<Result<Opened>>
  /** Closes the open environment, runs `work`, and opens the given environment. Concurrent calls wait. */
  reopen<T>(environment: Environment, work: () => Promise<T>): Promise<T>
  /**
   * Opens an environment with `opening`, changes its connection with `work`, reconnects with the new settings, and returns the `view`.
   * Changes run one after another.
   */
  reconnect<T>(
    opening: () => Promise<Opened>,
    work: (opened: Opened) => Promise<void>,
    view: (opened: Opened) => Promise<T>,
  ): Promise<T>
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
