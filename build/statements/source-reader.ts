import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FromReader, ReaderFiles } from '../../src-main/features/statement-reader/host-protocol.ts'
import { createStatementReader } from '../../src-main/features/statement-reader/reader-process.ts'
import { forkUnderNode } from '../../src-main/platform/vault/host-process.ts'
import { unpackStatement } from '../../src-main/features/statement-reader/stored-statement.ts'
import { unreadable } from '../../src-main/features/statement-reader/finding.ts'
import { ok } from '../../src-shared/platform/base/errors.ts'
import type { StatementReading } from '../../src-shared/features/statements/statement.ts'

/** The reader of statements for programs that run from the source. The built app has copies of these files. */

const sourceFile = (name: string) =>
  fileURLToPath(new URL(`../../src-main/features/statement-reader/${name}`, import.meta.url))

/** Settings of the C library with which it gives large pieces of memory back when they are freed. */
export const READER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** Starts the process that reads one file. */
export const startSourceReader = forkUnderNode<FromReader>(
  sourceFile('statement-host.ts'),
  process.execPath,
  READER_ENVIRONMENT,
)

/** Returns where the process finds its programs, and the language data for the recognition of text. */
export function sourceFiles(): ReaderFiles {
  const require = createRequire(import.meta.url)
  const packageFile = require.resolve('@tesseract.js-data/eng/package.json')
  const data = join(dirname(packageFile), '4.0.0_best_int')
  return {
    worker: sourceFile('statement-worker.ts'),
    recognition: { program: sourceFile('recognize-worker.ts'), data },
    parts: dirname(require.resolve('pdfjs-dist/package.json')),
    isBackground: false,
  }
}

/** A reading, and whether the text of a picture was recognized for it. */
export interface SourceReading {
  reading: StatementReading
  is_recognized: boolean
}

/**
 * Reads a file of statements as the app does, in a process of its own. Always returns a reading: after `most_ms` milliseconds, or if the
 * process ends early, it is `unreadable`.
 */
export async function readInProcess(bytes: Uint8Array, most_ms?: number): Promise<SourceReading> {
  const reader = createStatementReader(startSourceReader, sourceFiles(), most_ms)
  const end = await reader.read(
    { size: bytes.length, bytes: async (from, length) => ok(bytes.subarray(from, from + length)) },
    { signal: new AbortController().signal, onPage: () => {} },
  )
  if (end === 'too_slow') return { reading: unreadable('took_too_long'), is_recognized: false }
  const stored = 'reading' in end ? await unpackStatement(end.reading) : null
  return stored ?? { reading: unreadable('too_much_memory'), is_recognized: false }
}
