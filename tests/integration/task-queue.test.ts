import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { OutboxTask } from '../../src-shared/features/submission/queue.ts'
import { addDeal, composeApp, value, type App } from '../support/core/composed-app.ts'
import { Cleanup } from '../support/cleanup.ts'

const NOW = Date.UTC(2026, 10, 23, 9)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const cleanup = new Cleanup()

afterEach(() => cleanup.run())

const at = (ms: number) => new Date(NOW + ms).toISOString()

async function queue(app: App, kind: OutboxTask['task'], ms: number, begun_at: string | null = null) {
  const deal_id = await addDeal(app)
  const task = {
    subject_id: deal_id,
    deal_id,
    task: kind,
    not_before: at(ms),
    tries: 0,
    begun_at,
    evidence: null,
  }
  value(await app.vault.commit([{ write: 'put_task', task }]))
  return task
}

for (const task of ['send_application', 'seek_application'] as const) {
  test(`a ${task} task waits for its due time`, async () => {
    const app = await composeApp(cleanup)
    await queue(app, task, 10 * MINUTE)
    expect(value(await app.vault.dueTasks([task], at(0), 9))).toEqual({
      tasks: [],
      next_at: at(10 * MINUTE),
    })
    expect(value(await app.vault.dueTasks([task], at(10 * MINUTE), 9))).toMatchObject({
      tasks: [{ task }],
      next_at: null,
    })
  })

  test(`a ${task} task queued while the clock was ahead does not wait for its due time`, async () => {
    const app = await composeApp(cleanup)
    await queue(app, task, 120 * MINUTE)
    await queue(app, task, 400 * DAY)
    expect(value(await app.vault.dueTasks([task], at(0), 9))).toMatchObject({
      tasks: [{ not_before: at(120 * MINUTE) }, { not_before: at(400 * DAY) }],
      next_at: null,
    })
  })
}

test('the vault returns due tasks in queue order, up to the limit, and without tasks that are already being sent', async () => {
  const app = await composeApp(cleanup)
  await queue(app, 'send_application', -MINUTE, at(-MINUTE))
  const second = await queue(app, 'send_application', 0)
  const third = await queue(app, 'send_application', -MINUTE)
  await queue(app, 'send_document', 0)
  await queue(app, 'send_application', 0)
  expect(value(await app.vault.dueTasks(['send_application'], at(0), 2)).tasks).toEqual([second, third])
})

test('a task is found by its subject, and a deal sees only the queue positions of its own tasks', async () => {
  const app = await composeApp(cleanup)
  const first = await queue(app, 'send_application', 0)
  const second = await queue(app, 'send_application', MINUTE)
  expect(value(await app.vault.getTask(second.subject_id))).toEqual(second)
  expect(value(await app.vault.getTask(randomUUID()))).toBeNull()
  expect(value(await app.vault.queuePlaces(first.deal_id))).toMatchObject([{ position: 1 }])
  expect(value(await app.vault.queuePlaces(second.deal_id))).toEqual([
    {
      subject_id: second.subject_id,
      task: 'send_application',
      position: 2,
      leaves_at: second.not_before,
      evidence: null,
    },
  ])
})
