import { appError, fail, ok } from '../../../src-shared/errors.ts'
import { addNote, pageOfTimeline } from '../../core/drafts/deal-timeline.ts'
import { createDraft, duplicateDeal } from '../../core/drafts/create-draft.ts'
import { viewDeal } from '../../core/drafts/deal-view.ts'
import { redoChange, revealValue, saveDraft, trashDeal, undoChange } from '../../core/drafts/edit-draft.ts'
import { msg } from '../../../src-shared/messages/msg.ts'
import { savePackage } from '../../core/package/save-package.ts'
import type { SaveFile, SaveZip } from '../../core/ports/files.ts'
import { exportProof, type ProofExport, type ProofPrinter } from '../../core/proof/export-proof.ts'
import type { ScreenGuard, TemporaryClipboard } from '../../core/privacy/privacy.ts'
import type { dealContract } from '../../../src-shared/ipc/deal-contract.ts'
import type { Handlers, WithEnvironment } from '../router.ts'
import { discardOrphan, settleOrphan } from '../../core/drafts/orphaned-values.ts'
import { exportDraft, exportTemplate } from '../../core/import/export-draft.ts'
import type { DraftImport } from '../../core/import/import-drafts.ts'

export interface DealHandlerDeps {
  guard: ScreenGuard
  temporaryClipboard: TemporaryClipboard
  printer: ProofPrinter
  proof: ProofExport
  saveZip: SaveZip
  draftImport: DraftImport
  save: SaveFile
  openWindow(deal_id: string): void
}

function notCopied() {
  return appError('CLIPBOARD_UNAVAILABLE', msg.errors.notCopied, msg.errors.tryCopyAgain, {
    retryable: true,
  })
}

type DealHandlers = Omit<
  Pick<Handlers, keyof typeof dealContract>,
  Extract<keyof Handlers, `documents.${string}` | `checklist.${string}`>
>

/** Creates the handlers of a deal: its draft, its values, its timeline. */
export function createDealHandlers(
  withEnvironment: WithEnvironment,
  { guard, temporaryClipboard, printer, saveZip, proof, draftImport, save, openWindow }: DealHandlerDeps,
): DealHandlers {
  return {
    'deals.create': () =>
      withEnvironment(async (context) => {
        const created = await createDraft(context)
        return created.ok ? viewDeal(context, created.value) : created
      }),
    'deals.get': ({ deal_id }) => withEnvironment((context) => viewDeal(context, deal_id)),
    'deals.delete': ({ deal_id }) => withEnvironment((context) => trashDeal(context, deal_id, true)),
    'deals.restore': ({ deal_id }) => withEnvironment((context) => trashDeal(context, deal_id, false)),
    'deals.add_note': ({ deal_id, text }) => withEnvironment((context) => addNote(context, deal_id, text)),
    'deals.reveal': ({ deal_id, path, window_id }) =>
      withEnvironment(async (context) => {
        const revealed = await revealValue(context, deal_id, path)
        // Protect the windows from screenshots before the page gets the value.
        if (revealed.ok) guard.shown(window_id)
        return revealed
      }),
    'deals.copy_value': ({ deal_id, path }) =>
      withEnvironment(async (context) => {
        const revealed = await revealValue(context, deal_id, path)
        if (!revealed.ok) return revealed
        return (await temporaryClipboard.copy(revealed.value.value)) ? ok({}) : fail(notCopied())
      }),
    'screen.shown': async ({ window_id, shown }) => {
      if (shown) guard.shown(window_id)
      else guard.hidden(window_id)
      return ok({})
    },
    'deals.save_package': (options) =>
      withEnvironment((context) => savePackage(context, { printer, saveZip }, options)),
    'proof.export': ({ deal_id, as }) =>
      withEnvironment((context) => exportProof(context, proof, deal_id, as)),
    'timeline.list': ({ deal_id, filter, before }) =>
      withEnvironment((context) => pageOfTimeline(context, deal_id, { filter, before })),

    'deals.duplicate': ({ deal_id, with_documents }) =>
      withEnvironment((context) => duplicateDeal(context, deal_id, with_documents)),
    'deals.open_window': async ({ deal_id }) => {
      openWindow(deal_id)
      return ok({})
    },
    'drafts.save': ({ edits, ...origin }) => withEnvironment((context) => saveDraft(context, origin, edits)),
    'drafts.undo': (origin) => withEnvironment((context) => undoChange(context, origin)),
    'drafts.redo': (origin) => withEnvironment((context) => redoChange(context, origin)),
    'drafts.settle_orphan': ({ orphan_id, use, ...origin }) =>
      withEnvironment((context) => settleOrphan(context, origin, { orphan_id, use })),
    'drafts.discard_orphan': ({ path, ...origin }) =>
      withEnvironment((context) => discardOrphan(context, origin, path)),
    'drafts.preview_import': (asked) => withEnvironment((context) => draftImport.preview(context, asked)),
    'drafts.change_import': (asked) => withEnvironment((context) => draftImport.change(context, asked)),
    'drafts.import': (chosen) => withEnvironment((context) => draftImport.create(context, chosen)),
    // Wait for the environment, as the handlers of the preview and the import do. Otherwise, the cancellation could run before the preview
    // or import that it should cancel.
    'drafts.cancel_import': ({ import_id }) =>
      withEnvironment(async () => {
        draftImport.cancel(import_id)
        return ok({})
      }),
    'drafts.save_template': () => withEnvironment((context) => exportTemplate(context, save)),
    'drafts.export': (options) => withEnvironment((context) => exportDraft(context, save, options)),
  }
}
