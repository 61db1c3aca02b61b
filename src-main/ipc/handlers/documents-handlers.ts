import { arrangePages } from '../../core/documents/arrange-pages.ts'
import { readDocumentBytes, saveDocumentCopy } from '../../core/documents/read-bytes.ts'
import type { SaveFile } from '../../core/ports/save-file.ts'
import { attachDocuments, cancelAttaching } from '../../core/documents/attach-documents.ts'
import { addChecklistItem, removeChecklistItem, tieDocument } from '../../core/documents/checklist.ts'
import {
  removeDocument,
  restoreDocument,
  setDocumentKind,
  setStatementPeriod,
} from '../../core/documents/edit-document.ts'
import type { FileRegistry } from '../../core/documents/file-registry.ts'
import type { Office } from '../../core/environments/office.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

type DocumentHandlers = Pick<Handlers, Extract<keyof Handlers, `documents.${string}` | `checklist.${string}`>>

export function createDocumentHandlers(
  within: Within,
  office: Office,
  registry: FileRegistry,
  save: SaveFile,
): DocumentHandlers {
  return {
    'documents.attach': async ({ deal_id, files }) => {
      const opened = await office.open()
      if (!opened.ok) return opened
      const { workspace, engine } = opened.value
      const outcomes = await attachDocuments(workspace, registry, deal_id, files)
      // The documents may have been queued.
      engine.wake()
      return outcomes
    },
    'documents.cancel_attach': async ({ file_id }) => cancelAttaching(file_id),
    'documents.set_kind': ({ document_id, kind }) =>
      within((workspace) => setDocumentKind(workspace, document_id, kind)),
    'documents.set_period': ({ document_id, period }) =>
      within((workspace) => setStatementPeriod(workspace, document_id, period)),
    'documents.read_bytes': ({ document_id, from, length }) =>
      within((workspace) => readDocumentBytes(workspace, document_id, from, length)),
    'documents.save_copy': ({ document_id }) =>
      within((workspace) => saveDocumentCopy(workspace, save, document_id)),
    'documents.arrange': ({ deal_id, ...arrangement }) =>
      within((workspace) => arrangePages(workspace, deal_id, arrangement)),
    'documents.remove': ({ document_id }) => within((workspace) => removeDocument(workspace, document_id)),
    'documents.restore': ({ document_id }) => within((workspace) => restoreDocument(workspace, document_id)),
    'documents.tie': ({ document_id, item_id }) =>
      within((workspace) => tieDocument(workspace, document_id, item_id)),
    'checklist.add': ({ deal_id, label }) =>
      within((workspace) => addChecklistItem(workspace, deal_id, label)),
    'checklist.remove': ({ deal_id, item_id }) =>
      within((workspace) => removeChecklistItem(workspace, deal_id, item_id)),
  }
}
