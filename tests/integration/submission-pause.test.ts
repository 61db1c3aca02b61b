import { failureOf } from '../../src-main/platform/base/failure.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { queueDocuments, submitApplication } from '../../src-main/features/submission/submission-commands.ts'
import { appError, fail, ok } from '../../src-shared/platform/base/errors.ts'
import { addDeal, addDocument, dealOf, composeApp, openEngine, value } from '../support/core/composed-app.ts'
import { Cleanup, until } from '../support/cleanup.ts'

const cleanup = new Cleanup()
afterAll(() => cleanup.run())

test('an unknown outcome pauses other submissions, so that a failing partner does not make all of them unknown', async () => {
  let tries = 0
  let isIll = true
  const app = await composeApp(cleanup, {
    partner: {
      createApplication: async () => {
        tries++
        return isIll
          ? fail(appError('PARTNER_UNAVAILABLE', 'It is ill.', 'Wait.', { outcome: 'unknown' }))
          : ok({ application_id: '77001', reply: null })
      },
      createDocument: async () => ok({ document_id: null, reply: null }),
    },
  })
  // The clock is fixed, so the pause between two tries ends only when the test ends it.
  app.context.clock = { now: () => '2026-05-04T10:00:00.000Z' }
  const { engine } = await openEngine(app, cleanup)
  const [first, second] = [await addDeal(app), await addDeal(app)]
  value(await submitApplication(app.context, first, [second]))
  value(await submitApplication(app.context, second, [first]))
  engine.wake()
  const state = async (deal_id: string) => (await dealOf(app, deal_id)).state
  await until(async () => ((await state(first)) === 'unknown' ? true : undefined))
  await until(() => (engine.status.state === 'waiting' ? true : undefined))
  engine.wake()
  expect([await state(second), tries]).toEqual(['queued', 1])

  isIll = false
  engine.retryNow()
  await until(async () => ((await state(second)) === 'received' ? true : undefined))
  expect([await state(first), tries]).toEqual(['unknown', 2])
})

test('after the pause, an unknown outcome alone is no reason to report that the partner is unreachable', async () => {
  let now = Date.parse('2026-05-04T10:00:00.000Z')
  const app = await composeApp(cleanup, {
    partner: {
      createApplication: async () =>
        fail(appError('PARTNER_UNAVAILABLE', 'It is ill.', 'Wait.', { outcome: 'unknown' })),
    },
  })
  app.context.clock = { now: () => new Date(now).toISOString() }
  const { engine } = await openEngine(app, cleanup)
  const deal_id = await addDeal(app)
  value(await submitApplication(app.context, deal_id))
  engine.wake()
  await until(() => (engine.status.state === 'waiting' ? true : undefined))
  now += 60_000
  engine.wake()
  await until(() => (engine.status.state === 'moving' ? true : undefined))
  expect((await dealOf(app, deal_id)).state).toBe('unknown')
})

test('a clock that is set back during a pause does not delay the queue', async () => {
  let now = Date.parse('2026-05-04T10:00:00.000Z')
  const waits: string[] = []
  const app = await composeApp(cleanup, {
    partner: {
      createApplication: async () => {
        waits.push(new Date(now).toISOString())
        return fail(
          appError('PARTNER_UNREACHABLE', 'Away.', 'Wait.', { outcome: 'not_received', retryable: true }),
        )
      },
    },
  })
  app.context.clock = { now: () => new Date(now).toISOString() }
  const { engine, timers } = await openEngine(app, cleanup)
  value(await submitApplication(app.context, await addDeal(app)))
  engine.wake()
  const retryAt = '2026-05-04T10:00:01.500Z'
  await until(() => (engine.status.retry_at === retryAt ? true : undefined))

  now -= 2 * 3_600_000
  timers.ring()
  await until(() => (engine.status.retry_at === retryAt.replace('T10', 'T08') ? true : undefined))
  expect(waits).toHaveLength(1)
  now += 1500
  await until(() => (timers.waiting.size > 0 ? true : undefined))
  timers.ring()
  await until(() => (waits.length === 2 ? true : undefined))
})

test('a file whose upload fails each time lets other files go first and stays in the queue', async () => {
  const tried: string[] = []
  const app = await composeApp(cleanup, {
    partner: {
      createApplication: async () => ok({ application_id: '77002', reply: null }),
      createDocument: async ({ file: { name } }) => {
        tried.push(name)
        return name === 'cursed.pdf'
          ? fail(
              appError('PARTNER_CONNECTION_LOST', 'It broke off.', 'Check the network.', {
                outcome: 'not_received',
                retryable: true,
              }),
            )
          : ok({ document_id: null, reply: null })
      },
    },
  })
  app.context.clock = { now: () => '2026-05-04T10:00:00.000Z' }
  const { engine } = await openEngine(app, cleanup)
  const deal_id = await addDeal(app, { state: 'received', application_id: '77002' })
  const added = []
  // Add the documents one after another, because this sets their order in the queue.
  for (const name of ['cursed.pdf', 'one.pdf', 'two.pdf'])
    added.push(await addDocument(app, cleanup, deal_id, { name }))
  value(await queueDocuments(app.context, deal_id))
  engine.wake()
  await until(() => (engine.status.state === 'waiting' ? true : undefined))
  expect(tried).toEqual(['cursed.pdf'])

  engine.retryNow()
  await until(() => (tried.filter((name) => name === 'cursed.pdf').length > 1 ? true : undefined))
  expect(tried).toEqual(['cursed.pdf', 'one.pdf', 'two.pdf', 'cursed.pdf'])
  await until(() => (engine.status.state === 'waiting' ? true : undefined))
  const documents = value(await app.vault.listDocuments(deal_id))
  expect(Object.fromEntries(documents.map(({ name, state }) => [name, state]))).toEqual({
    'cursed.pdf': 'queued',
    'one.pdf': 'received',
    'two.pdf': 'received',
  })
})

test('a problem that the broker must fix stays reported while other requests fail', async () => {
  let breakOff = () => {}
  const isBroken = new Promise<void>((resolve) => (breakOff = resolve))
  const outcome = 'not_received'
  const app = await composeApp(cleanup, {
    partner: {
      createApplication: async () =>
        fail(appError('PARTNER_CREDENTIALS_REJECTED', 'Rejected.', 'Enter others.', { outcome })),
      createDocument: async () => {
        await isBroken
        return fail(appError('PARTNER_UNREACHABLE', 'Away.', 'Wait.', { outcome, retryable: true }))
      },
    },
  })
  const { engine } = await openEngine(app, cleanup)
  const there = await addDeal(app, { state: 'received', application_id: '77003' })
  const { document_id } = await addDocument(app, cleanup, there)
  const uploaded = async () => value(await app.vault.getDocument(document_id))?.state
  value(await queueDocuments(app.context, there))
  engine.wake()
  await until(async () => ((await uploaded()) === 'sending' ? true : undefined))
  value(await submitApplication(app.context, await addDeal(app)))
  engine.wake()
  await until(() => (engine.status.state === 'held' ? true : undefined))
  breakOff()
  await until(async () => ((await uploaded()) === 'queued' ? true : undefined))
  await until(() => (engine.isBusy ? undefined : true))
  expect(engine.status).toMatchObject({ state: 'held', error: { message: 'Rejected.' }, retry_at: null })
})

test('a vault that cannot be read is read again after five seconds, and queued items are sent then', async () => {
  const sent: string[] = []
  const app = await composeApp(cleanup, {
    partner: {
      createApplication: async () => {
        sent.push('77003')
        return ok({ application_id: '77003', reply: null })
      },
    },
  })
  app.context.clock = { now: () => '2026-05-04T10:00:00.000Z' }
  const { engine, timers } = await openEngine(app, cleanup)
  const deal_id = await addDeal(app)
  value(await submitApplication(app.context, deal_id))
  const reading = vi.spyOn(app.vault, 'dueTasks')
  reading.mockRejectedValue(failureOf(appError('VAULT_UNAVAILABLE', 'It cannot be read.', 'Wait.')))
  engine.wake()
  await until(() => (timers.waiting.size > 0 ? true : undefined))
  expect([...timers.waiting.values()]).toEqual([5_000])
  reading.mockRestore()
  timers.ring()
  await until(async () => ((await dealOf(app, deal_id)).state === 'received' ? true : undefined))
  expect(sent).toHaveLength(1)
})
