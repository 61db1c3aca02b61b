import type { ReadingProgress } from './statement-reader.ts'

/** Where the process finds the recognition of text: the program of its worker, and the folder with the language data. */
export interface RecognitionFiles {
  program: string
  data: string
}

/** What the process needs besides the file. */
export interface ReaderFiles {
  /** The program of the worker that reads the file inside the process. */
  worker: string
  recognition: RecognitionFiles
  /** The folder of the parts of pdfjs: see `settingsToDraw`. */
  parts: string
  /** True if other programs have priority, because the broker does not wait for the reading. */
  isBackground: boolean
}

/** Messages from main to the process that reads a file. First come the pieces of the file in order, and then the order to read it. */
export type ToReader =
  /** Base64. */
  { piece: string } | { read: ReaderFiles }

/** Messages from the process to main: the progress after each page, and at the end the reading (gzip, base64). */
export type FromReader = { progress: ReadingProgress } | { reading: string }
