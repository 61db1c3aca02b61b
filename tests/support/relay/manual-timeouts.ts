import { vi } from 'vitest'
import type { Cleanup } from '../cleanup.ts'

/** Replaces `AbortSignal.timeout`, which fake timers do not control. The timeouts expire only when the test calls `pass`. */
export function createManualTimeouts(cleanup: Cleanup) {
  let now = 0
  let asked = 0
  const waiting = new Map<AbortController, number>()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController()
    asked += 1
    waiting.set(over, now + ms)
    return over.signal
  })
  cleanup.add(() => spy.mockRestore())
  return {
    /** Returns how many timeouts the code under test has created. */
    asked: () => asked,
    pass: (seconds: number) => {
      now += seconds * 1000
      for (const [over, at] of waiting)
        if (at <= now) over.abort(new DOMException('The time is over.', 'TimeoutError'))
    },
  }
}
