import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Clock } from './clock.ts'

/** Work that may start as soon as the clock shows `due_at` (milliseconds since 1970). */
interface ScheduledWork {
  due_at: number
  run: () => void | Promise<void>
}

export interface Scheduler {
  /** Checks for due work. Starts the work only after this call has returned, so that the call is safe within a transaction. */
  wake(): void
  /** Starts no further work. Resolves when the current work has finished. */
  stop(): Promise<void>
}

/** Maximum wait of one timer. Timers support at most 31 bits of milliseconds, so a longer wait needs several timers. */
const LONGEST_WAIT = 2 ** 31 - 1

/**
 * Runs the pieces of work that `next` returns, one after another, each only when it is due. `next` reads the work from the disk, and must
 * not return finished work again. An error in the work is a bug and ends the process.
 */
export function createScheduler(clock: Clock, next: () => ScheduledWork | null): Scheduler {
  let stopped = false
  let running = false
  let lastTurn: Promise<void> = Promise.resolve()
  let waiting: NodeJS.Timeout | null = null

  async function turn(): Promise<void> {
    try {
      await endOfTurn()
      while (!stopped) {
        const work = next()
        if (work === null) return
        const wait = work.due_at - clock()
        if (wait > 0) {
          waiting = setTimeout(wake, Math.min(wait, LONGEST_WAIT))
          return
        }
        // Wait for the work before the next piece starts, because the order of the work matters.
        await work.run()
      }
    } finally {
      running = false
    }
  }

  function wake(): void {
    if (stopped || running) return
    if (waiting !== null) clearTimeout(waiting)
    running = true
    lastTurn = turn()
  }

  return {
    wake,
    async stop() {
      stopped = true
      if (waiting !== null) clearTimeout(waiting)
      await lastTurn
    },
  }
}
