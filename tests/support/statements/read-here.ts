import { earlierVersions } from '../../../src-main/features/statement-reader/earlier-version.ts'
import { sourceFiles } from '../../../build/statements/source-reader.ts'
import { openPdf } from '../../../src-main/features/statement-reader/pdf-pages.ts'
import { readStatementFile } from '../../../src-main/features/statement-reader/read-file.ts'
import type { StatementReading } from '../../../src-shared/features/statements/statement.ts'

const source = {
  open: (bytes: Uint8Array) => openPdf(bytes, sourceFiles().parts),
  earlierVersions,
  recognizer: () => Promise.reject(new Error('These files need no recognition of text.')),
}

/** Reads a file of statements with text in this process, which is faster than in a process of its own. */
export const readHere = (bytes: Uint8Array): Promise<StatementReading> =>
  readStatementFile(new Uint8Array(bytes), source)

/** The verdict and the details of a reading in one line. */
export const summaryOf = ({ verdict, findings }: StatementReading): string =>
  `${verdict}: ${findings.map(({ detail }) => detail).join()}`
