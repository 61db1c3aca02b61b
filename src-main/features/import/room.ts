import type { importContract } from '../../../src-shared/features/import/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { DraftImport, ImportNeeds } from './import-drafts.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import { exportTemplate, exportDraft } from './export-draft.ts'

export function openImport(
  context: ImportNeeds,
  { draftImport, save }: { draftImport: DraftImport; save: SaveFile },
): RoomHandlers<typeof importContract> {
  return {
    'drafts.preview_import': (asked) => draftImport.preview(context, asked),
    'drafts.change_import': (asked) => draftImport.change(context, asked),
    'drafts.import': (chosen) => draftImport.create(context, chosen),
    'drafts.cancel_import': async ({ import_id }) => {
      draftImport.cancel(import_id)
    },
    'drafts.save_template': () => exportTemplate(context, save),
    'drafts.export': (options) => exportDraft(context, save, options),
  }
}
