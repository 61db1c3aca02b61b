import type { ZipFile } from './ports.ts'

/** A file to write. It is opened only when it is written, so that only one file at a time is open. */
export type FileToWrite = Pick<ZipFile, 'name' | 'open'>

/** Files that main wrote for another program. */
export interface WrittenCopies {
  copies_id: string
  paths: string[]
}

/**
 * Decrypted copies of files in a private folder, for a drag or the clipboard. Their number, size, and lifetime are limited. They are deleted
 * when the lifetime ends, when the app ends, and at the next start after a crash. The names must be legal and different.
 */
export interface TemporaryCopies {
  /** Writes files. Leaves nothing behind if one of them cannot be read or written. */
  write(files: readonly FileToWrite[]): Promise<WrittenCopies>
  writeZip(name: string, files: AsyncIterable<ZipFile>): Promise<WrittenCopies>
  /** Returns the paths of copies that all still exist, and lengthens their lifetime because another program uses them now. */
  use(copies_id: string): Promise<string[] | null>
  remove(copies_id: string): Promise<void>
  /** Deletes all copies. */
  clear(): Promise<void>
}

/** Starts a drag of files out of the window that the broker uses. Returns false if no drag can start. */
export type StartDrag = (paths: readonly string[]) => boolean

/** Puts files on the clipboard of the operating system. */
export interface FileClipboard {
  readonly isOffered: boolean
  /** Returns false if the files could not be copied. */
  write(paths: readonly string[]): Promise<boolean>
}

/**
 * Asks the broker for a folder and writes new files there. Never replaces a file: `nameIn` gets the names that the folder contains and
 * returns the names to write. `folder` is null if the broker canceled. A failure leaves none of the new files behind.
 */
export type SaveToFolder = (
  nameIn: (taken: readonly string[]) => FileToWrite[],
) => Promise<{ folder: string | null; names: string[] }>
