import { createHash } from 'node:crypto'
import type { Clipboard } from '../ports/privacy.ts'
import type { Timers } from '../ports/timers.ts'

/** So long a sensitive value may lie on the clipboard. */
export const LENT_FOR_MS = 60_000

/** Puts a sensitive value on the clipboard for a minute; what else is copied meanwhile stays. */
export class ClipboardLoan {
  readonly #clipboard: Clipboard
  readonly #timers: Timers
  /** Of what lies there because of us; the value itself is not kept. */
  #lent: { hash: string; stop: () => void } | null = null

  constructor(clipboard: Clipboard, timers: Timers) {
    this.#clipboard = clipboard
    this.#timers = timers
  }

  /** False when the clipboard did not take the value. */
  async lend(text: string): Promise<boolean> {
    this.#lent?.stop()
    // Counts from before it lies there, so that an end in between takes it back too.
    this.#lent = { hash: hashOf(text), stop: this.#timers.after(LENT_FOR_MS, () => void this.takeBack()) }
    return this.#clipboard.write(text)
  }

  /** Clears the clipboard, unless something else lies there by now. */
  async takeBack(): Promise<void> {
    const lent = this.#lent
    if (lent === null) return
    lent.stop()
    this.#lent = null
    if (hashOf(await this.#clipboard.read()) === lent.hash) this.#clipboard.clear()
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
