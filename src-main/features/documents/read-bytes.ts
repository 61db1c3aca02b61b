import { must, Failure, failure } from '../../platform/base/failure.ts'
import { buffer } from 'node:stream/consumers'
import { appError } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { legalFileName } from '../../../src-shared/platform/base/file-name.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import type { DocumentStore } from '../../platform/vault/documents/encrypted-document-store.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import type { DealDocument } from '../../../src-shared/features/documents/document.ts'

/**
 * Reads a range of a stored document's bytes. Decrypts them only in memory. At the end of the document, returns fewer bytes than requested.
 */
export async function readDocumentBytes(
  context: Pick<Platform, 'vault' | 'documents'>,
  document_id: string,
  from: number,
  length: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer> }> {
  const document = await attachedDocument(context, document_id)
  return { bytes: await context.documents.read(document.sha256, from, length) }
}

/** Saves one of the files from which the document was made, at a path that the broker picks. `index` counts them from 0. */
export async function saveOriginal(
  context: Pick<Platform, 'vault' | 'documents'>,
  save: SaveFile,
  { document_id, index }: { document_id: string; index: number },
): Promise<{ saved_as: string | null }> {
  const document = await attachedDocument(context, document_id)
  const original = document.originals?.[index]
  if (original === undefined)
    throw failure('FILE_NOT_FOUND', msg.errors.documentGone, msg.errors.openDealAgain)
  const bytes = await wholeDocument(context.documents, original.sha256)
  return save({ name: legalFileName(original.name), kind: original.type }, bytes)
}

/** Returns all bytes of a stored file. Fails if one of them was changed. */
export async function wholeDocument(documents: Pick<DocumentStore, 'open'>, sha256: string): Promise<Buffer> {
  const opened = must(await documents.open(sha256))
  try {
    return await buffer(opened)
  } catch {
    // The stream says only that a byte was changed.
    throw new Failure(notGenuine())
  }
}

/** Returns a stored document, or fails with `FILE_NOT_FOUND` if it was removed. */
export async function attachedDocument(
  { vault }: Pick<Platform, 'vault'>,
  document_id: string,
): Promise<DealDocument> {
  const found = await vault.getDocument(document_id)
  if (found === null) throw failure('FILE_NOT_FOUND', msg.errors.documentGone, msg.errors.openDealAgain)
  return found
}

/** Creates the error for a stored file whose content is not that of the attached document. */
export function notGenuine() {
  return appError('FILE_DAMAGED', msg.errorsFiles.copyDamaged, msg.errorsFiles.attachAgainOrRestore)
}
