import { must } from '../../../src-main/platform/base/failure.ts'
import { PollingEventSource } from '../../../src-main/features/events/polling-event-source.ts'
import { peekVault } from '../../../src-main/platform/vault/open-vault.ts'
import { type OpenEnvironment, openEnvironmentRooms } from '../../../src-main/app/rooms.ts'
import { EnvironmentLife } from '../../../src-main/platform/environment/environment-life.ts'
import { EnvironmentManager } from '../../../src-main/platform/environment/environment-manager.ts'
import { Connections } from '../../../src-main/features/connection/connections.ts'
import { EnvironmentWebhooks } from '../../../src-main/features/webhooks/webhooks.ts'
import { EventSync } from '../../../src-main/features/events/event-sync.ts'
import type { ConnectPartner } from '../../../src-main/platform/partner/partner-api.ts'
import type { RelayClient } from '../../../src-main/platform/relay/event-source.ts'
import { SubmissionEngine } from '../../../src-main/features/submission/engine.ts'
import type { Environment } from '../../../src-shared/platform/words/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import type { Cleanup } from '../cleanup.ts'
import { ManualTimers, memoryKeychain, composeApp, scriptedPartner } from './composed-app.ts'
import { startVaultHost } from '../vault/start-host.ts'

type Needs = Parameters<typeof openEnvironmentRooms>[1]

/**
 * A broker's app with real vaults, without windows. The partner accepts any credentials. Tests use its fields to control the app and to see
 * what it did.
 */
export interface TestEnvironment {
  /** Contains one folder for each environment. */
  readonly folder: string
  environmentManager: EnvironmentManager<OpenEnvironment>
  connections: Connections
  webhooks: EnvironmentWebhooks
  chosen: Environment
  readonly secrets: ReturnType<typeof memoryKeychain>
  isDemo: boolean
  /**
   * Runs before the app opens an environment (sandbox or production). If it returns a result, the app gets this result instead of an open
   * environment.
   */
  beforeOpening(environment: Environment): Promise<Result<OpenEnvironment> | null>
  /** The environments that were opened, in order. */
  readonly openings: Environment[]
  /** All questions that the app asked the broker in system dialogs, in order. `says` is the answer that each of them gets. */
  readonly questions: unknown[]
  says: boolean
  /** URLs of the relays to which the app sent a pairing code, in order. */
  readonly paired: string[]
  /** Runs while a system dialog waits for the broker's answer. */
  whileAsked(): void
  /** Runs while the app tests the credentials at the partner with this address. */
  whileTested(base_url: string): Promise<void>
  /** All messages that the app sent to its windows. */
  readonly reported: { event: string; payload: unknown }[]
}

/** Creates the app, but opens no environment until the test requests it. The cleanup after the test closes the app. */
export function testEnvironment(cleanup: Cleanup): TestEnvironment {
  const folder = cleanup.folder()
  const secrets = memoryKeychain()
  const connectPartner: ConnectPartner = ({ base_url }) =>
    ok(
      scriptedPartner({
        testConnection: async () => {
          await at.whileTested(base_url)
          return ok({
            base_url,
            token_verified: true,
            token_kid: 'k',
            token_expires_at: null,
            keys: 2,
            duration_ms: 1,
          })
        },
      }),
    )

  async function openEnvironment(environment: Environment): Promise<OpenEnvironment> {
    const instead = await at.beforeOpening(environment)
    if (instead !== null) return must(instead)
    at.openings.push(environment)
    const { context, statements } = await composeApp(cleanup, { folder, environment, secrets })
    const eventSync = new EventSync(context, {
      connect: () => ({ start: () => {}, acknowledge: () => {}, retryNow: () => {}, stop: async () => {} }),
      createPolling: () =>
        new PollingEventSource({ partner: context.partner, intervalMinutes: async () => 1 }),
      registrations: async () => ({ listed_at: null, inlet_url: null, registrations: [], problems: [] }),
      verify: async () => ok({ verification: 'body' }),
    })
    const engine: SubmissionEngine = new SubmissionEngine(context, new ManualTimers())
    context.runExclusive = (work) => engine.runExclusive(work)
    const life = new EnvironmentLife({
      context,
      engine,
      eventSync,
      link: { reset: () => {}, close: async () => {} },
      background: [statements],
    })
    const needs: Partial<Needs> = { engine, eventSync }
    return { context, eventSync, handlers: openEnvironmentRooms(context, needs as Needs), life }
  }

  const asked = async (question: unknown) => (at.questions.push(question), at.whileAsked(), at.says)
  const relay: RelayClient = {
    pair: async (url) => (
      at.paired.push(url),
      ok({ device_token: `token of ${url}`, environment: at.chosen })
    ),
    readEvents: async () => ok({ oldest_seq: 1, latest_seq: 0, epoch: 'one', events: [] }),
    getDevice: async () => fail(appError('RELAY_NOT_PAIRED', 'Not paired.', 'Pair it.')),
  }

  const environmentManager = new EnvironmentManager<OpenEnvironment>({
    whenShown: Promise.resolve(),
    chosen: { get: () => at.chosen, set: async (environment) => void (at.chosen = environment) },
    openEnvironment,
    isDemo: () => at.isDemo,
    emit: (event, payload) => void at.reported.push({ event, payload }),
    log: { info: () => {}, warn: () => {} },
  })
  const connections = new Connections({
    environments: environmentManager,
    secrets,
    connectPartner,
    relay,
    peek: (environment, read) => peekVault({ folder, environment, secrets, startHost: startVaultHost }, read),
    isDemo: () => at.isDemo,
    consent: {
      trust: asked,
      moveService: asked,
      useRelay: asked,
      changeEndpoints: asked,
      restoreConnections: asked,
      eraseDeals: asked,
      deleteBackups: asked,
    },
  })
  const at: TestEnvironment = {
    folder,
    environmentManager,
    connections,
    webhooks: new EnvironmentWebhooks(environmentManager, relay),
    chosen: 'sandbox',
    secrets,
    isDemo: false,
    beforeOpening: async () => null,
    openings: [],
    questions: [],
    says: false,
    paired: [],
    whileAsked: () => {},
    whileTested: async () => {},
    reported: [],
  }
  cleanup.add(() => environmentManager.close())
  return at
}
