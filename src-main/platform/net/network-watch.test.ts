import { beforeEach, expect, test } from 'vitest'
import { watchNetwork } from './network-watch.ts'
import type { Timers } from '../base/system.ts'

/** Timers that are waiting. Simulated time passes only when a test calls `passTime`. */
let due: (() => void)[] = []
const timers: Timers = {
  after: (_ms, work) => {
    due.push(work)
    return () => void (due = due.filter((one) => one !== work))
  },
}
const passTime = () => due.splice(0).forEach((work) => work())
beforeEach(() => {
  due = []
})

test('the network watch reports each change once, and reports nothing without a change or after it stops', () => {
  let state = 'wifi 10.0.0.7'
  let changes = 0
  const stop = watchNetwork(
    () => state,
    timers,
    () => (changes += 1),
  )
  passTime()
  passTime()
  expect(changes).toBe(0)
  state = ''
  passTime()
  passTime()
  expect(changes).toBe(1)
  state = 'wifi 10.0.0.7'
  passTime()
  expect(changes).toBe(2)
  stop()
  state = 'cable 10.0.0.8'
  passTime()
  expect(changes).toBe(2)
  expect(due).toEqual([])
})
