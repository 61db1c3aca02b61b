import { arrangePages } from '../../core/documents/arrange-pages.ts'
import { readDocumentBytes, saveDocumentCopy, saveOriginal } from '../../core/documents/read-bytes.ts'
import type { SaveFile } from '../../core/ports/files.ts'
import { attachDocuments, cancelAttaching } from '../../core/documents/attach-documents.ts'
import { addChecklistItem, removeChecklistItem, linkDocument } from '../../core/documents/checklist.ts'
import {
  removeDocument,
  restoreDocument,
  setDocumentKind,
  setSentFile,
  setStatementPeriod,
} from '../../core/documents/edit-document.ts'
import type { FileRegistry } from '../../core/documents/file-registry.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import type { Handlers, WithEnvironment } from '../router.ts'

type DocumentHandlers = Pick<Handlers, Extract<keyof Handlers, `documents.${string}` | `checklist.${string}`>>

export interface DocumentHandlerDeps {
  environmentManager: EnvironmentManager
  registry: FileRegistry
  save: SaveFile
}

/** Creates the handlers of documents and of the checklist. */
export function createDocumentHandlers(
  withEnvironment: WithEnvironment,
  { environmentManager, registry, save }: DocumentHandlerDeps,
): DocumentHandlers {
  return {
    'documents.attach': async ({ deal_id, files }) => {
      const opened = await environmentManager.open()
      if (!opened.ok) return opened
      const { context, engine } = opened.value
      const outcomes = await attachDocuments(context, registry, deal_id, files)
      // Start the submission queue, because the new documents may be in it.
      engine.wake()
      return outcomes
    },
    'documents.cancel_attach': async ({ file_id }) => cancelAttaching(file_id),
    'documents.set_kind': ({ document_id, kind }) =>
      withEnvironment((context) => setDocumentKind(context, document_id, kind)),
    'documents.set_period': ({ document_id, period }) =>
      withEnvironment((context) => setStatementPeriod(context, document_id, period)),
    'documents.set_sent_file': ({ document_id, sends_original }) =>
      withEnvironment((context) => setSentFile(context, document_id, sends_original)),
    'documents.read_bytes': ({ document_id, from, length }) =>
      withEnvironment((context) => readDocumentBytes(context, document_id, from, length)),
    'documents.save_copy': ({ document_id }) =>
      withEnvironment((context) => saveDocumentCopy(context, save, document_id)),
    'documents.save_original': (asked) => withEnvironment((context) => saveOriginal(context, save, asked)),
    'documents.arrange': ({ deal_id, ...arrangement }) =>
      withEnvironment((context) => arrangePages(context, deal_id, arrangement)),
    'documents.remove': ({ document_id }) =>
      withEnvironment((context) => removeDocument(context, document_id)),
    'documents.restore': ({ document_id }) =>
      withEnvironment((context) => restoreDocument(context, document_id)),
    'documents.link': ({ document_id, item_id }) =>
      withEnvironment((context) => linkDocument(context, document_id, item_id)),
    'checklist.add': ({ deal_id, label }) =>
      withEnvironment((context) => addChecklistItem(context, deal_id, label)),
    'checklist.remove': ({ deal_id, item_id }) =>
      withEnvironment((context) => removeChecklistItem(context, deal_id, item_id)),
  }
}
