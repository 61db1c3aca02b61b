import { logged } from '../../platform/base/log-lines.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { Timers } from '../../platform/base/system.ts'
import { RENEWALS_FOR_MS, type TodayNeeds, viewToday } from './today.ts'

/** Delay between a change and the next count, because changes come in bursts. */
const PAUSE_MS = 300
/** Time after which the lines are counted again, because lines appear and disappear as time passes. */
const REFRESH_MS = 60_000

/** Counts the lines of the Today screen after each change, for the windows, the tray, and the badge. */
export class TodayCount {
  readonly #context: TodayNeeds & Pick<Platform, 'emit' | 'log'>
  readonly #timers: Timers
  #cancel = () => {}
  #isSoon = false
  #isStopped = true
  #running: Promise<void> = Promise.resolve()

  constructor(context: TodayNeeds & Pick<Platform, 'emit' | 'log'>, timers: Timers) {
    this.#context = context
    this.#timers = timers
  }

  start(): void {
    this.#isStopped = false
    this.changed()
  }

  /** Stops counting, and waits for a running count. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#cancel()
    await this.#running
  }

  /** Counts soon, because time passed while the computer slept. */
  wake(): void {
    this.changed()
  }

  /** Counts soon, because something changed. */
  changed(): void {
    if (this.#isStopped || this.#isSoon) return
    this.#isSoon = true
    this.#countIn(PAUSE_MS)
  }

  #countIn(after_ms: number): void {
    this.#cancel()
    this.#cancel = this.#timers.after(after_ms, () => {
      this.#isSoon = false
      this.#running = this.#running.then(() => this.#count())
    })
  }

  async #count(): Promise<void> {
    const { emit, log } = this.#context
    const counted = viewToday(this.#context, RENEWALS_FOR_MS).then(({ count, updates }) => {
      if (!this.#isStopped) emit('today.counted', { count, updates })
    })
    await logged(log, counted)
    if (!this.#isStopped && !this.#isSoon) this.#countIn(REFRESH_MS)
  }
}
