import { logInto } from '../support/core/faulty-vaults.ts'
import { failureOf, resultOf } from '../../src-main/platform/base/failure.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PollingEventSource } from '../../src-main/features/events/polling-event-source.ts'
import { peekVault } from '../../src-main/platform/vault/open-vault.ts'
import { createDraft } from '../../src-main/features/drafts/create-draft.ts'
import { EnvironmentLife } from '../../src-main/platform/environment/environment-life.ts'
import { EnvironmentManager } from '../../src-main/platform/environment/environment-manager.ts'
import { Connections } from '../../src-main/features/connection/connections.ts'
import { PartnerLink } from '../../src-main/features/connection/partner-link.ts'
import {
  keepEndpoints,
  saveNetwork,
  saveRateLimit,
} from '../../src-main/features/connection/service-settings.ts'
import { EnvironmentWebhooks, viewWebhooks } from '../../src-main/features/webhooks/webhooks.ts'
import { EventSync } from '../../src-main/features/events/event-sync.ts'
import { SubmissionEngine } from '../../src-main/features/submission/engine.ts'
import type {
  EventSink,
  RelayPosition,
  RelayClient,
  RelaySource,
} from '../../src-main/platform/relay/event-source.ts'
import type {
  ConnectPartner,
  PartnerConnection,
  WebhookRegistration,
} from '../../src-main/platform/partner/partner-api.ts'
import { keychainAccount } from '../../src-shared/platform/base/keychain-names.ts'
import { makeEvent } from '../support/relay/signing.ts'
import type { RelayEvent } from '../../src-shared/platform/webhook/event.ts'
import type { Credentials } from '../../src-shared/features/connection/environment.ts'
import type { Environment } from '../../src-shared/platform/words/vocabulary.ts'
import { appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import {
  ASSUMED_REQUESTS_PER_SECOND,
  SYSTEM_NETWORK,
} from '../../src-shared/features/connection/service-settings.ts'
import { standardEndpoints } from '../../src-shared/platform/partner/standard-endpoints.ts'
import {
  ManualTimers,
  memoryKeychain,
  neverAsked,
  composeApp,
  scriptedPartner,
  value,
  type App,
} from '../support/core/composed-app.ts'
import { Cleanup, until } from '../support/cleanup.ts'
import { formatted } from '../support/formatted-messages.ts'
import { startVaultHost } from '../support/vault/start-host.ts'
import { RELAY_CURSOR } from '../../src-main/features/connection/connection-settings.ts'
import { dealQuerySchema } from '../../src-shared/features/pipeline/contract.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

/** An event source that the test controls. */
class ScriptedSource implements RelaySource {
  readonly url: string
  readonly device_token: string
  cursor = -1
  stopped = false
  sink: EventSink | null = null
  acknowledged: number[] = []

  constructor(url: string, device_token: string) {
    this.url = url
    this.device_token = device_token
  }

  start({ cursor }: RelayPosition, sink: EventSink): void {
    this.cursor = cursor
    this.sink = sink
  }

  async stop(): Promise<void> {
    this.stopped = true
  }

  acknowledge(seq: number): void {
    this.acknowledged.push(seq)
  }

  retryNow(): void {}
}

const relayUrl = 'https://relay.example'
const credentials = (more: Partial<Credentials> = {}): Credentials => ({
  environment: 'sandbox',
  base_url: 'https://sandbox.example',
  client_id: 'office-7',
  client_secret: 'right',
  ...more,
})
const tested = (more: Partial<Credentials>) => resultOf(connections.testConnection(credentials(more)))
const saving = (more: Partial<Credentials>) => resultOf(connections.saveCredentials(credentials(more)))

let environmentManager: EnvironmentManager<{
  context: App['context']
  eventSync: EventSync
  life: EnvironmentLife
}>
let connections: Connections
let webhookRoom: EnvironmentWebhooks
let chosen: Environment
let secrets: ReturnType<typeof memoryKeychain>
let sources: ScriptedSource[]
/** Simulates that the first screen is visible. */
let show: () => void
let whenShown: Promise<void>
/** Counts how often housekeeping (periodic work such as backups) was started. */
let begun: number
let webhooks: WebhookRegistration[]
let apps: Map<Environment, App>
/** The environment of each pairing code; any other code is invalid. */
let codes: Map<string, Environment>

let lastConnection: PartnerConnection
const connect: ConnectPartner = (connection) => {
  lastConnection = connection
  const { base_url, clientSecret } = connection
  return ok(
    scriptedPartner({
      testConnection: async () => {
        const secret = await clientSecret()
        if (!secret.ok) return secret
        if (secret.value !== 'right')
          return fail(appError('PARTNER_CREDENTIALS_REJECTED', 'They were not taken.', 'Check them.'))
        return ok({
          base_url,
          token_verified: true,
          token_kid: 'k',
          token_expires_at: null,
          keys: 2,
          duration_ms: 1,
        })
      },
      listWebhooks: async () => ok(webhooks),
      createWebhook: async (event_type, webhook_url) => {
        const registration = { uuid: String(webhooks.length), event_type, webhook_url, is_active: true }
        webhooks.push(registration)
        return ok(registration)
      },
    }),
  )
}

let onPair: () => Promise<void>
const relay: RelayClient = {
  pair: async (_url, code) => {
    await onPair()
    const environment = codes.get(code)
    return environment === undefined
      ? fail(appError('RELAY_PAIRING_REFUSED', 'Not taken.', 'Ask for a new one.'))
      : ok({ device_token: `token of ${code}`, environment })
  },
  readEvents: async () => ok({ oldest_seq: 1, latest_seq: 0, epoch: 'one', events: [] }),
  getDevice: async () =>
    ok({ device_id: 'd', name: 'n', environment: 'sandbox', inlet_urls: [`${relayUrl}/hooks/sandbox/x`] }),
}

beforeEach(() => {
  const folder = cleanup.folder()
  chosen = 'sandbox'
  secrets = memoryKeychain()
  sources = []
  webhooks = []
  apps = new Map()
  codes = new Map([
    ['for-sandbox', 'sandbox'],
    ['for-production', 'production'],
  ])
  onPair = async () => {}
  show = () => {}
  whenShown = Promise.resolve()
  begun = 0
  environmentManager = new EnvironmentManager({
    get whenShown() {
      return whenShown
    },
    isDemo: () => false,
    emit: () => {},
    log: { info: () => {}, warn: () => {} },
    chosen: { get: () => chosen, set: async (environment) => void (chosen = environment) },
    openEnvironment: async (environment) => {
      const app = await composeApp(cleanup, { folder, environment, secrets })
      apps.set(environment, app)
      const link = new PartnerLink(environment, app.vault, secrets, connect, logInto([]))
      app.context.partner = () => link.get()
      const eventSync = new EventSync(app.context, {
        connect: (url, device_token) => {
          const source = new ScriptedSource(url, device_token)
          sources.push(source)
          return source
        },
        createPolling: () =>
          new PollingEventSource({ partner: () => link.get(), intervalMinutes: async () => 1 }),
        registrations: () => viewWebhooks(app.context, relay),
        verify: async () => ok({ verification: 'body' }),
      })
      const engine = new SubmissionEngine(app.context, new ManualTimers())
      const background = [{ start: () => void begun++ }, app.statements]
      const { context } = app
      return {
        context,
        eventSync,
        life: new EnvironmentLife({ context, engine, eventSync, link, background }),
      }
    },
  })
  webhookRoom = new EnvironmentWebhooks(environmentManager, relay)
  connections = new Connections({
    environments: environmentManager,
    secrets,
    connectPartner: connect,
    relay,
    peek: (environment, read) => peekVault({ folder, environment, secrets, startHost: startVaultHost }, read),
    isDemo: () => false,
    consent: { ...neverAsked, useRelay: async () => true },
  })
  cleanup.add(() => environmentManager.close())
})

const pair = (code: string) =>
  resultOf(connections.pairRelay({ url: relayUrl, code, device_name: 'front desk' }, chosen))
const context = async () => value(await environmentManager.open()).context
const relayEvent = (seq: number): RelayEvent => {
  const event = makeEvent()
  return {
    seq,
    environment: chosen,
    event_id: event.event_id,
    received_at: '2026-05-04T10:00:00.000Z',
    sender: '127.0.0.1',
    signature: 'x',
    body: Buffer.from(JSON.stringify(event)).toString('base64'),
  }
}

describe('credentials', () => {
  test('are stored after a successful test, with the secret in the keychain and not in the data for the window', async () => {
    const saved = value(await connections.saveCredentials(credentials()))
    expect(saved).toMatchObject({
      environment: 'sandbox',
      configured: true,
      has_client_secret: true,
      base_url: 'https://sandbox.example',
    })
    expect(JSON.stringify(saved)).not.toContain('right')
    expect(secrets.kept.get(keychainAccount('sandbox', 'client-secret'))).toBe('right')
    expect((await (await context()).partner()).ok).toBe(true)
  })

  test('that fail their test change nothing, including which environment is open', async () => {
    await connections.saveCredentials(credentials())
    const before = new Map(secrets.kept)
    expect(
      await saving({
        environment: 'production',
        client_secret: 'wrong',
        base_url: 'https://other.example',
      }),
    ).toMatchObject({
      ok: false,
      error: { code: 'PARTNER_CREDENTIALS_REJECTED', advice: 'Check the client ID and secret.' },
    })
    expect(await saving({ client_secret: 'wrong', client_id: 'x' })).toMatchObject({ ok: false })
    expect(chosen).toBe('sandbox')
    expect(secrets.kept).toEqual(before)
    expect(value(await (await context()).vault.getSetting('client_id'))).toBe('office-7')
  })

  test('are not stored by a connection test, and saving them without a secret keeps the secret in the keychain', async () => {
    expect(await tested({ client_secret: undefined })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    })
    value(await connections.testConnection(credentials()))
    expect([...secrets.kept.keys()]).toEqual([keychainAccount('sandbox', 'vault-key')])
    await connections.saveCredentials(credentials())
    value(await connections.saveCredentials(credentials({ client_secret: undefined })))
    // The stored secret must not be sent for another client id or to another address.
    for (const other of [{ client_id: 'office-8' }, { base_url: 'https://elsewhere.example' }])
      expect(await tested({ client_secret: undefined, ...other })).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT', fields: [{ path: 'client_secret' }] },
      })
    expect(secrets.kept.get(keychainAccount('sandbox', 'client-secret'))).toBe('right')
  })

  test('of an environment that is not open are tested with its own endpoint profile, rate limit, and secret', async () => {
    const production = { environment: 'production', base_url: 'https://live.example' } as const
    const own = { ...standardEndpoints, id: 'own' }
    const network = { ...SYSTEM_NETWORK, proxy: 'none' as const }
    value(await connections.saveCredentials(credentials(production)))
    value(await connections.changeService((workspace_) => keepEndpoints(workspace_, own), chosen))
    value(
      await connections.changeService(
        (workspace_) => saveRateLimit(workspace_, { requests_per_second: 7, asking_interval_minutes: 5 }),
        chosen,
      ),
    )

    value(await connections.saveCredentials(credentials()))
    expect(lastConnection.service).toMatchObject({ endpoints: { id: standardEndpoints.id } })
    value(
      await connections.changeService((workspace_) => saveNetwork(workspace_, network, undefined), chosen),
    )
    value(await connections.testConnection(credentials({ ...production, client_secret: undefined })))
    expect(lastConnection.service).toMatchObject({
      endpoints: { id: 'own' },
      requests_per_second: 7,
      network: SYSTEM_NETWORK,
    })
    expect(await tested({ environment: 'production', client_secret: undefined })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT' },
    })
    expect(chosen).toBe('sandbox')
  })

  test('of an environment that was never opened are tested with the standard endpoint profile and the network settings of the open environment', async () => {
    const network = { ...SYSTEM_NETWORK, proxy: 'none' as const }
    const own = { ...standardEndpoints, id: 'own' }
    value(await connections.changeService((workspace_) => keepEndpoints(workspace_, own), chosen))
    value(
      await connections.changeService((workspace_) => saveNetwork(workspace_, network, undefined), chosen),
    )
    value(await connections.testConnection(credentials({ environment: 'production' })))
    expect(lastConnection.service).toEqual({
      endpoints: standardEndpoints,
      requests_per_second: ASSUMED_REQUESTS_PER_SECOND,
      network,
    })
    expect(secrets.kept.has(keychainAccount('production', 'vault-key'))).toBe(false)
  })

  test('are deleted from the keychain when the broker removes them, and then nothing can be sent', async () => {
    await connections.saveCredentials(credentials())
    expect(value(await connections.forgetCredentials(chosen))).toMatchObject({
      configured: false,
      has_client_secret: false,
    })
    expect([...secrets.kept.keys()]).toEqual([keychainAccount('sandbox', 'vault-key')])
    expect(await (await context()).partner()).toMatchObject({
      ok: false,
      error: { code: 'ENVIRONMENT_NOT_CONFIGURED', outcome: 'not_received' },
    })
  })
})

test('two environments share no deals, settings, cursors, keys, or tokens', async () => {
  await connections.saveCredentials(credentials())
  await pair('for-sandbox')
  await createDraft(await context())
  await sources.at(-1)?.sink?.onEvents([relayEvent(5)])
  const sandboxSource = sources.at(-1)

  value(
    await connections.saveCredentials(
      credentials({ environment: 'production', base_url: 'https://production.example', client_id: 'p' }),
    ),
  )
  const production = await context()
  expect(production.environment).toBe('production')
  expect(sandboxSource?.stopped).toBe(true)
  expect(value(await production.vault.listDeals(dealQuerySchema.parse({}))).rows).toEqual([])
  expect(value(await production.vault.getSetting('relay_url'))).toBeNull()
  expect(value(await production.vault.getCursor(RELAY_CURSOR))).toBe(0)
  const closed = apps.get('sandbox')?.vault.getCursor(RELAY_CURSOR)
  await expect(closed, 'the other one is closed').rejects.toThrow('VAULT_UNAVAILABLE')
  const keys = ['sandbox', 'production'].map((name) =>
    secrets.kept.get(keychainAccount(name as Environment, 'vault-key')),
  )
  expect(new Set(keys).size).toBe(2)

  value(await connections.saveCredentials(credentials()))
  const sandbox = await context()
  expect(value(await sandbox.vault.listDeals(dealQuerySchema.parse({}))).rows).toHaveLength(1)
  expect(sources.at(-1)).toMatchObject({ device_token: 'token of for-sandbox', cursor: 5 })
})

describe('pairing with a relay', () => {
  test('stores the token in the keychain and starts to listen for events', async () => {
    expect(value(await pair('for-sandbox'))).toMatchObject({ relay_paired: true, relay_url: relayUrl })
    expect(secrets.kept.get(keychainAccount('sandbox', 'relay-token'))).toBe('token of for-sandbox')
    expect(sources).toMatchObject([{ url: relayUrl, device_token: 'token of for-sandbox', cursor: 0 }])
  })

  test.each([['for-production'], ['wrong']])(
    'with the code %s is refused and changes nothing',
    async (code) => {
      await pair('for-sandbox')
      await sources[0]?.sink?.onEvents([relayEvent(8)])
      expect(await pair(code)).toMatchObject({ ok: false, error: { code: 'RELAY_PAIRING_REFUSED' } })
      expect(secrets.kept.get(keychainAccount('sandbox', 'relay-token'))).toBe('token of for-sandbox')
      // The event source of the old pairing continues from its last position.
      expect(sources.at(-1)).toMatchObject({
        device_token: 'token of for-sandbox',
        cursor: 8,
        stopped: false,
      })
      expect(sources.filter(({ stopped }) => !stopped)).toHaveLength(1)
    },
  )

  test('stops the connection to a previous relay, and then reads the events of the new relay from the beginning', async () => {
    codes.set('second', 'sandbox')
    await pair('for-sandbox')
    const [old] = sources
    await old?.sink?.onEvents([relayEvent(500)])
    let stoppedBefore = false
    onPair = async () => void (stoppedBefore = old?.stopped ?? false)
    value(await pair('second'))
    expect(stoppedBefore).toBe(true)
    expect(sources.at(-1)).toMatchObject({ device_token: 'token of second', cursor: 0 })
  })

  test('twice at the same time leaves only one event source running', async () => {
    codes.set('second', 'sandbox')
    await Promise.all([pair('for-sandbox'), pair('second')])
    expect(sources.filter(({ stopped }) => !stopped)).toMatchObject([{ device_token: 'token of second' }])
  })

  test('is undone when the broker removes the relay, and event sync is then off', async () => {
    await pair('for-sandbox')
    expect(value(await connections.forgetRelay(chosen))).toMatchObject({
      relay_paired: false,
      relay_url: '',
    })
    expect(secrets.kept.has(keychainAccount('sandbox', 'relay-token'))).toBe(false)
    expect(value(await environmentManager.open()).eventSync.status.state).toBe('off')
    expect(sources.every(({ stopped }) => stopped)).toBe(true)
  })

  test('is not treated as missing if the keychain is locked, and event sync reports the locked keychain', async () => {
    await pair('for-sandbox')
    await environmentManager.close()
    const { get } = secrets
    secrets.get = async (account) =>
      account.endsWith('relay-token')
        ? Promise.reject(failureOf(appError('KEYCHAIN_LOCKED', 'The keychain is locked.', 'Unlock it.')))
        : get(account)
    const { eventSync } = value(await environmentManager.open())
    await until(() => eventSync.status.state === 'offline' || undefined)
    expect(formatted(eventSync.status.detail)).toContain('The keychain is locked.')
  })
})

describe('an event from the relay', () => {
  test('is acknowledged after it is committed, and is not acknowledged if it cannot be stored', async () => {
    await pair('for-sandbox')
    const [source] = sources
    await source?.sink?.onEvents([relayEvent(1)])
    expect(source?.acknowledged).toEqual([1])
    await apps.get('sandbox')?.vault.close()
    await expect(source?.sink?.onEvents([relayEvent(2)])).resolves.toBe(0)
    expect(source?.acknowledged).toEqual([1])
  })
})

test('webhooks are registered once for each event type, at the inlet address of the relay', async () => {
  await connections.saveCredentials(credentials())
  expect(await resultOf(webhookRoom.register(chosen))).toMatchObject({
    ok: false,
    error: { code: 'RELAY_NOT_PAIRED' },
  })
  await pair('for-sandbox')
  for (let again = 0; again < 2; again++)
    expect(value(await webhookRoom.register(chosen)).webhook_url).toBe(`${relayUrl}/hooks/sandbox/x`)
  expect(webhooks.map(({ event_type }) => event_type)).toEqual(['offer', 'application'])
})

test('housekeeping does not start for an environment that was closed before the first screen appeared', async () => {
  whenShown = new Promise((resolve) => (show = resolve))
  value(await environmentManager.open())
  const closed = environmentManager.close()
  show()
  await closed
  expect(begun).toBe(0)
  value(await environmentManager.open())
  await expect.poll(() => begun).toBe(1)
})
