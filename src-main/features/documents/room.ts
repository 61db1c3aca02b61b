import type { documentsContract } from '../../../src-shared/features/documents/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import type { FileRegistry } from '../../platform/ipc/file-registry.ts'
import { attachDocuments, cancelAttaching, type AttachNeeds } from './attach-documents.ts'
import {
  setDocumentKind,
  setStatementPeriod,
  setSentFile,
  removeDocument,
  restoreDocument,
} from './edit-document.ts'
import { readDocumentBytes, saveOriginal } from './read-bytes.ts'
import { arrangePages, type ArrangeNeeds } from './arrange-pages.ts'
import { linkDocument, addChecklistItem, removeChecklistItem } from './checklist.ts'

export function openDocuments(
  context: AttachNeeds & ArrangeNeeds,
  { save, registry, engine }: { save: SaveFile; registry: FileRegistry; engine: { wake(): void } },
): RoomHandlers<typeof documentsContract> {
  return {
    'documents.attach': async ({ deal_id, files }) => {
      const outcomes = await attachDocuments(context, registry, deal_id, files)
      // Start the submission queue, because the new documents may be in it.
      engine.wake()
      return outcomes
    },
    'documents.cancel_attach': async ({ file_id }) => {
      cancelAttaching(file_id)
    },
    'documents.set_kind': async ({ document_id, kind }) => {
      await setDocumentKind(context, document_id, kind)
    },
    'documents.set_period': async ({ document_id, period }) => {
      await setStatementPeriod(context, document_id, period)
    },
    'documents.set_sent_file': async ({ document_id, sends_original }) => {
      await setSentFile(context, document_id, sends_original)
    },
    'documents.read_bytes': ({ document_id, from, length }) =>
      readDocumentBytes(context, document_id, from, length),
    'documents.save_original': (asked) => saveOriginal(context, save, asked),
    'documents.arrange': ({ deal_id, ...arrangement }) => arrangePages(context, deal_id, arrangement),
    'documents.remove': ({ document_id }) => removeDocument(context, document_id),
    'documents.restore': ({ document_id }) => restoreDocument(context, document_id),
    'documents.link': ({ document_id, item_id }) => linkDocument(context, document_id, item_id),
    'checklist.add': ({ deal_id, label }) => addChecklistItem(context, deal_id, label),
    'checklist.remove': ({ deal_id, item_id }) => removeChecklistItem(context, deal_id, item_id),
  }
}
