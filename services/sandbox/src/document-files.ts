import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Store } from './store.ts'

/** An uploaded file that arrived completely. Its document does not exist yet. */
export interface IncomingFile {
  path: string
  size: number
  sha256: string
  is_pdf: boolean
}

/** PDF readers also search the first kilobyte for the marker, because some PDFs have other bytes before it. */
const PDF_MARKER_WITHIN = 1024

export type DocumentFiles = ReturnType<typeof openDocumentFiles>

/** Stores the bytes of documents as files in `folder`. Removes files that belong to no document, which may remain after a crash. */
export function openDocumentFiles(folder: string, { documents }: Store) {
  const fileOf = (document_id: string) => join(folder, `${document_id}.pdf`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const owned = new Set(documents.list().map(({ document_id }) => fileOf(document_id)))
  for (const name of readdirSync(folder))
    if (!owned.has(join(folder, name))) rmSync(join(folder, name), { force: true })

  return {
    async receive(stream: Readable): Promise<IncomingFile> {
      const path = join(folder, `${randomUUID()}.part`)
      const hash = createHash('sha256')
      let size = 0
      let head = Buffer.alloc(0)
      try {
        await pipeline(
          stream,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk)
              size += chunk.length
              if (head.length < PDF_MARKER_WITHIN)
                head = Buffer.concat([head, chunk.subarray(0, PDF_MARKER_WITHIN)])
              yield chunk
            }
          },
          createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
        )
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      const is_pdf = head.subarray(0, PDF_MARKER_WITHIN).includes('%PDF-')
      return { path, size, sha256: hash.digest('hex'), is_pdf }
    },

    /** Durably gives a file its final name. Do this before its document is stored, so that no document lacks its file. */
    async keep(file: IncomingFile): Promise<{ document_id: string; discard: () => Promise<void> }> {
      const document_id = randomUUID()
      await rename(file.path, fileOf(document_id))
      await syncFolder(folder)
      return { document_id, discard: () => rm(fileOf(document_id), { force: true }) }
    },

    discard: (file: IncomingFile): Promise<void> => rm(file.path, { force: true }),
  }
}

/** Syncs a folder to the disk. A rename in the folder is durable only after this. Windows neither needs nor allows this sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
