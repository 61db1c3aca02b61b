import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ENVELOPE_BYTES } from '../../../src-main/platform/vault/documents/document-envelope.ts'

/**
 * Returns functions that list the files in a folder of stored documents. A document consists of two files: a body (the encrypted content)
 * and an envelope (the encrypted key of the body).
 */
export function storedFiles(folder: string) {
  const files = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
  return {
    files,
    envelopes: () => files().filter((path) => statSync(path).size === ENVELOPE_BYTES),
    bodies: () => files().filter((path) => statSync(path).size !== ENVELOPE_BYTES),
  }
}

/** Returns the file of a list that contains only one file. Throws if the list contains several or none. */
export function only(files: string[]): string {
  const [file] = files
  if (file === undefined || files.length > 1) throw new Error(`Expected one file, found ${files.length}.`)
  return file
}
