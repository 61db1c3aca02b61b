import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { type Channel, contract } from '../../../src-shared/app/contract.ts'
import { type AppError, appError, fail, ok } from '../../../src-shared/platform/base/errors.ts'
import type { Handlers } from './room.ts'
import { createRouter, type Router } from './router.ts'

const CHANNELS = Object.keys(contract) as Channel[]
const DEAL = '00000000-0000-4000-8000-000000000000'
/** The channels whose handlers the open environment has. All others have a handler of the app. */
const isOfEnvironment = (channel: Channel) => /^(?:deals|pipeline|offers)\./.test(channel)

let router: Router<string>
const calls: { channel: string; input: unknown; opened?: unknown }[] = []
const logged: unknown[] = []
const changed = appError('ENVIRONMENT_CHANGED', 'Another one is open.', 'Look at the badge.')

let refused: AppError | null = null

const handlersOf = (channels: Channel[]): Handlers =>
  Object.fromEntries(
    channels.map((channel) => [
      channel,
      async (input: unknown, opened?: { name: string }) => {
        if (channel === 'app.info') throw new Error('900-12-3456 must not get out')
        calls.push(opened === undefined ? { channel, input } : { channel, input, opened: opened.name })
        return 'done'
      },
    ]),
  )

beforeEach(() => {
  refused = null
  calls.length = 0
  logged.length = 0
  const log = {
    info: (...line: unknown[]) => logged.push(line),
    warn: (...line: unknown[]) => logged.push(line),
  }
  const sandbox = { name: 'sandbox', handlers: handlersOf(CHANNELS.filter(isOfEnvironment)) }
  router = createRouter<string>({
    contract,
    isTrusted: (sender) => sender === 'own page',
    app: handlersOf(CHANNELS.filter((channel) => !isOfEnvironment(channel))),
    environments: {
      open: async () => ok(sandbox),
      openExpected: async (shown) => (shown === 'sandbox' ? ok(sandbox) : fail(changed)),
    },
    registry: { register: (paths) => paths.map((name) => ({ file_id: 'f', name })) },
    lock: { refusal: async () => refused },
    log,
  })
})

const call = (channel: unknown, input: unknown, sender = 'own page', shown: unknown = 'sandbox') =>
  router.call(sender, channel, input, shown)

test('refuses a channel that the contract does not have', async () => {
  for (const channel of ['files.register', 'constructor', '__proto__', '', 7, null, undefined, ['app.info']])
    await expect(call(channel, {})).rejects.toThrow('no such channel')
  expect(calls).toEqual([])
})

test('refuses every call from a foreign page', async () => {
  for (const channel of [...CHANNELS, 'unknown']) {
    expect(await call(channel, {}, 'foreign page')).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN_SENDER' },
    })
  }
  expect(await router.registerFiles('foreign page', ['/a/b.pdf'])).toMatchObject({ ok: false })
  expect(calls).toEqual([])
})

test('parses input once: handlers get parsed values with defaults and without unknown keys', async () => {
  await call('deals.list', { extra: 1 })
  expect(calls).toEqual([
    {
      channel: 'deals.list',
      opened: 'sandbox',
      input: { search: '', filter: 'all', where: {}, sort: 'newest', reversed: false, offset: 0, limit: 100 },
    },
  ])
})

test('the contract requires the environment check for exactly the listed channels, which send or change something', () => {
  const checked = CHANNELS.filter((channel) => 'checksEnvironment' in contract[channel])
  expect(checked.toSorted()).toEqual([
    'credit_box.save',
    'environment.forget_credentials',
    'offers.accept',
    'pipeline.act',
    'pipeline.erase',
    'profile.reset',
    'profile.save',
    'relay.forget',
    'relay.pair',
    'service.reset_endpoints',
    'service.save_endpoints',
    'service.save_network',
    'service.save_rate_limit',
    'submission.check',
    'submission.confirm_real',
    'submission.save_settings',
    'submission.send_documents',
    'submission.send_now',
    'submission.submit',
    'vault.save_retention',
    'webhooks.delete',
    'webhooks.fix',
    'webhooks.register',
    'webhooks.switch',
    'webhooks.test',
  ])
})

test('runs a channel that requires the environment check only if the window shows the open environment', async () => {
  for (const shown of ['production', 'demo', '', null, { name: 'sandbox' }, ['sandbox']])
    expect(await call('relay.forget', {}, 'own page', shown)).toMatchObject({
      error: { code: 'ENVIRONMENT_CHANGED' },
    })
  for (const input of [{}, { shown: 'sandbox' }])
    expect(await call('relay.forget', input, 'own page', null)).toMatchObject({
      error: { code: 'ENVIRONMENT_CHANGED' },
    })
  expect(
    await call('offers.accept', { deal_id: DEAL, offer_id: '1' }, 'own page', 'production'),
  ).toMatchObject({
    error: { code: 'ENVIRONMENT_CHANGED' },
  })
  expect(calls).toEqual([])
  await call('relay.forget', {})
  expect(calls).toEqual([{ channel: 'relay.forget', input: {}, opened: 'sandbox' }])
})

test('returns a result for any input on any channel, and passes only valid input to handlers', async () => {
  for (const channel of CHANNELS) {
    // Also generate objects with the field names of the schema. Otherwise, hardly any generated input would be close to valid.
    const named = fc.record(
      Object.fromEntries(namesOf(contract[channel].input).map((name) => [name, fc.anything()])),
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.anything(), named), async (input) => {
        calls.length = 0
        const answer = await call(channel, input)
        expect(typeof answer.ok).toBe('boolean')
        const valid = contract[channel].input.safeParse(input).success
        expect(calls.length, channel).toBe(valid && channel !== 'app.info' ? 1 : 0)
        if (!valid) expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
      }),
      { numRuns: 30 },
    )
  }
})

const namesOf = (schema: unknown): string[] =>
  Object.keys((schema as { shape?: Record<string, unknown> }).shape ?? {})

test('hides the text of an exception from the page and the log', async () => {
  const answer = await call('app.info', {})
  expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
  expect(JSON.stringify([answer, logged])).not.toContain('900-12-3456')
  expect(logged).toEqual([['handler failed', { channel: 'app.info', kind: 'Error', where: null }]])
})

test('the channel that registers files accepts only a list of paths', async () => {
  expect(await router.registerFiles('own page', ['/a/b.pdf'])).toMatchObject({ ok: true })
  expect(await router.registerFiles('own page', [{ path: 1 }])).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT' },
  })
})

const LOCKED = appError('LOCKED', 'It is locked.', 'Unlock it.')
const ALLOWED = ['lock.status', 'lock.enter_pin', 'lock.unlock', 'lock.enter_code', 'appearance.get']

test('while the app is locked, only the listed channels of the lock screen answer, for any input', async () => {
  expect(CHANNELS.filter((channel) => 'whileLocked' in contract[channel]).toSorted()).toEqual(
    ALLOWED.toSorted(),
  )
  refused = LOCKED
  for (const channel of CHANNELS.filter((one) => !ALLOWED.includes(one)))
    for (const input of [{}, { deal_id: '00000000-0000-4000-8000-000000000000' }, null])
      expect(await call(channel, input), channel).toEqual({ ok: false, error: LOCKED })
  expect(calls).toEqual([])
  for (const [channel, input] of [
    ['lock.status', {}],
    ['lock.enter_pin', { pin: '1' }],
    ['lock.unlock', {}],
    ['lock.enter_code', { code: '' }],
    ['appearance.get', {}],
  ] as const)
    expect(await call(channel, input), channel).toEqual(ok('done'))
})

test('a call that started before the lock gets no answer after it', async () => {
  const answer = call('deals.list', {})
  await Promise.resolve()
  refused = LOCKED
  expect(await answer).toEqual({ ok: false, error: LOCKED })
  expect(calls).toHaveLength(1)
})
