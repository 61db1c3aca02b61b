import type { Clock } from './clock.ts'

/** A piece of work that may be done from `due_at` (ms) on. */
export interface DueWork {
  due_at: number
  run: () => void | Promise<void>
}

export interface DueLoop {
  /** Looks again for what is due. Never does work before it returns, so it may be called within a transaction. */
  wake(): void
  /** Starts no further work, and waits for the piece at hand. */
  stop(): Promise<void>
}

/** Longer waits are taken in pieces: a timer holds no more than 31 bits of milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1

/**
 * Does the work that `next` names, one piece after another, each when it is due. The work itself lives on disk: a piece that
 * has been done must not be named again. A piece that throws is a bug, and ends the process rather than being hidden.
 */
export function createDueLoop(clock: Clock, next: () => DueWork | null): DueLoop {
  let stopped = false
  let running = false
  let scheduled: NodeJS.Immediate | null = null
  let waiting: NodeJS.Timeout | null = null
  let lastTurn: Promise<void> = Promise.resolve()

  async function turn(): Promise<void> {
    running = true
    try {
      while (!stopped) {
        const work = next()
        if (work === null) return
        const wait = work.due_at - clock()
        if (wait > 0) {
          waiting = setTimeout(wake, Math.min(wait, LONGEST_WAIT))
          return
        }
        // One after another is the point: the order of the work is its meaning.
        // oxlint-disable-next-line no-await-in-loop
        await work.run()
      }
    } finally {
      running = false
    }
  }

  function wake(): void {
    if (stopped || running || scheduled !== null) return
    if (waiting !== null) clearTimeout(waiting)
    scheduled = setImmediate(() => {
      scheduled = null
      lastTurn = turn()
    })
  }

  return {
    wake,
    async stop() {
      stopped = true
      if (waiting !== null) clearTimeout(waiting)
      if (scheduled !== null) clearImmediate(scheduled)
      await lastTurn
    },
  }
}
