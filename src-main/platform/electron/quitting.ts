import type { Timers } from '../base/system.ts'

interface QuittingParts {
  timers: Timers
  /** Reports that the user chose to quit, but a window stayed open, so the app continues. */
  quitCancelled(): void
  /** Finishes pending writes before the app ends. */
  shutdown(): Promise<unknown>
  /** Called as the last step, if `shutdown` finished in time. Allows an update to replace this version of the app. */
  prepareForUpdate(): Promise<unknown>
  exit(): void
}

/**
 * Time limit in milliseconds for a window that delays a quit because it is saving. If the window closes within this time, the quit
 * continues. It does not matter whether the window finished saving.
 */
export const HELD_MS = 30_000
/**
 * Time limit in milliseconds for pending writes. It is short, because the user assumes that the app has ended once its window is closed.
 */
export const LONGEST_SHUTDOWN_MS = 8_000
/**
 * Time limit in milliseconds for installing an update. It is long, because macOS copies the complete new version while this version still
 * runs.
 */
export const LONGEST_INSTALL_MS = 60_000

/** Manages how the app ends. The caller reports events of the system and of windows, so that this class does not depend on Electron. */
export class Quitting {
  readonly #parts: QuittingParts
  #stage: 'living' | 'farewell' | 'leaving' = 'living'
  #isWanted = false
  #stopWaiting: () => void = () => {}

  constructor(parts: QuittingParts) {
    this.#parts = parts
  }

  /** True after a quit was chosen. The app ends when its last window closes, even if that window first saves and closes some time later. */
  get isWanted(): boolean {
    return this.#isWanted
  }

  chosen(): void {
    this.#stopWaiting()
    this.#isWanted = true
  }

  /**
   * The caller reports that a window prevented its own closing. If the window is still open after `HELD_MS`, the quit is canceled. If the
   * broker closes the window after that, the app does not end.
   */
  held(): void {
    if (!this.#isWanted) return
    this.#stopWaiting()
    this.#stopWaiting = this.#parts.timers.after(HELD_MS, () => {
      this.#isWanted = false
      this.#parts.quitCancelled()
    })
  }

  /**
   * Runs when all windows are closed, and delays the end of the app. First, pending writes finish and running uploads are aborted. Then the
   * vault closes. The next start reports any other request to the partner that is still running at that time as unconfirmed. If the user
   * quits again in the meantime, that quit is delayed too. Only an update that replaces this version can end the app earlier.
   */
  willQuit(event: { preventDefault(): void }): void {
    if (this.#stage === 'leaving') return
    event.preventDefault()
    if (this.#stage === 'farewell') return
    this.#stage = 'farewell'
    this.#stopWaiting()
    // The app ends even after a failure, so nothing is left to do.
    this.#end().catch(() => {})
  }

  async #end(): Promise<void> {
    const { shutdown, prepareForUpdate, exit } = this.#parts
    try {
      if (!(await this.#isOverWithin(shutdown(), LONGEST_SHUTDOWN_MS))) return
      this.#stage = 'leaving'
      await this.#isOverWithin(prepareForUpdate(), LONGEST_INSTALL_MS)
    } finally {
      exit()
    }
  }

  #isOverWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
    const late = new Promise<boolean>((resolve) => this.#parts.timers.after(ms, () => resolve(false)))
    return Promise.race([work.then(() => true), late])
  }
}
