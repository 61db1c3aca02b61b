import { readable, writeAtomically, type WritePiece } from './write-atomically.ts'
import type { ZipFile } from './ports.ts'

/** Writes a zip with only a few chunks in memory. After a failure, there is no temporary file, and the existing file is unchanged. */
export function writeZip(path: string, files: AsyncIterable<ZipFile>): Promise<void> {
  return writeAtomically(path, (write) => pack(files, write), 0o600)
}

async function pack(files: AsyncIterable<ZipFile>, write: WritePiece): Promise<void> {
  // Loaded only here, because the library computes its tables when it is loaded, which would delay the start.
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate')
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    ready.push(bytes)
  })
  const drain = async () => {
    // Writes the chunks one after another, in their order.
    for (let bytes = ready.shift(); bytes !== undefined; bytes = ready.shift()) await write(bytes)
  }
  for await (const { name, at, open: openFile } of files) {
    const content = await openFile()
    // A PDF is already compressed, so store it without compression.
    const entry = name.endsWith('.pdf') ? new ZipPassThrough(name) : new ZipDeflate(name)
    entry.mtime = new Date(at)
    zip.add(entry)
    for await (const chunk of readable(content, name)) {
      entry.push(chunk)
      await drain()
    }
    entry.push(new Uint8Array(), true)
    await drain()
  }
  zip.end()
  await drain()
}

/** Creates a zip of text files. The keys of `files` are the file names. */
export async function zipTexts(files: Record<string, string>): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate')
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}
