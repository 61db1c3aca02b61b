import { failure } from './failure.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

/** Returns an HTML document for printing, without scripts or external content. `title` is plain text; `body` is HTML. */
export function printedPage(language: string, title: string, style: string, body: string): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title><style>
body { font: 10pt/1.45 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', 'Noto Sans', sans-serif; color: #1a1b1e; margin: 0 }
h1 { font-size: 20pt; margin: 0 0 2pt }
${style}</style></head><body>
${body}</body></html>`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Runs `print`. Its exception says nothing that helps a broker. */
export async function printed(print: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await print()
  } catch {
    const { errors, errorsFiles } = messages()
    throw failure('FILE_NOT_WRITTEN', errorsFiles.pdfNotMade, errors.againOrRestart, { retryable: true })
  }
}
