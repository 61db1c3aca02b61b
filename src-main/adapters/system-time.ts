import type { Clock, Timers } from '../core/ports/system.ts'

export const systemClock: Clock = { now: () => new Date().toISOString() }

export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
