import type { PayloadProfile } from '../../src-shared/profile/payload-profile.ts'
import type { Environment } from '../../src-shared/domain/vocabulary.ts'
import type { Clock } from './ports/clock.ts'
import type { DocumentComposer } from './ports/document-composer.ts'
import type { DocumentInspector } from './ports/document-inspector.ts'
import type { DocumentStore } from './ports/document-store.ts'
import type { Emit } from './ports/emit.ts'
import type { Question } from './ports/event-source.ts'
import type { Log } from './ports/log.ts'
import type { Notifier } from './ports/notifier.ts'
import type { PartnerApi } from './ports/partner-api.ts'
import type { SecretStore } from './ports/secret-store.ts'
import type { Vault } from './ports/vault.ts'
import type { Pause } from './submission/until-stored.ts'
import type { Result } from '../../src-shared/errors.ts'

/**
 * What a use case works with: one environment's data and the doors to the outside. The composition root builds one per
 * environment; two never share a vault, a secret or a token (spec section 1).
 */
export interface Workspace {
  environment: Environment
  vault: Vault
  documents: DocumentStore
  inspector: DocumentInspector
  composer: DocumentComposer
  secrets: SecretStore
  /** The form's profile as it was kept; the standard one where the broker's own cannot be read. */
  form: PayloadProfile
  /** False while it stands for one that cannot be read: then nobody knows what an application holds, and none is sent. */
  isFormReadable: boolean
  /** The same in the language that is spoken. */
  readonly profile: PayloadProfile
  clock: Clock
  emit: Emit
  notifier: Notifier
  log: Log
  /** Has the service asked about a deal as soon as politeness allows; the answer takes effect by itself. */
  askSoon(question: Question): void
  /**
   * Runs what is sent aside from the line: while it is under way the app neither updates itself nor closes the vault. Refused once
   * this environment is being closed.
   */
  aside<T>(work: (pause: Pause) => Promise<Result<T>>): Promise<Result<T>>
  /** The client of the configured service; `ENVIRONMENT_NOT_CONFIGURED` while there are no credentials. */
  partner(): Promise<Result<PartnerApi>>
}
