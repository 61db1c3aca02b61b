import { drop } from '../../platform/base/log-lines.ts'
import { createHash } from 'node:crypto'
import type { Clipboard, Log, ProtectWindows, Timers } from '../../platform/base/system.ts'

/**
 * A window that shows a sensitive value reports this repeatedly. If there is no report for this long, the window counts as closed. The time
 * is longer than a window shows a value, so that the protection does not end before the value is masked.
 */
export const SHOWN_LEASE_MS = 20_000

/** Protects all windows from screenshots while one of them shows a sensitive value. */
export class ScreenGuard {
  readonly #protect: ProtectWindows
  readonly #timers: Timers
  readonly #leases = new Map<string, () => void>()

  constructor(protect: ProtectWindows, timers: Timers) {
    this.#protect = protect
    this.#timers = timers
  }

  shown(window_id: string): void {
    this.#leases.get(window_id)?.()
    if (this.#leases.size === 0) this.#protect(true)
    this.#leases.set(
      window_id,
      this.#timers.after(SHOWN_LEASE_MS, () => this.hidden(window_id)),
    )
  }

  hidden(window_id: string): void {
    this.#leases.get(window_id)?.()
    if (this.#leases.delete(window_id) && this.#leases.size === 0) this.#protect(false)
  }
}

/** Longest time that a sensitive value may remain on the clipboard. */
export const CLIPBOARD_LIFETIME_MS = 60_000

/**
 * Copies a sensitive value to the clipboard for a minute. After that, clears the clipboard, unless something else was copied in the
 * meantime.
 */
export class TemporaryClipboard {
  readonly #clipboard: Clipboard
  readonly #timers: Timers
  readonly #log: Log
  /**
   * The hash of the value that the app put on the clipboard, with the function that stops the timer for clearing. Null if there is no such
   * value.
   */
  #lent: { hash: string; stop: () => void } | null = null

  constructor(clipboard: Clipboard, timers: Timers, log: Log) {
    this.#clipboard = clipboard
    this.#timers = timers
    this.#log = log
  }

  /** Copies a value. Returns false if the clipboard did not accept it. */
  async copy(text: string): Promise<boolean> {
    this.#lent?.stop()
    // Set this before copying, so that the app also clears the value if it quits during the copy.
    this.#lent = {
      hash: hashOf(text),
      stop: this.#timers.after(CLIPBOARD_LIFETIME_MS, () => drop(this.#log, this.clear())),
    }
    return this.#clipboard.write(text)
  }

  /** Clears the clipboard unless it contains something else by now. */
  async clear(): Promise<void> {
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
