import type { Environment, EnvironmentName } from '../../src-shared/platform/words/vocabulary.ts'
import type { Result } from '../../src-shared/platform/base/errors.ts'
import type { ReadingQueue } from '../features/statements/reading-queue.ts'
import type { EventSync } from '../features/events/event-sync.ts'
import type { Consent, Emit, Log } from '../platform/base/system.ts'
import type { ConnectPartner } from '../platform/partner/partner-api.ts'
import type { RelayClient } from '../platform/relay/event-source.ts'
import type { Handlers } from '../platform/ipc/room.ts'
import type { SecretStore } from '../platform/keychain/secrets.ts'
import type { SubmissionEngine } from '../features/submission/engine.ts'
import type { Reminders } from '../features/follow-ups/reminders.ts'
import type { Housekeeping } from '../features/backup/housekeeping.ts'
import type { EnvironmentContext } from '../platform/environment/environment-context.ts'
import type { Peek } from '../features/connection/service-of.ts'

/** Why a retry may succeed: the user is back at the computer, or only the network changed. */
export type WakeCause = 'awake' | 'network'

/** An opened environment. `disconnect` discards the client for the partner's API and the client's tokens. */
export interface OpenEnvironment {
  context: EnvironmentContext
  eventSync: EventSync
  engine: SubmissionEngine
  housekeeping: Pick<Housekeeping, 'start' | 'stop'>
  reminders: Pick<Reminders, 'start' | 'stop' | 'wake'>
  statements: Pick<ReadingQueue, 'start' | 'stop'>
  disconnect(): void
  /** The handlers of the channels that work on this environment. */
  handlers: Handlers
}

/**
 * The open environment. The window that made the request shows the same environment. A change that waits for a system dialog compares
 * `name` again after the dialog, because another environment may be open by then.
 */
export interface ExpectedEnvironment extends OpenEnvironment {
  name: EnvironmentName
}

export interface EnvironmentDeps {
  secrets: SecretStore
  connectPartner: ConnectPartner
  relay: RelayClient
  openEnvironment(environment: Environment): Promise<Result<OpenEnvironment>>
  peek: Peek
  /** Resolves when the first screen is shown. Only then does background work start. */
  whenShown: Promise<void>
  /** The chosen environment, stored for the next start. */
  chosen: { get(): Environment; set(environment: Environment): Promise<void> }
  isDemo(): boolean
  /** Asks the broker in a system dialog. A compromised page cannot confirm this dialog. */
  consent: Consent
  emit: Emit
  log: Log
}
