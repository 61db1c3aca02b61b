import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { CHANNELS, EVENTS, REGISTER_FILES } from '../../src-shared/ipc/channels.ts'
import { contract, events } from '../../src-shared/ipc/contract.ts'
import { ok, type Result } from '../../src-shared/errors.ts'
import { registerHandlers, type Handlers } from './router.ts'

type Listener = (sender: string, input: unknown) => Promise<unknown>
const listeners = new Map<string, Listener>()
const calls: { channel: string; input: unknown }[] = []
const logged: unknown[] = []

beforeEach(() => {
  listeners.clear()
  calls.length = 0
  logged.length = 0
  const handlers = Object.fromEntries(
    CHANNELS.map((channel) => [
      channel,
      async (input: unknown) => {
        if (channel === 'app.info') throw new Error('900-12-3456 must not get out')
        calls.push({ channel, input })
        return ok('done')
      },
    ]),
  ) as unknown as Handlers
  const log = {
    info: (...line: unknown[]) => logged.push(line),
    warn: (...line: unknown[]) => logged.push(line),
  }
  const registerFiles = (paths: string[]) => ok(paths.map((name) => ({ file_id: 'f', name })))
  registerHandlers(
    { handle: (channel, listener) => listeners.set(channel, listener) },
    (sender) => sender === 'own page',
    handlers,
    registerFiles,
    log,
  )
})

const call = (channel: string, input: unknown, sender = 'own page') =>
  (listeners.get(channel) as Listener)(sender, input) as Promise<Result<unknown>>

test('registers a listener for every channel and a schema for every event', () => {
  expect([...listeners.keys()].sort()).toEqual([...CHANNELS, REGISTER_FILES].sort())
  expect(Object.keys(contract).sort()).toEqual([...CHANNELS].sort())
  expect(Object.keys(events).sort()).toEqual([...EVENTS].sort())
})

test('lets a foreign page reach no handler', async () => {
  for (const channel of listeners.keys()) {
    expect(await call(channel, {}, 'foreign page')).toMatchObject({
      ok: false,
      error: { code: 'FORBIDDEN_SENDER' },
    })
  }
  expect(calls).toEqual([])
})

test('parses input once: handlers get parsed values with defaults and without unknown keys', async () => {
  await call('deals.list', { extra: 1 })
  expect(calls).toEqual([
    {
      channel: 'deals.list',
      input: { search: '', filter: 'all', where: {}, sort: 'newest', reversed: false, offset: 0, limit: 100 },
    },
  ])
})

test('returns an envelope for any input on any channel, and handlers see only valid input', async () => {
  for (const channel of CHANNELS) {
    // Use the schema's own names too. Otherwise hardly any input would be close to valid.
    const named = fc.record(
      Object.fromEntries(namesOf(contract[channel].input).map((name) => [name, fc.anything()])),
      { requiredKeys: [] },
    )
    // oxlint-disable-next-line no-await-in-loop
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

test('keeps the text of an exception from the page and the log', async () => {
  const answer = await call('app.info', {})
  expect(answer).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
  expect(JSON.stringify([answer, logged])).not.toContain('900-12-3456')
})

test('registers files only from lists of paths', async () => {
  expect(await call(REGISTER_FILES, ['/a/b.pdf'])).toMatchObject({ ok: true })
  expect(await call(REGISTER_FILES, [{ path: 1 }])).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT' },
  })
})
