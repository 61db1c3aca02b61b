import { StoredBefore, type Statements } from './rows.ts'

/** Named values of a vault: settings, and the cursors of event sources (how far the events of a source were read). */
export function settingRows(db: Statements) {
  const reads = {
    /** Returns the cursor of an event source (the number of the last event that was read). Returns 0 for a new source. */
    getCursor(source: string): number {
      const seq = db.of('SELECT seq FROM cursors WHERE source = ?').pluck().get(source)
      return (seq as number | undefined) ?? 0
    },
    /** Returns the epoch of the relay's store in which the cursor was read. Returns an empty text if it is not known. */
    getEpoch(source: string): string {
      const epoch = db.of('SELECT epoch FROM cursors WHERE source = ?').pluck().get(source)
      return (epoch as string | undefined) ?? ''
    },
    getSetting(key: string): string | null {
      const value = db.of('SELECT value FROM settings WHERE key = ?').pluck().get(key)
      return (value as string | undefined) ?? null
    },
  }
  const writes = {
    /**
     * Sets the cursor. If `from` is given and is not the current position, the vault stores nothing of the whole commit and returns
     * `stale`.
     */
    set_cursor({ source, seq, from }: { source: string; seq: number; from?: number }) {
      if (from !== undefined && from !== reads.getCursor(source)) throw new StoredBefore('stale')
      db.of(
        'INSERT INTO cursors (source, seq) VALUES (?, ?) ON CONFLICT (source) DO UPDATE SET seq = excluded.seq',
      ).run(source, seq)
    },
    /** Sets the epoch of the relay's store in which the cursor was read. Empty if it is not known. */
    set_epoch({ source, epoch }: { source: string; epoch: string }) {
      db.of(
        'INSERT INTO cursors (source, seq, epoch) VALUES (?, 0, ?) ON CONFLICT (source) DO UPDATE SET epoch = excluded.epoch',
      ).run(source, epoch)
    },
    set_setting({ key, value }: { key: string; value: string | null }) {
      if (value === null) db.of('DELETE FROM settings WHERE key = ?').run(key)
      else
        db.of(
          'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
        ).run(key, value)
    },
  }
  return { reads, writes }
}

export type SettingRows = ReturnType<typeof settingRows>
