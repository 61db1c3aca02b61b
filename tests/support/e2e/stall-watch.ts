import type { ElectronApplication } from 'playwright-core'

/** A broker notices when the main thread is blocked for longer than this. The thread serves windows, timers, and the partner connection. */
export const LONGEST_STALL_MS = 250

const CHECK_EVERY_MS = 20

/** The longest stall since the last reset, and the time in milliseconds from the reset to the end of this stall. */
interface Stall {
  ms: number
  ended_after_ms: number
}

/**
 * Measures how long the app's main thread computes without a pause. At each tick, a timer in the main process compares the thread's CPU
 * clock with its value at the previous tick. Waiting for the processor costs no CPU time, so a busy machine adds nothing to the result.
 * Playwright's debugger connection installs the timer from outside, so the app itself contains no hook for it.
 */
export class StallWatch {
  readonly #application: ElectronApplication

  private constructor(application: ElectronApplication) {
    this.#application = application
  }

  static async start(application: ElectronApplication): Promise<StallWatch> {
    await application.evaluate(startStallClock, CHECK_EVERY_MS)
    return new StallWatch(application)
  }

  /** Discards earlier measurements. */
  async reset(): Promise<void> {
    await this.#application.evaluate(() => (globalThis as unknown as StallClock).stallWatch.reset())
  }

  async longest(): Promise<Stall> {
    return this.#application.evaluate(() => (globalThis as unknown as StallClock).stallWatch.longest())
  }
}

/** The global object of `startStallClock`. */
export interface StallClock {
  stallWatch: { reset(): void; longest(): Stall }
}

/**
 * Starts the clock in the process that runs this function. Uses nothing else of this file, because the app gets the function as source
 * text. `process.threadCpuUsage` is new in Node 23.9; `/proc` has the same values on Linux.
 */
export function startStallClock(_: unknown, everyMs: number): void {
  const { openSync, readSync } = process.getBuiltinModule('node:fs')
  const ofThread = (process as { threadCpuUsage?: () => NodeJS.CpuUsage }).threadCpuUsage?.bind(process)
  const bytes = Buffer.alloc(100)
  const file = ofThread === undefined ? openSync('/proc/self/schedstat', 'r') : null
  const cpuMs = () => {
    if (file !== null)
      return Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 100, 0)).split(' ')[0]) / 1e6
    const { user = 0, system = 0 } = ofThread?.() ?? {}
    return (user + system) / 1000
  }
  let last = cpuMs()
  let since = performance.now()
  let longest: Stall = { ms: 0, ended_after_ms: 0 }
  const look = () => {
    const now = cpuMs()
    if (now - last > longest.ms)
      longest = { ms: Math.round(now - last), ended_after_ms: Math.round(performance.now() - since) }
    last = now
  }
  setInterval(look, everyMs).unref()
  const stallWatch: StallClock['stallWatch'] = {
    reset() {
      last = cpuMs()
      since = performance.now()
      longest = { ms: 0, ended_after_ms: 0 }
    },
    longest() {
      look()
      return longest
    },
  }
  Object.assign(globalThis, { stallWatch })
}
