import { ok } from '../../../src-shared/errors.ts'
import { duplicateDeal } from '../../core/drafts/duplicate-deal.ts'
import { saveDraft } from '../../core/drafts/edit-draft.ts'
import { discardOrphan, settleOrphan } from '../../core/drafts/orphaned-values.ts'
import { redoChange, undoChange } from '../../core/drafts/undo-draft.ts'
import { exportDraft, exportTemplate } from '../../core/import/export-draft.ts'
import type { SaveFile } from '../../core/ports/save-file.ts'
import type { SavePieces } from '../../core/pipeline/export-deals.ts'
import type { DraftImport } from '../../core/import/import-drafts.ts'
import type { Handlers } from '../router.ts'
import type { WithEnvironment } from './with-environment.ts'

export interface DraftHandlerDeps {
  draftImport: DraftImport
  save: SaveFile
  savePieces: SavePieces
  openWindow(deal_id: string): void
}

type DraftHandlers = Pick<
  Handlers,
  Extract<keyof Handlers, `drafts.${string}`> | 'deals.duplicate' | 'deals.open_window'
>

export function createDraftHandlers(
  withEnvironment: WithEnvironment,
  { draftImport, save, openWindow }: DraftHandlerDeps,
): DraftHandlers {
  return {
    'deals.duplicate': ({ deal_id, with_documents }) =>
      withEnvironment((context) => duplicateDeal(context, deal_id, with_documents)),
    'deals.open_window': async ({ deal_id }) => {
      openWindow(deal_id)
      return ok({})
    },
    'drafts.save': ({ edits, ...origin }) => withEnvironment((context) => saveDraft(context, origin, edits)),
    'drafts.undo': (origin) => withEnvironment((context) => undoChange(context, origin)),
    'drafts.redo': (origin) => withEnvironment((context) => redoChange(context, origin)),
    'drafts.settle_orphan': ({ aside_id, use, ...origin }) =>
      withEnvironment((context) => settleOrphan(context, origin, { aside_id, use })),
    'drafts.discard_orphan': ({ path, ...origin }) =>
      withEnvironment((context) => discardOrphan(context, origin, path)),
    'drafts.preview_import': (asked) => withEnvironment((context) => draftImport.preview(context, asked)),
    'drafts.import': (chosen) => withEnvironment((context) => draftImport.create(context, chosen)),
    // Uses `within` like the calls it cancels, so that it never overtakes them.
    'drafts.cancel_import': ({ import_id }) =>
      withEnvironment(async () => {
        draftImport.cancel(import_id)
        return ok({})
      }),
    'drafts.save_template': () => withEnvironment((context) => exportTemplate(context, save)),
    'drafts.export': (options) => withEnvironment((context) => exportDraft(context, save, options)),
  }
}
