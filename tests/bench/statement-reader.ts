import { sourceFiles } from '../../build/statements/source-reader.ts'
import { earlierVersions } from '../../src-main/features/statement-reader/earlier-version.ts'
import { openPdf } from '../../src-main/features/statement-reader/pdf-pages.ts'
import { startRecognizer } from '../../src-main/features/statement-reader/recognize.ts'
import { readStatementFile } from '../../src-main/features/statement-reader/read-file.ts'

// The reading process of the bench `statements`. Answers each file with its reading, and the most memory that it ever had, in bytes.
const source = {
  open: (bytes: Uint8Array) => openPdf(bytes, sourceFiles().parts),
  earlierVersions,
  recognizer: () => startRecognizer(sourceFiles().recognition),
}
process.on('message', (bytes: Uint8Array) => {
  void readStatementFile(bytes, source).then((reading) =>
    process.send?.({ reading, memory: process.resourceUsage().maxRSS * 1024 }),
  )
})
