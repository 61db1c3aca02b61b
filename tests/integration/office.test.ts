import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PollingEventSource } from '../../src-main/adapters/event-source/polling-event-source.ts'
import { peekVault } from '../../src-main/adapters/vault-sqlite/open-vault.ts'
import { Office, type OpenEnvironment } from '../../src-main/core/environments/office.ts'
import { Bridge } from '../../src-main/core/events/bridge.ts'
import type { ConnectPartner } from '../../src-main/core/ports/partner-api.ts'
import type { RelayClient } from '../../src-main/core/ports/relay-client.ts'
import { SubmissionEngine } from '../../src-main/core/submission/engine.ts'
import type { Environment } from '../../src-shared/domain/vocabulary.ts'
import { appError, fail, ok, type Result } from '../../src-shared/errors.ts'
import {
  ManualTimers,
  memoryKeychain,
  openDesk,
  scriptedPartner,
  startVaultHost,
  value,
} from './core-support/desk.ts'
import { Cleanup } from './relay-support/program.ts'

const cleanup = new Cleanup()
afterEach(() => cleanup.run())

let folder: string
let chosen: Environment
let secrets: ReturnType<typeof memoryKeychain>
let office: Office
/** Comes before each opening of an environment, and may fail in its place. */
let beforeOpening: (environment: Environment) => Promise<Result<OpenEnvironment> | null>
/** The environments that were opened, in order. */
let openings: Environment[]

const connect: ConnectPartner = ({ base_url }) =>
  scriptedPartner({
    testConnection: async () =>
      ok({ base_url, token_verified: true, token_kid: 'k', token_expires_at: null, keys: 2, duration_ms: 1 }),
  })
const noRelay: RelayClient = {
  pair: async () => fail(appError('RELAY_PAIRING_REFUSED', 'Not taken.', 'Ask for a new one.')),
  readEvents: async () => ok({ oldest_seq: 1, latest_seq: 0, events: [] }),
  getDevice: async () => fail(appError('RELAY_NOT_PAIRED', 'Not paired.', 'Pair it.')),
}

async function openEnvironment(environment: Environment): Promise<Result<OpenEnvironment>> {
  const instead = await beforeOpening(environment)
  if (instead !== null) return instead
  openings.push(environment)
  const { workspace } = await openDesk(cleanup, { folder, environment, secrets })
  const bridge = new Bridge(workspace, {
    connect: () => {
      throw new Error('no relay is paired')
    },
    createPolling: () =>
      new PollingEventSource({ partner: workspace.partner, intervalMinutes: async () => 1 }),
    registrations: async () => ok({ address: null, registrations: [], kinds: [] }) as never,
    verify: async () => ok({ verification: 'body' }),
  })
  const engine = new SubmissionEngine(workspace, new ManualTimers())
  const housekeeping = { start: () => {}, stop: () => {} }
  return ok({ workspace, bridge, engine, housekeeping, disconnect: () => {} })
}

beforeEach(() => {
  folder = cleanup.folder()
  chosen = 'sandbox'
  secrets = memoryKeychain()
  openings = []
  beforeOpening = async () => null
  office = new Office({
    whenShown: Promise.resolve(),
    secrets,
    connectPartner: connect,
    relay: noRelay,
    chosen: { get: () => chosen, set: async (environment) => void (chosen = environment) },
    peek: (environment, read) => peekVault({ folder, environment, secrets, startHost: startVaultHost }, read),
    openEnvironment,
    log: { info: () => {}, warn: () => {} },
  })
  cleanup.add(() => office.close())
})

const production = {
  environment: 'production',
  base_url: 'https://live.example',
  client_id: 'office-7',
  client_secret: 'right',
} as const
const openNow = async () => value(await office.open()).workspace.environment

describe('another environment', () => {
  test('is opened for whoever asks while the one before still closes, and what is kept is kept in it', async () => {
    const sandbox = value(await office.open()).workspace
    const { close } = sandbox.vault as typeof sandbox.vault & { close(): Promise<void> }
    let asked: Promise<Environment> | undefined
    Object.assign(sandbox.vault, {
      async close() {
        asked ??= openNow()
        await close.call(sandbox.vault)
      },
    })
    value(await office.saveCredentials(production))
    expect(await asked).toBe('production')
    expect(openings).toEqual(['sandbox', 'production'])
    expect(value(await value(await office.open()).workspace.vault.getSetting('base_url'))).toBe(
      'https://live.example',
    )
  })
})

describe('an opening that breaks off', () => {
  test('answers an error, and the next who asks opens what can be opened by then', async () => {
    beforeOpening = async () => {
      throw new Error('no such folder')
    }
    expect(await office.open()).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    beforeOpening = async () => null
    expect(await openNow()).toBe('sandbox')
  })

  test('after something was done with the closed office does so, too', async () => {
    await openNow()
    beforeOpening = async () => {
      throw new Error('no such folder')
    }
    expect(await office.reopen('production', async () => ok(null))).toMatchObject({
      ok: false,
      error: { code: 'INTERNAL' },
    })
    beforeOpening = async () => null
    expect(await openNow()).toBe('production')
  })

  test('because of what was to be done leaves the office as it was chosen', async () => {
    await openNow()
    const broken = office.reopen('production', async () => {
      throw new Error('it broke off')
    })
    expect(await broken).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    expect(await openNow()).toBe('sandbox')
  })
})
