import { expect, test } from 'vitest'
import { QueueWorker } from './queue.ts'

test('the queue worker runs a new task regardless of the moment at which the task is added', async () => {
  let todo = 0
  const lane = new QueueWorker(async () => {
    if (todo === 0) return false
    todo--
    return true
  })
  for (let turns = 0; turns < 8; turns++) {
    todo = 1
    lane.wake()
    // Let the worker run for a different time in each round, so that one of the wake-ups happens just as the worker stops.
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    todo++
    lane.wake()
    await new Promise((resolve) => setImmediate(resolve))
    expect(todo, `after ${turns} turns`).toBe(0)
  }
})

test('the queue worker starts no task after a stop, and the stop waits for the running task', async () => {
  const done: string[] = []
  let finish = () => {}
  const lane = new QueueWorker(async () => {
    await new Promise<void>((resolve) => (finish = resolve))
    done.push('one')
    return true
  })
  lane.wake()
  const stopped = lane.stop().then(() => done.push('stopped'))
  finish()
  await stopped
  lane.wake()
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual(['one', 'stopped'])
})
