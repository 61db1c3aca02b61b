/*
 * What pdfjs needs for some documents, from the app's own files: character maps, the fonts that every reader knows, and the
 * decoders of pictures. Each is fetched when a document needs it. Its JavaScript interpreter is left out: scripts in PDFs never run.
 */
const files: Record<string, string> = Object.fromEntries(
  Object.entries({
    ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
    ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
    ...import.meta.glob<string>('../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm', {
      query: '?url&no-inline',
      import: 'default',
      eager: true,
    }),
  }).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
)

/** Gives pdfjs its parts by name. */
export class PdfParts {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = files[filename]
    if (url === undefined) throw new Error(`pdfjs asked for an unknown part: ${filename}`)
    const answer = await fetch(url)
    return new Uint8Array(await answer.arrayBuffer())
  }
}
