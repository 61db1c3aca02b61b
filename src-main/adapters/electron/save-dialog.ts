import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'

const KINDS = { pdf: 'PDF document', json: 'JSON file', csv: 'CSV file', zip: 'Zip file' }

/** Asks in the system's own dialog where to save, and writes. The path stays in main. */
export async function saveWithDialog(
  window: BrowserWindow | null,
  { name, kind }: { name: string; kind: keyof typeof KINDS },
  content: Uint8Array,
): Promise<Result<{ saved_as: string | null }>> {
  const options = {
    defaultPath: join(app.getPath('documents'), name),
    filters: [{ name: KINDS[kind], extensions: [kind] }],
  }
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  if (canceled || filePath === '') return ok({ saved_as: null })
  try {
    await writeFile(filePath, content)
    return ok({ saved_as: basename(filePath) })
  } catch {
    return fail(
      appError(
        'FILE_NOT_WRITTEN',
        'The file could not be saved there.',
        'Choose another folder and try again.',
      ),
    )
  }
}
