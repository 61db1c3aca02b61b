import { PollingEventSource } from '../../../src-main/adapters/event-source/polling-event-source.ts'
import { peekVault } from '../../../src-main/adapters/vault-sqlite/open-vault.ts'
import { Office } from '../../../src-main/core/environments/office.ts'
import type { OpenEnvironment } from '../../../src-main/core/environments/office-parts.ts'
import { Bridge } from '../../../src-main/core/events/bridge.ts'
import type { ConnectPartner } from '../../../src-main/core/ports/partner-api.ts'
import type { RelayClient } from '../../../src-main/core/ports/relay-client.ts'
import { SubmissionEngine } from '../../../src-main/core/submission/engine.ts'
import type { Environment } from '../../../src-shared/domain/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import type { Cleanup } from '../relay-support/program.ts'
import { ManualTimers, memoryKeychain, openDesk, scriptedPartner, startVaultHost } from './desk.ts'

/** An office on real vaults, whose service takes any credentials, and what a test may do about it. */
export interface TestOffice {
  /** Holds one folder an environment. */
  readonly folder: string
  office: Office
  chosen: Environment
  readonly secrets: ReturnType<typeof memoryKeychain>
  isDemo: boolean
  /** Comes before each opening of an environment, and may fail in its place. */
  beforeOpening(environment: Environment): Promise<Result<OpenEnvironment> | null>
  /** The environments that were opened, in order. */
  readonly openings: Environment[]
  /** The system dialogs shown to the broker, and the scripted answers. */
  readonly questions: unknown[]
  says: boolean
  /** The relays that were sent a pairing code, in order. */
  readonly paired: string[]
  /** Runs while the broker reads the dialog. */
  whileAsked(): void
  /** Runs while the partner at this address tests the credentials. */
  whileTested(base_url: string): Promise<void>
  /** The messages to the windows. */
  readonly told: { event: string; payload: unknown }[]
}

/** Nothing is open before it is asked for; it closes with the test. */
export function testOffice(cleanup: Cleanup): TestOffice {
  const folder = cleanup.folder()
  const secrets = memoryKeychain()
  const connectPartner: ConnectPartner = ({ base_url }) =>
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
    })

  async function openEnvironment(environment: Environment): Promise<Result<OpenEnvironment>> {
    const instead = await at.beforeOpening(environment)
    if (instead !== null) return instead
    at.openings.push(environment)
    const { workspace } = await openDesk(cleanup, { folder, environment, secrets })
    const bridge = new Bridge(workspace, {
      connect: () => ({ start: () => {}, acknowledge: () => {}, nudge: () => {}, stop: async () => {} }),
      createPolling: () =>
        new PollingEventSource({ partner: workspace.partner, intervalMinutes: async () => 1 }),
      registrations: async () => ok({ listed_at: null, inlet_url: null, registrations: [], problems: [] }),
      verify: async () => ok({ verification: 'body' }),
    })
    const engine: SubmissionEngine = new SubmissionEngine(workspace, new ManualTimers())
    workspace.aside = (work) => engine.aside(work)
    const housekeeping = { start: () => {}, stop: () => {} }
    return ok({ workspace, bridge, engine, housekeeping, disconnect: () => {} })
  }

  const asked = async (question: unknown) => (at.questions.push(question), at.whileAsked(), at.says)
  const relay: RelayClient = {
    pair: async (url) => (
      at.paired.push(url),
      ok({ device_token: `token of ${url}`, environment: at.chosen })
    ),
    readEvents: async () => ok({ oldest_seq: 1, latest_seq: 0, events: [] }),
    getDevice: async () => fail(appError('RELAY_NOT_PAIRED', 'Not paired.', 'Pair it.')),
  }

  const office = new Office({
    whenShown: Promise.resolve(),
    secrets,
    connectPartner,
    relay,
    chosen: { get: () => at.chosen, set: async (environment) => void (at.chosen = environment) },
    peek: (environment, read) => peekVault({ folder, environment, secrets, startHost: startVaultHost }, read),
    openEnvironment,
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
    emit: (event, payload) => void at.told.push({ event, payload }),
    log: { info: () => {}, warn: () => {} },
  })
  const at: TestOffice = {
    folder,
    office,
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
    told: [],
  }
  cleanup.add(() => office.close())
  return at
}
