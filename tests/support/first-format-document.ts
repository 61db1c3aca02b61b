import { mkdirSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { CHUNK_BYTES, fileKey, newSalt, seal } from '../../src-main/adapters/documents/encrypted-chunks.ts'
import { documentPlace, documentsKey } from '../../src-main/adapters/documents/envelope-files.ts'

/** Stores a document in the app's first file format: one file, without a separate key for the document. Returns its path and SHA-256. */
export function writeFirstFormat(folder: string, vaultKey: Buffer, content: Buffer) {
  const sha256 = createHash('sha256').update(content).digest('hex')
  const key = documentsKey(vaultKey)
  const path = join(folder, documentPlace(key, sha256))
  const salt = newSalt()
  const chunks = [Buffer.from('FundingDeskDoc 1\n'), salt]
  const last = Math.max(0, Math.ceil(content.length / CHUNK_BYTES) - 1)
  for (let index = 0; index <= last; index++)
    chunks.push(
      seal(
        fileKey(key, salt, 'funding-desk document'),
        index,
        index === last,
        content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
      ),
    )
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, Buffer.concat(chunks))
  return { path, sha256 }
}
