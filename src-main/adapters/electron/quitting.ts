import type { Timers } from '../../core/ports/timers.ts'

interface QuittingParts {
  timers: Timers
  /** It was chosen, but a window stayed open, and so does the app. */
  calledOff(): void
  /** Finishes what is being written, before the app is gone. */
  farewell(): Promise<unknown>
  /** The last act, when the farewell came to its end in time: another version may take this one's place. */
  makeWay(): Promise<unknown>
  /** Ends the process. */
  exit(): void
}

/** A window that closes so soon after it held a quit did so for it: it had to write first, or the broker closed it nevertheless. */
export const HELD_MS = 30_000
/** A user who closed the window believes that the app is gone. */
export const LONGEST_FAREWELL_MS = 8_000
/** macOS copies the whole new version before it ends this one. */
export const LONGEST_INSTALL_MS = 60_000

/** How the app ends. Its caller tells what the system and the windows say; nothing here knows of Electron. */
export class Quitting {
  readonly #parts: QuittingParts
  #stage: 'living' | 'farewell' | 'leaving' = 'living'
  #isWanted = false
  #stopWaiting: () => void = () => {}

  constructor(parts: QuittingParts) {
    this.#parts = parts
  }

  /** Quit was chosen: the app ends with its last window, also when that first writes what is typed, and closes only then. */
  get isWanted(): boolean {
    return this.#isWanted
  }

  chosen(): void {
    this.#stopWaiting()
    this.#isWanted = true
  }

  /** A window asked to stay open. Whoever leaves it open after that goes on working: closing it later ends no app. */
  held(): void {
    if (!this.#isWanted) return
    this.#stopWaiting()
    this.#stopWaiting = this.#parts.timers.after(HELD_MS, () => {
      this.#isWanted = false
      this.#parts.calledOff()
    })
  }

  /**
   * All windows are closed. Whatever is being written is finished first; then the vault closes. Uploads are broken off, and recorded
   * as such; what is still under way after that is found, and told as unclear, at the next start. Whoever quits once more meanwhile
   * waits too: only what takes this version's place ends the app by itself.
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
    const { farewell, makeWay, exit } = this.#parts
    try {
      if (!(await this.#isOverWithin(farewell(), LONGEST_FAREWELL_MS))) return
      this.#stage = 'leaving'
      await this.#isOverWithin(makeWay(), LONGEST_INSTALL_MS)
    } finally {
      exit()
    }
  }

  #isOverWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
    const late = new Promise<boolean>((resolve) => this.#parts.timers.after(ms, () => resolve(false)))
    return Promise.race([work.then(() => true), late])
  }
}
