import { spawn } from 'node:child_process'
import { afterAll, expect, test, vi } from 'vitest'
import { LONGEST_STALL_MS, startStallClock, type StallClock } from '../support/e2e/stall-watch.ts'

// Tests the stall watch, which reports when a process was blocked. In end-to-end and torture tests, it watches the app's main process.
// Here, it watches this process.

const { stallWatch } = (() => {
  startStallClock(null, 20)
  return globalThis as unknown as StallClock
})()

/** Processes that keep the CPU busy, so that this thread has to wait for CPU time. */
const rivals = [1, 2, 3].map(() => spawn(process.execPath, ['-e', 'for (;;);']))
afterAll(() => rivals.forEach((rival) => rival.kill('SIGKILL')))

/** Computes until this thread has used the given CPU time. */
function compute(ms: number): void {
  const begun = process.threadCpuUsage()
  const used = () => {
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1000
  }
  while (used() < ms);
}
const nextTimer = () => new Promise((resolve) => setTimeout(resolve, 50))

test('the stall watch reports a busy loop of 400 ms as a stall', async () => {
  stallWatch.reset()
  compute(400)
  await nextTimer()
  expect(stallWatch.longest().ms).toBeGreaterThan(LONGEST_STALL_MS)
})

test('the stall watch reports no stall for short pieces of work with pauses, however long they take in total', async () => {
  // A virtual machine counts time in which it did not run as used. So this test has a clock of its own.
  let used = 0
  const clock = vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => ({ user: used, system: 0 }))
  startStallClock(null, 20)
  const { stallWatch: watch } = globalThis as unknown as StallClock
  for (let round = 0; round < 20; round++) {
    used += 20_000
    await nextTimer()
  }
  const { ms } = watch.longest()
  clock.mockRestore()
  expect(ms).toBeGreaterThan(0)
  expect(ms).toBeLessThan(LONGEST_STALL_MS)
})

test('the stall watch reports no stall while the thread waits for the processor or sleeps', async () => {
  stallWatch.reset()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
  await nextTimer()
  expect(stallWatch.longest().ms).toBeLessThan(LONGEST_STALL_MS)
})
