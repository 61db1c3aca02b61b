import { deflateSync } from 'node:zlib'
import { pdf, stream } from '../raw-pdf.ts'

/** Creates malicious PDFs that are meant to keep a PDF parser busy forever or to exhaust its memory. Returns them by file name. */
export function hostilePdfs(): Record<string, Buffer> {
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>'
  const oneSheet = (contents: string | Buffer) => [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    page,
    contents,
  ]
  const text = 'BT /F1 9 Tf (x) Tj ET '
  return {
    'pages that are their own parents': pdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1>>',
    ]),
    'two billion pages': pdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 2000000000>>',
      page,
      stream(Buffer.from(text)),
    ]),
    'a form that draws itself': pdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>>>',
      stream(Buffer.from('/A Do '.repeat(20))),
      stream(
        Buffer.from('/A Do '.repeat(20)),
        '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A 5 0 R>>>>',
      ),
    ]),
    'forms that draw each other ten times, ten deep': pdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</XObject<</A 5 0 R>>>>>>',
      stream(Buffer.from('/A Do')),
      ...Array.from({ length: 10 }, (_, i) =>
        stream(
          Buffer.from('/A Do '.repeat(10)),
          `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</A ${i + 6} 0 R>>>>`,
        ),
      ),
      stream(Buffer.from(text)),
    ]),
    'a stream that expands to 300 MB': pdf(
      oneSheet(stream(deflateSync(Buffer.alloc(300_000_000, text)), '/Filter/FlateDecode')),
    ),
    'thousands of separators between two dates': pdf(
      oneSheet(stream(Buffer.from(`BT /F1 0.001 Tf (01/01/2026${','.repeat(15_000)} x 01/31/2026) Tj ET`))),
    ),
    'packed fifty times': pdf(oneSheet(stream(Buffer.alloc(10), `/Filter[${'/FlateDecode'.repeat(50)}]`))),
    'lists nested a hundred thousand deep': pdf(oneSheet('['.repeat(100_000))),
    'a table of contents that links to itself': Buffer.from(
      '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Root 1 0 R/Prev 9>>\nstartxref\n9\n%%EOF',
    ),
    'a million objects': Buffer.from(
      `%PDF-1.7\n${Array.from({ length: 300_000 }, (_, i) => `${i} 0 obj<<>>endobj`).join('\n')}`,
    ),
  }
}
