import { parentPort } from 'node:worker_threads'
import { earlierVersions } from './earlier-version.ts'
import type { RecognitionFiles } from './host-protocol.ts'
import { serveWork } from '../../platform/processes/serve-work.ts'
import { openPdf } from './pdf-pages.ts'
import { startRecognizer } from './recognize.ts'
import { packStatement, packUnreadable } from './stored-statement.ts'
import type { ReadingProgress } from './statement-reader.ts'
import { readStatementFile } from './read-file.ts'

/** Reads files of statements in a worker thread, and posts the readings. */

/** Messages of the worker: the progress after each page, and at the end the reading (gzip, base64). */
export type StatementMessage = ReadingProgress | { packed: string }

const post = (message: StatementMessage) => parentPort?.postMessage(message)

async function read({
  bytes,
  recognition,
  parts,
}: {
  bytes: Uint8Array
  recognition: RecognitionFiles
  parts: string
}): Promise<void> {
  const page_heights: number[] = []
  let is_recognized = false
  const source = {
    earlierVersions,
    async open(some: Uint8Array) {
      const pdf = await openPdf(some, parts)
      // An earlier version of the file is opened, too. Its pages have the same sizes.
      if (typeof pdf === 'string' || some !== bytes) return pdf
      return {
        ...pdf,
        async page(number: number) {
          const page = await pdf.page(number)
          page_heights[number - 1] = page.content.height
          return page
        },
      }
    },
    recognizer() {
      is_recognized = true
      return startRecognizer(recognition)
    },
  }
  const reading = await readStatementFile(bytes, source, {
    onPage: (page, pages) => post({ page, pages, step: is_recognized ? 'picture' : 'text' }),
  })
  const packed = packStatement({ reading, page_heights, is_recognized })
  post({ packed: packed ?? packUnreadable('too_much_memory') })
}

serveWork(read)
