import type { Timers } from '../core/ports/system.ts'

export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
