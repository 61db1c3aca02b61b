import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { Bridge } from '../events/bridge.ts'
import type { Consent } from '../ports/consent.ts'
import type { Emit } from '../ports/emit.ts'
import type { Log } from '../ports/log.ts'
import type { ConnectPartner } from '../ports/partner-api.ts'
import type { RelayClient } from '../ports/relay-client.ts'
import type { SecretStore } from '../ports/secret-store.ts'
import type { SubmissionEngine } from '../submission/engine.ts'
import type { Housekeeping } from '../vault/housekeeping.ts'
import type { Workspace } from '../workspace.ts'
import type { Peek } from './service-of.ts'

/** Why it may be worth to try again: somebody is back at the computer, or only its network is another one. */
export type WakeCause = 'awake' | 'network'

/** An opened environment. `disconnect` drops the partner's client with its tokens. */
export interface OpenEnvironment {
  workspace: Workspace
  bridge: Bridge
  engine: SubmissionEngine
  housekeeping: Pick<Housekeeping, 'start' | 'stop'>
  disconnect(): void
}

/** What an office is made of. */
export interface OfficeParts {
  secrets: SecretStore
  connectPartner: ConnectPartner
  relay: RelayClient
  /** Opens an environment's vault and wires its workspace. */
  openEnvironment(environment: Environment): Promise<Result<OpenEnvironment>>
  peek: Peek
  /** The first screen of a start stands: what nobody waits for begins then. */
  whenShown: Promise<void>
  /** Remembers the choice for the next start. */
  chosen: { get(): Environment; set(environment: Environment): Promise<void> }
  /** Whether what is open is the demo's. */
  isDemo(): boolean
  /** Asks the broker where no page can answer. */
  consent: Consent
  emit: Emit
  log: Log
}
