import { expect, test } from 'vitest'
import type { OutboxTask } from '../../../src-shared/domain/queue.ts'
import { nextDue, nextToReconcile, nextToSend, pauseMs, reconcileAgainAt } from './queue.ts'

const NOW = Date.UTC(2026, 10, 23, 9)
const MINUTE = 60_000
const waiting = (task: OutboxTask['task'], ms: number): OutboxTask => ({
  subject_id: task,
  deal_id: 'deal',
  task,
  not_before: new Date(NOW + ms).toISOString(),
  tries: 0,
  begun_at: null,
  evidence: null,
})
const send = (ms: number) =>
  nextToSend([waiting('send_application', ms)], ['send_application'], NOW, new Map())
const reconcile = (ms: number) => nextToReconcile([waiting('seek_application', ms)], NOW, new Set())

test('queued tasks wait for their time', () => {
  for (const next of [send, reconcile]) {
    expect(next(0)).not.toBeNull()
    expect(next(10 * MINUTE)).toBeNull()
    expect(next(30 * MINUTE)).toBeNull()
  }
  expect(nextDue([waiting('send_application', 10 * MINUTE)], NOW)).toBe(NOW + 10 * MINUTE)
})

test('tasks queued while the clock was ahead do not wait for that time', () => {
  for (const ahead of [2 * 60 * MINUTE, 400 * 24 * 60 * MINUTE]) {
    expect(send(ahead)).not.toBeNull()
    expect(reconcile(ahead)).not.toBeNull()
    expect(nextDue([waiting('send_application', ahead)], NOW)).toBeNull()
  }
})

test('a pause doubles from two seconds to five minutes, and respects the time that the partner requests', () => {
  const longest = (failures: number) => pauseMs(failures, 1, undefined)
  expect([1, 2, 3, 8, 9, 100].map(longest)).toEqual([2_000, 4_000, 8_000, 256_000, 300_000, 300_000])
  expect(pauseMs(9, 0, undefined)).toBe(150_000)
  expect([pauseMs(1, 1, 1), pauseMs(1, 1, 900)]).toEqual([2_000, 900_000])
})

test('reconciling repeats after seconds at first, then after minutes, and at least every half hour', () => {
  const seconds = [0, 1, 2, 3, 4, 50].map((tries) => (Date.parse(reconcileAgainAt(tries, NOW)) - NOW) / 1000)
  expect(seconds).toEqual([5, 30, 120, 600, 1800, 1800])
})
