import { beforeEach, expect, test } from 'vitest'
import { ManualTimers } from '../support/core/composed-app.ts'
import { IDLE_CHECK_MS, IdleWatch } from '../../src-main/features/lock/app-lock.ts'

const MINUTE_MS = 60_000
let now: number
let idle: number
let after: number | null
let locks: number
let timers: ManualTimers
let watch: IdleWatch

beforeEach(() => {
  now = 1_000_000
  idle = 0
  after = 15
  locks = 0
  timers = new ManualTimers()
  watch = new IdleWatch({
    timers,
    now: () => now,
    idleSeconds: () => idle,
    afterMinutes: () => after,
    lock: () => locks++,
  })
})

/** Lets time pass without input, with a question every few seconds. */
function rest(minutes: number): void {
  for (let passed = 0; passed < minutes * MINUTE_MS; passed += IDLE_CHECK_MS) {
    now += IDLE_CHECK_MS
    idle += IDLE_CHECK_MS / 1_000
    watch.look()
  }
}

test('locks after the chosen time without input, and not before', () => {
  rest(14)
  expect(locks).toBe(0)
  rest(1)
  expect(locks).toBe(1)
})

test('input starts the time again', () => {
  rest(14)
  idle = 0
  rest(14)
  expect(locks).toBe(0)
})

test('does not lock if the broker turned the idle time off', () => {
  after = null
  rest(120)
  expect(locks).toBe(0)
})

test('locks after a sleep that was longer than the chosen time, although waking the computer is input', () => {
  rest(1)
  now += 40 * MINUTE_MS
  idle = 0
  watch.look()
  expect(locks).toBe(1)
})

test('counts from the unlock if the unlock was no input for the system', () => {
  rest(15)
  watch.restart()
  rest(14)
  expect(locks).toBe(1)
  rest(1)
  expect(locks).toBe(2)
})
