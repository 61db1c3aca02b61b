import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Clock } from './clock-and-log.ts'

interface ScheduledWork {
  due_at: number
  run: () => void | Promise<void>
}

export type Scheduler = ReturnType<typeof createScheduler>

/** Timers support at most 31 bits of milliseconds, so a longer wait needs several timers. */
const LONGEST_WAIT = 2 ** 31 - 1

/** Runs the work that `next` returns, one after another, each when it is due. An error in the work is a bug and ends the process. */
export function createScheduler(clock: Clock, next: () => ScheduledWork | null) {
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
        await work.run()
      }
    } finally {
      running = false
    }
  }

  /** Starts the work only after this call has returned, so that the call is safe within a transaction. */
  function wake(): void {
    if (stopped || running) return
    if (waiting !== null) clearTimeout(waiting)
    running = true
    lastTurn = turn()
  }

  return {
    wake,
    async stop(): Promise<void> {
      stopped = true
      if (waiting !== null) clearTimeout(waiting)
      await lastTurn
    },
  }
}
