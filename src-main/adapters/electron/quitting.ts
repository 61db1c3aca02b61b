import type { Timers } from '../../core/ports/system.ts'

interface QuittingParts {
  timers: Timers
  /** Reports that the user chose to quit, but a window stayed open, so the app continues. */
  quitCancelled(): void
  /** Finishes pending writes before the app ends. */
  shutdown(): Promise<unknown>
  /** Last step, after `shutdown` finished in time: lets an update replace this version. */
  prepareForUpdate(): Promise<unknown>
  exit(): void
}

/**
 * Time limit in milliseconds for a window that delays a quit because it is saving. If the window closes within this time, the quit
 * continues, whether the window saved first or the broker closed it anyway.
 */
export const HELD_MS = 30_000
/**
 * Time limit in milliseconds for pending writes. It is short, because the user assumes that the app has ended once its window is closed.
 */
export const LONGEST_SHUTDOWN_MS = 8_000
/**
 * Time limit in milliseconds for installing an update. It is long, because macOS copies the complete new version before it ends this
 * version.
 */
export const LONGEST_INSTALL_MS = 60_000

/** Manages how the app ends. The caller reports system and window events; this class does not depend on Electron. */
export class Quitting {
  readonly #parts: QuittingParts
  #stage: 'living' | 'farewell' | 'leaving' = 'living'
  #isWanted = false
  #stopWaiting: () => void = () => {}

  constructor(parts: QuittingParts) {
    this.#parts = parts
  }

  /** True after a quit was chosen. The app ends with its last window, even if that window saves first and closes later. */
  get isWanted(): boolean {
    return this.#isWanted
  }

  chosen(): void {
    this.#stopWaiting()
    this.#isWanted = true
  }

  /**
   * Reports that a window prevented its closing. If that window stays open, the quit is canceled, and closing the window later does not end
   * the app.
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
   * Runs when all windows are closed. Pending writes finish first, then the vault closes. Running uploads are aborted and recorded as
   * aborted. The next start reports any other request in transit as unconfirmed. If the user quits again in the meantime, that quit waits
   * too. Only an update that replaces this version can end the app earlier.
   */
  willQuit(event: { preventDefault(): void }): void {
    if (this.#stage === 'leaving') return
    event.preventDefault()
    if (this.#stage === 'farewell') return
    this.#stage = 'farewell'
    this.#stopWaiting()
    void this.#end()
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
