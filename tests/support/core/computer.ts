import { DEFAULT_ALERTS, type AlertSettings } from '../../../src-shared/features/today/notification.ts'
import type { Timers } from '../../../src-main/platform/base/system.ts'

/** Ten in the morning in New York, on a Wednesday. */
export const BEGIN = Date.parse('2026-03-04T15:00:00.000Z')
export const NO_QUIET: AlertSettings['quiet'] = { ...DEFAULT_ALERTS.quiet, enabled: false }

/** A computer with its clock, time zone, and quiet hours. Timers stand still while it sleeps. */
export class Computer implements Timers {
  now = BEGIN
  zone = 'America/New_York'
  quiet = NO_QUIET
  /** Waits until the work of the timers, which reads and writes the vault, has ended. */
  settle: () => Promise<void> = async () => {}
  #timers: { left: number; work: () => void }[] = []

  after(ms: number, work: () => void): () => void {
    const timer = { left: ms, work }
    this.#timers.push(timer)
    return () => void (this.#timers = this.#timers.filter((one) => one !== timer))
  }

  /** Lets this time pass while the computer is awake. */
  async pass(ms: number): Promise<void> {
    const end = this.now + ms
    for (;;) {
      const next = Math.min(...this.#timers.map(({ left }) => left))
      if (this.now + next > end) break
      this.#run(next)
      for (const { work } of this.#timers.filter(({ left }) => left <= 0)) work()
      this.#timers = this.#timers.filter(({ left }) => left > 0)
      await this.settle()
    }
    this.#run(end - this.now)
  }

  /** Lets this time pass while the computer sleeps. */
  sleep(ms: number): void {
    this.now += ms
  }

  #run(ms: number): void {
    this.now += ms
    for (const timer of this.#timers) timer.left -= ms
  }
}
