import { ok } from '../../../src-shared/errors.ts'
import { duplicateDeal } from '../../core/drafts/duplicate-deal.ts'
import { saveDraft } from '../../core/drafts/edit-draft.ts'
import { removeUnfit, settleAside } from '../../core/drafts/settle-values.ts'
import { redoChange, undoChange } from '../../core/drafts/undo-draft.ts'
import { exportDraft, exportTemplate } from '../../core/import/export-draft.ts'
import type { SaveFile } from '../../core/ports/save-file.ts'
import type { SavePieces } from '../../core/pipeline/export-deals.ts'
import type { ImportDesk } from '../../core/import/import-drafts.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

export interface DraftDoors {
  importDesk: ImportDesk
  save: SaveFile
  savePieces: SavePieces
  openWindow(deal_id: string): void
}

type DraftHandlers = Pick<
  Handlers,
  Extract<keyof Handlers, `drafts.${string}`> | 'deals.duplicate' | 'deals.open_window'
>

export function createDraftHandlers(
  within: Within,
  { importDesk, save, openWindow }: DraftDoors,
): DraftHandlers {
  return {
    'deals.duplicate': ({ deal_id, with_documents }) =>
      within((workspace) => duplicateDeal(workspace, deal_id, with_documents)),
    'deals.open_window': async ({ deal_id }) => {
      openWindow(deal_id)
      return ok({})
    },
    'drafts.save': ({ edits, ...origin }) => within((workspace) => saveDraft(workspace, origin, edits)),
    'drafts.undo': (origin) => within((workspace) => undoChange(workspace, origin)),
    'drafts.redo': (origin) => within((workspace) => redoChange(workspace, origin)),
    'drafts.settle_aside': ({ aside_id, use, ...origin }) =>
      within((workspace) => settleAside(workspace, origin, { aside_id, use })),
    'drafts.remove_unfit': ({ path, ...origin }) =>
      within((workspace) => removeUnfit(workspace, origin, path)),
    'drafts.preview_import': (asked) => within((workspace) => importDesk.preview(workspace, asked)),
    'drafts.import': (chosen) => within((workspace) => importDesk.create(workspace, chosen)),
    // Uses `within` like the calls it cancels, so that it never overtakes them.
    'drafts.cancel_import': ({ import_id }) =>
      within(async () => {
        importDesk.cancel(import_id)
        return ok({})
      }),
    'drafts.save_template': () => within((workspace) => exportTemplate(workspace, save)),
    'drafts.export': (wish) => within((workspace) => exportDraft(workspace, save, wish)),
  }
}
