import type {
  ConnectionReport,
  Credentials,
  EnvironmentStatus,
} from '../../../src-shared/domain/environment.ts'
import type { ServiceSettingsView } from '../../../src-shared/domain/service-settings.ts'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import type { Result } from '../../../src-shared/errors.ts'
import type { Bridge } from '../events/bridge.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { ConnectPartner } from '../ports/partner-api.ts'
import type { RelayClient } from '../ports/relay-client.ts'
import type { SecretStore } from '../ports/secret-store.ts'
import type { SubmissionEngine } from '../submission/engine.ts'
import type { Workspace } from '../workspace.ts'
import { environmentStatus, forgetCredentials, saveCredentials, testConnection } from './credentials.ts'
import { forgetRelay, pairRelay, registerWebhooks } from './relay-link.ts'
import { readServiceSettings, viewServiceSettings } from './service-settings.ts'
import { readConnection } from './settings.ts'

/** An opened environment. `disconnect` drops the partner's client with its tokens. */
export interface OpenEnvironment {
  workspace: Workspace
  bridge: Bridge
  engine: SubmissionEngine
  disconnect(): void
}

interface OfficeParts {
  secrets: SecretStore
  connectPartner: ConnectPartner
  relay: RelayClient
  /** Opens an environment's vault and wires its workspace. */
  openEnvironment(environment: Environment): Promise<Result<OpenEnvironment>>
  /** Remembers the choice for the next start. */
  chosen: { get(): Environment; set(environment: Environment): Promise<void> }
}

/**
 * The broker's office: which environment is open, and how it is connected. Exactly one is open at a time; it is opened
 * when it is first asked for, and a failure to open is told and tried again at the next call.
 */
export class Office {
  readonly #parts: OfficeParts
  #opening: Promise<Result<OpenEnvironment>> | null = null

  constructor(parts: OfficeParts) {
    this.#parts = parts
  }

  open(): Promise<Result<OpenEnvironment>> {
    this.#opening ??= this.#open(this.#parts.chosen.get())
    return this.#opening
  }

  async testConnection(credentials: Credentials): Promise<Result<ConnectionReport>> {
    // The network is the same office's whatever the environment; another one's paths may differ, and nobody set them yet.
    const opened = await this.open()
    if (!opened.ok) return opened
    const { environment, vault } = opened.value.workspace
    const [service, kept] = await Promise.all([readServiceSettings(vault), readConnection(vault)])
    if (!service.ok) return service
    if (!kept.ok) return kept
    const mayUseKept =
      environment === credentials.environment &&
      kept.value.base_url === credentials.base_url &&
      kept.value.client_id === credentials.client_id
    const { secrets, connectPartner } = this.#parts
    return testConnection(secrets, connectPartner, { service: service.value, mayUseKept }, credentials)
  }

  /** Tests, switches to the environment if it is another one, keeps, and connects anew. */
  async saveCredentials(credentials: Credentials): Promise<Result<EnvironmentStatus>> {
    const tested = await this.testConnection(credentials)
    if (!tested.ok) return tested
    return this.#change(({ workspace }) => saveCredentials(workspace, credentials), credentials.environment)
  }

  forgetCredentials(): Promise<Result<EnvironmentStatus>> {
    return this.#change(({ workspace }) => forgetCredentials(workspace))
  }

  pairRelay(pairing: { url: string; code: string; device_name: string }): Promise<Result<EnvironmentStatus>> {
    return this.#change(({ workspace }) => pairRelay(workspace, this.#parts.relay, pairing))
  }

  forgetRelay(): Promise<Result<EnvironmentStatus>> {
    return this.#change(({ workspace }) => forgetRelay(workspace))
  }

  registerWebhooks(): Promise<Result<EnvironmentStatus>> {
    return this.#change(({ workspace }) => registerWebhooks(workspace, this.#parts.relay))
  }

  /** Changes how the service is talked to, and the relay with it, since both are reached through the same network. */
  changeService(work: (workspace: Workspace) => Promise<Result<void>>): Promise<Result<ServiceSettingsView>> {
    return this.#changing(({ workspace }) => work(workspace), viewServiceSettings)
  }

  /** The computer woke or the network changed: events are looked for, and what waits is sent, at once. */
  async nudge(): Promise<void> {
    const opened = await this.#opening
    if (!opened?.ok) return
    opened.value.bridge.nudge()
    opened.value.engine.nudge()
  }

  /** The app ends: nothing more leaves, and uploads are broken off. */
  async stopSending(): Promise<void> {
    const opened = await this.#opening
    if (opened?.ok) await opened.value.engine.stop()
  }

  async close(): Promise<void> {
    const opening = this.#opening
    this.#opening = null
    const opened = await opening
    if (!opened?.ok) return
    await opened.value.engine.stop()
    await opened.value.bridge.stop()
    opened.value.disconnect()
    await opened.value.workspace.vault.close()
  }

  async #open(environment: Environment): Promise<Result<OpenEnvironment>> {
    const opened = await this.#parts.openEnvironment(environment)
    if (!opened.ok) {
      this.#opening = null
      return opened
    }
    const started = await opened.value.engine.start()
    if (!started.ok) {
      this.#opening = null
      await opened.value.workspace.vault.close()
      return started
    }
    await opened.value.bridge.restart()
    return opened
  }

  async #choose(environment: Environment): Promise<void> {
    if (this.#parts.chosen.get() === environment) return
    await this.close()
    await this.#parts.chosen.set(environment)
  }

  /** Changes how an environment is connected, and answers how it stands then. */
  #change(
    work: (opened: OpenEnvironment) => Promise<Result<void>>,
    environment?: Environment,
  ): Promise<Result<EnvironmentStatus>> {
    return this.#changing(work, environmentStatus, environment)
  }

  /**
   * Runs a change and connects anew with what holds now. No event comes in meanwhile: one from the old relay would move the
   * cursor of the new one. One change is made after another.
   */
  #changing<T>(
    work: (opened: OpenEnvironment) => Promise<Result<void>>,
    view: (workspace: Workspace) => Promise<Result<T>>,
    environment?: Environment,
  ): Promise<Result<T>> {
    return oneAtATime('connection', async () => {
      if (environment !== undefined) await this.#choose(environment)
      const opened = await this.open()
      if (!opened.ok) return opened
      const { workspace, bridge, engine } = opened.value
      await bridge.stop()
      const done = await work(opened.value)
      if (done.ok) opened.value.disconnect()
      await bridge.restart()
      if (done.ok) engine.release()
      return done.ok ? view(workspace) : done
    })
  }
}
