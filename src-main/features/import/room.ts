import type { importContract } from '../../../src-shared/features/import/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'
import type { DraftImport } from '../../core/import/import-drafts.ts'
import type { SaveFile } from '../../core/ports/files.ts'
import { ok } from '../../../src-shared/errors.ts'
import { exportTemplate, exportDraft } from '../../core/import/export-draft.ts'

export function openImport(
  context: EnvironmentContext,
  { draftImport, save }: { draftImport: DraftImport; save: SaveFile },
): Room<typeof importContract> {
  return {
    handlers: {
      'drafts.preview_import': (asked) => draftImport.preview(context, asked),
      'drafts.change_import': (asked) => draftImport.change(context, asked),
      'drafts.import': (chosen) => draftImport.create(context, chosen),
      'drafts.cancel_import': async ({ import_id }) => {
        draftImport.cancel(import_id)
        return ok({})
      },
      'drafts.save_template': () => exportTemplate(context, save),
      'drafts.export': (options) => exportDraft(context, save, options),
    },
  }
}
