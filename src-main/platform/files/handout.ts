import type { ZipFile } from './ports.ts'

/** A file to write. It is opened only when it is written, so that only one file at a time is open. */
export type FileToWrite = Pick<ZipFile, 'name' | 'open'>

/** Files that main wrote for another program. */
export interface WrittenCopies {
  copies_id: string
  paths: string[]
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
