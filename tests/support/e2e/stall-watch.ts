import type { ElectronApplication } from 'playwright-core'

/**
 * A broker notices when the main thread is blocked for longer than this. The thread serves windows, timers, and the connection to the
 * partner.
 */
export const LONGEST_STALL_MS = 250

const CHECK_EVERY_MS = 20

/** The longest stall (time without a pause) since the last reset, and the milliseconds from that reset to the end of the stall. */
interface Stall {
  ms: number
  ended_after_ms: number
}

/**
 * Measures how long the app's main thread computes without a pause. A timer in the main process fires every few milliseconds. Each time, it
 * reads how much CPU time the thread has used since the previous time. Waiting for the processor uses no CPU time, so a busy machine does
 * not increase the result. Playwright's debugger connection installs the timer, so the app itself contains no code for this measurement.
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

  /** Forgets the stalls measured so far. */
  async reset(): Promise<void> {
    await this.#application.evaluate(() => (globalThis as unknown as StallClock).stallWatch.reset())
  }

  async longest(): Promise<Stall> {
    return this.#application.evaluate(() => (globalThis as unknown as StallClock).stallWatch.longest())
  }
}

/** Fields that `startStallClock` adds to the global object of the app's main process. */
export interface StallClock {
  stallWatch: { reset(): void; longest(): Stall }
}

/**
 * Starts the measurement in the process that runs this function. The function uses nothing else from this file, because Playwright sends
 * only its source text to the app. `process.threadCpuUsage` is new in Node 23.9. Without it, the function reads the same values from
 * `/proc` (Linux).
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
