import { X509Certificate } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PollingEventSource } from '../../src-main/adapters/event-source/polling-event-source.ts'
import { peekVault } from '../../src-main/adapters/vault-sqlite/open-vault.ts'
import { Demo } from '../../src-main/core/demo/demo.ts'
import { Office } from '../../src-main/core/environments/office.ts'
import type { OpenEnvironment } from '../../src-main/core/environments/office-parts.ts'
import { openAtStart } from '../../src-main/core/environments/open-at-start.ts'
import { Bridge } from '../../src-main/core/events/bridge.ts'
import { acceptOffer, viewOffers } from '../../src-main/core/offers/accept-offer.ts'
import type { ConnectPartner } from '../../src-main/core/ports/partner-api.ts'
import type { RelayClient } from '../../src-main/core/ports/relay-client.ts'
import { SubmissionEngine } from '../../src-main/core/submission/engine.ts'
import { bareOffer } from '../../src-shared/domain/offer.ts'
import type { Environment } from '../../src-shared/domain/vocabulary.ts'
import { SYSTEM_NETWORK } from '../../src-shared/domain/service-settings.ts'
import { appError, fail, ok, type Result } from '../../src-shared/errors.ts'
import {
  addDeal,
  ManualTimers,
  memoryKeychain,
  openDesk,
  scriptedPartner,
  startVaultHost,
  value,
} from './core-support/desk.ts'
import { handlersOf } from './core-support/handlers.ts'
import { makeAuthority } from './partner-support/office-network.ts'
import { Cleanup, until } from './relay-support/program.ts'

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
let isDemo: boolean
/** What the broker was asked in dialogs of the system, and what they say. */
let questions: unknown[]
let says: boolean
/** What happens while they read. */
let whileAsked: () => void
/** What the windows were told. */
let told: { event: string; payload: unknown }[]

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
  const engine: SubmissionEngine = new SubmissionEngine(workspace, new ManualTimers())
  workspace.aside = (work) => engine.aside(work)
  const housekeeping = { start: () => {}, stop: () => {} }
  return ok({ workspace, bridge, engine, housekeeping, disconnect: () => {} })
}

beforeEach(() => {
  folder = cleanup.folder()
  chosen = 'sandbox'
  secrets = memoryKeychain()
  openings = []
  isDemo = false
  questions = []
  says = false
  whileAsked = () => {}
  told = []
  beforeOpening = async () => null
  office = new Office({
    whenShown: Promise.resolve(),
    secrets,
    connectPartner: connect,
    relay: noRelay,
    chosen: { get: () => chosen, set: async (environment) => void (chosen = environment) },
    peek: (environment, read) => peekVault({ folder, environment, secrets, startHost: startVaultHost }, read),
    openEnvironment,
    isDemo: () => isDemo,
    consent: {
      trust: async (certificates) => (questions.push(certificates), whileAsked(), says),
      moveService: async (hosts) => (questions.push(hosts), whileAsked(), says),
    },
    emit: (event, payload) => void told.push({ event, payload }),
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

test('an acceptance that is under way is waited for, and its answer is kept, before another one is opened', async () => {
  const { workspace } = value(await office.open())
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  const acceptance = async () => {
    await isAnswered
    return ok({ offer: null, reply: null })
  }
  workspace.partner = async () => ok(scriptedPartner({ acceptOffer: acceptance }))
  const offers = [{ ...bareOffer('o1'), status: 'offer_available' }]
  const deal_id = await addDeal(workspace, { state: 'received', application_id: '7', offers })
  expect(await office.isSending()).toBe(false)
  const accepted = acceptOffer(workspace, deal_id, 'o1', false)
  await until(async () => (await office.isSending()) || undefined)
  const turned = office.saveCredentials(production)
  await sleep(50)
  expect(openings).toEqual(['sandbox'])
  // What its window wants to send besides goes nowhere any more.
  expect(await workspace.aside(async () => ok(null))).toMatchObject({ error: { outcome: 'not_received' } })
  answer()
  value(await turned)
  expect(value(await accepted).own).toMatchObject([{ acceptance: { state: 'accepted' } }])
  value(await office.reopen('sandbox', async () => ok(null)))
  const { own } = value(await viewOffers(value(await office.open()).workspace, deal_id))
  expect(own).toMatchObject([{ acceptance: { state: 'accepted' } }])
})

describe('a window that did not ask', () => {
  const mine = '11111111-1111-4111-8111-111111111111'
  const changed = (turned: boolean) => [
    { event: 'environment.changed', payload: { window_id: mine, turned } },
  ]

  test('is told when another environment is open, and that only the connection changed where it is the same', async () => {
    value(await office.turning(mine, () => office.saveCredentials(production)))
    expect(told).toEqual(changed(true))
    told = []
    value(await office.turning(mine, () => office.saveCredentials(production)))
    expect(told).toEqual(changed(false))
  })

  test('is told of a backup in the place of the data, also when that does not open', async () => {
    await openNow()
    beforeOpening = async () => fail(appError('VAULT_DAMAGED', 'It is damaged.', 'Restore.'))
    const restored = await office.turning(mine, () => office.reopen('sandbox', async () => ok(null)))
    expect(restored).toMatchObject({ ok: false, error: { code: 'VAULT_DAMAGED' } })
    expect(told).toEqual(changed(true))
  })

  test('is told when it broke off', async () => {
    const broken = office.turning(mine, async () => {
      throw new Error('it broke off')
    })
    await expect(broken).rejects.toThrow('it broke off')
    expect(told).toEqual(changed(false))
  })
})

describe('what is to be sent', () => {
  const refused = {
    ok: false,
    error: { code: 'ENVIRONMENT_CHANGED', outcome: 'not_received', retryable: false },
  }

  test('goes where its window says that it goes, or nowhere', async () => {
    expect((await office.openAs('sandbox')).ok).toBe(true)
    expect(await office.openAs('production')).toMatchObject(refused)
    value(await office.saveCredentials(production))
    expect(await office.openAs('sandbox')).toMatchObject(refused)
    expect((await office.openAs('production')).ok).toBe(true)
  })

  test('of the demo goes to the demo alone, though that is a sandbox too', async () => {
    expect(await office.openAs('demo')).toMatchObject(refused)
    isDemo = true
    expect(await office.openAs('sandbox')).toMatchObject(refused)
    expect((await office.openAs('demo')).ok).toBe(true)
  })

  test('waits for an office that is being opened, and is judged by that one', async () => {
    await openNow()
    let asked: Promise<Result<OpenEnvironment>> | undefined
    const work = async () => {
      asked = office.openAs('sandbox')
      return ok(null)
    }
    value(await office.reopen('production', work))
    expect(await asked).toMatchObject(refused)
  })

  test('says through its channel which office its window shows', async () => {
    const deal_id = '22222222-2222-4222-8222-222222222222'
    const handlers = handlersOf(office, new Demo(office, {} as never, {} as never))
    const wish = { deal_id, shown: 'production' } as const
    const answers = await Promise.all([
      handlers['submission.check'](wish),
      handlers['submission.submit']({ ...wish, despite: [] }),
      handlers['submission.send_now'](wish),
      handlers['submission.send_documents'](wish),
      handlers['offers.accept']({ ...wish, offer_id: '1', again: false }),
      handlers['pipeline.act']({ ...wish, bulk_id: deal_id, action: 'submit', deal_ids: [deal_id] }),
    ])
    for (const answer of answers) expect(answer).toMatchObject(refused)
    expect(await handlers['submission.check']({ ...wish, shown: 'sandbox' })).toMatchObject({
      error: { code: 'DEAL_NOT_FOUND' },
    })
  })
})

test('while the demo runs nothing real is taken into it, and nothing of the office is changed from it', async () => {
  isDemo = true
  const handlers = handlersOf(office, new Demo(office, { isDemo: true } as never, {} as never))
  const file_id = '33333333-3333-4333-8333-333333333333'
  const passphrase = 'four or five words'
  const answers = await Promise.all([
    handlers['vault.pick_backup']({}),
    handlers['vault.restore']({ file_id, window_id: null }),
    handlers['vault.choose_backup_folder']({}),
    handlers['vault.new_recovery_code']({}),
    handlers['vault.confirm_recovery_code']({ answers: [] }),
    handlers['vault.choose_passphrase']({ passphrase }),
    handlers['vault.change_passphrase']({ passphrase, present: passphrase }),
    handlers['vault.replace_passphrase']({ passphrase }),
    handlers['vault.enter_passphrase']({ passphrase }),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'DEMO_RUNNING' } })
  expect(told).toEqual([])
})

describe('an office that does not open when the app starts', () => {
  const locked = appError('KEYCHAIN_LOCKED', 'The keychain is locked.', 'Unlock it.', { retryable: true })
  const needed = appError('PASSPHRASE_NEEDED', 'Enter your passphrase.', 'It is asked at each start.')
  const isOpened = { event: 'environment.changed', payload: { window_id: null, turned: false } }
  let shows: number
  const start = (window: object | null) =>
    openAtStart(office, { handle: () => window, show: () => void shows++ })
  beforeEach(() => {
    shows = 0
  })

  test.each([locked, needed])('says why in a window, where none is there: $code', async (error) => {
    beforeOpening = async () => fail(error)
    await start(null)
    expect(shows).toBe(1)
    await start({})
    expect(shows).toBe(1)
  })

  test('opens none where it opens, or where the app ends meanwhile', async () => {
    beforeOpening = async () => {
      await sleep(1)
      void office.close()
      return fail(locked)
    }
    await start(null)
    beforeOpening = async () => null
    await start(null)
    expect(shows).toBe(0)
  })

  test('is opened when the computer wakes, once what was in the way is gone, and the windows are told', async () => {
    beforeOpening = async () => fail(locked)
    await start(null)
    await office.nudge('awake')
    expect([openings, told]).toEqual([[], []])
    beforeOpening = async () => null
    // A keychain that was refused asks its owner once more: not at each change of a network.
    await office.nudge('network')
    expect(openings).toEqual([])
    await office.nudge('awake')
    expect([openings, office.failed]).toEqual([['sandbox'], null])
    expect(told.filter(({ event }) => event === isOpened.event)).toEqual([isOpened])
  })

  test('is not tried again by itself where only the broker can help', async () => {
    beforeOpening = async () => fail(needed)
    await start(null)
    let tries = 0
    beforeOpening = async () => {
      tries++
      return null
    }
    await office.nudge('awake')
    expect(tries).toBe(0)
    // The broker enters it in one window; the others show the office then, too.
    await openNow()
    expect(told.filter(({ event }) => event === isOpened.event)).toEqual([isOpened])
  })

  test('stays closed when the app ends', async () => {
    beforeOpening = async () => fail(locked)
    await start(null)
    await office.close()
    beforeOpening = async () => null
    await office.nudge('awake')
    expect(openings).toEqual([])
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

describe('what no page may decide by itself', () => {
  const there = { ...production, environment: 'sandbox', base_url: 'https://one.example' } as const
  const elsewhere = { ...there, base_url: 'https://two.example:8443/api' }
  const addressKept = async () => value(await office.open()).workspace.vault.getSetting('base_url')

  test('a service is entered without a question where there was none, and another one is asked about first', async () => {
    value(await office.saveCredentials(there))
    value(
      await office.saveCredentials({ ...there, base_url: 'https://one.example/v2', client_id: 'office-8' }),
    )
    expect(questions).toEqual([])

    const moved = { from: 'one.example', to: 'two.example:8443' }
    const refused = { ok: false, error: { code: 'CHANGE_NOT_CONFIRMED', outcome: 'none' } }
    expect(await office.saveCredentials(elsewhere)).toMatchObject(refused)
    // Credentials that were forgotten do not make it a first one.
    value(await office.forgetCredentials())
    expect(await office.saveCredentials(elsewhere)).toMatchObject(refused)
    expect(questions).toEqual([moved, moved])
    expect(await addressKept()).toEqual(ok('https://one.example/v2'))

    says = true
    value(await office.saveCredentials(elsewhere))
    expect(await addressKept()).toEqual(ok(elsewhere.base_url))
  })

  test('so is that of an environment which is not open, and not that of a demo', async () => {
    value(await office.saveCredentials(production))
    value(await office.saveCredentials(there))
    const live = { ...production, base_url: 'https://false.example' }
    expect(await office.saveCredentials(live)).toMatchObject({ error: { code: 'CHANGE_NOT_CONFIRMED' } })
    expect([chosen, questions]).toEqual(['sandbox', [{ from: 'live.example', to: 'false.example' }]])
    isDemo = true
    value(await office.saveCredentials(elsewhere))
    expect(questions).toHaveLength(1)
  })

  test('what was agreed to holds for the office that was asked about, not for a demo that began meanwhile', async () => {
    const { ca } = await makeAuthority(cleanup)
    value(await office.saveCredentials(there))
    says = true
    whileAsked = () => (isDemo = true)
    const anotherShown = { error: { code: 'ENVIRONMENT_CHANGED' } }
    expect(await office.saveCredentials(elsewhere)).toMatchObject(anotherShown)
    isDemo = false
    const network = { ...SYSTEM_NETWORK, extra_ca: ca }
    expect(await office.changeNetwork(network, undefined)).toMatchObject(anotherShown)
    isDemo = false
    expect(await addressKept()).toEqual(ok(there.base_url))
    expect(value(await office.changeService(async () => ok(undefined))).network.extra_ca).toBe('')
  })

  test('a certificate is trusted once the broker said so, and is not asked about again', async () => {
    const [first, second] = await Promise.all([makeAuthority(cleanup), makeAuthority(cleanup)])
    const trusting = (extra_ca: string) => office.changeNetwork({ ...SYSTEM_NETWORK, extra_ca }, undefined)
    expect(await trusting(first.ca)).toMatchObject({ error: { code: 'CHANGE_NOT_CONFIRMED' } })
    expect(value(await office.changeService(async () => ok(undefined))).network.extra_ca).toBe('')

    says = true
    expect(value(await trusting(first.ca)).network.extra_ca).toBe(first.ca.trim())
    value(await office.changeNetwork({ ...SYSTEM_NETWORK, proxy: 'none', extra_ca: first.ca }, undefined))
    // TLS would trust these as well, and nobody was asked.
    for (const label of ['X509 CERTIFICATE', 'TRUSTED CERTIFICATE'])
      expect(await trusting(first.ca + second.ca.replaceAll('CERTIFICATE', label))).toMatchObject({
        error: { code: 'INVALID_INPUT', fields: [{ path: 'extra_ca' }] },
      })
    value(await trusting(second.ca + first.ca))
    value(await trusting(''))
    const { subject, fingerprint256: fingerprint } = new X509Certificate(first.ca)
    const name = subject.replace(/^CN=/, '')
    const added = { name, fingerprint: new X509Certificate(second.ca).fingerprint256 }
    expect(questions).toEqual([[{ name, fingerprint }], [{ name, fingerprint }], [added]])
  })
})
