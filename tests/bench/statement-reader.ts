import { earliestVersion } from '../../src-main/adapters/statements/earlier-version.ts'
import { openPdf } from '../../src-main/adapters/statements/pdf-pages.ts'
import { startRecognizer } from '../../src-main/adapters/statements/recognize.ts'
import { readStatementFile } from '../../src-main/core/statements/read-file.ts'

// The process whose memory the bench `statements` measures. Reads the file that it gets, and answers the most memory that it had, in bytes.
process.once('message', (bytes: Uint8Array) => {
  const source = { open: openPdf, earliestVersion, recognizer: startRecognizer }
  void readStatementFile(bytes, source).then(() => process.send?.(process.resourceUsage().maxRSS * 1024))
})
