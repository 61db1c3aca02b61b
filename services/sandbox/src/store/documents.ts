import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from './database.ts'

export interface Document {
  document_id: string
  application_id: string
  type: string
  file_name: string
  /** Size of the file in bytes. */
  size: number
  sha256: string
  created_at: number
}

/** An uploaded file that arrived completely. Its document does not exist yet. */
export interface IncomingFile {
  path: string
  size: number
  sha256: string
  is_pdf: boolean
}

/**
 * Size in bytes of the start of a file that must contain the PDF marker `%PDF-`. PDF readers also search the first kilobyte, because some
 * PDFs have other bytes before the marker.
 */
const PDF_MARKER_WITHIN = 1024

const COLUMNS = 'document_id, application_id, type, file_name, size, sha256, created_at'

/** Stores uploaded documents: one database row each, and the bytes as a file next to the database. */
export function documentStore(db: Database, folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    /** Streams an upload to disk. Only the current chunk is in memory. */
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

    async discard(file: IncomingFile): Promise<void> {
      await rm(file.path, { force: true })
    },

    findSame(application_id: string, sha256: string): Document | null {
      const select = `SELECT ${COLUMNS} FROM documents WHERE application_id = ? AND sha256 = ?`
      return db.get<Document>(select, application_id, sha256) ?? null
    },

    /** Durably renames an incoming file to its final name. Returns the identifier of the future document. */
    async keep(file: IncomingFile): Promise<string> {
      const document_id = randomUUID()
      await rename(file.path, join(folder, `${document_id}.pdf`))
      await syncFolder(folder)
      return document_id
    },

    /**
     * Inserts the row of a document whose file `keep` has already stored. Storing the file first ensures that no row exists without its
     * file.
     */
    insert(document: Document): void {
      const { document_id, application_id, type, file_name, size, sha256, created_at } = document
      db.run(
        `INSERT INTO documents (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[document_id, application_id, type, file_name, size, sha256, created_at],
      )
    },

    /** Removes a file that `keep` stored. Call this if no document was created for the file. */
    async discardKept(document_id: string): Promise<void> {
      await rm(join(folder, `${document_id}.pdf`), { force: true })
    },

    list(application_id: string): Document[] {
      return db.all<Document>(
        `SELECT ${COLUMNS} FROM documents WHERE application_id = ? ORDER BY number`,
        application_id,
      )
    },

    /** Removes all files that belong to no document. Such files may remain after a crash. */
    sweep(): void {
      const owned = new Set(
        db.all<Document>('SELECT document_id FROM documents').map((row) => `${row.document_id}.pdf`),
      )
      for (const name of readdirSync(folder))
        if (!owned.has(name)) rmSync(join(folder, name), { force: true })
    },
  }
}

/** Syncs a folder to the disk. A rename in the folder is durable only after this. Windows neither needs nor allows this sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}
