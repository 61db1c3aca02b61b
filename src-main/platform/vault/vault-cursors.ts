import type { Result } from '../../../src-shared/platform/base/errors.ts'

/** Writes of cursors (positions in a relay's stream of events). */
export type CursorWrite =
  /**
   * Sets the cursor. If `from` is given and is not the current position, the vault stores nothing of the whole commit and returns `stale`.
   */
  | { write: 'set_cursor'; source: string; seq: number; from?: number }
  /** Sets the epoch of the relay's store in which the cursor was read. Empty if it is not known. */
  | { write: 'set_epoch'; source: string; epoch: string }

export interface CursorVault {
  getCursor(source: string): Promise<Result<number>>
  /** Returns the epoch of the relay's store in which the cursor was read. Returns an empty text if it is not known. */
  getEpoch(source: string): Promise<Result<string>>
}
