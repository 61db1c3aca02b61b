import { open, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import type { ZipFile } from '../../core/ports/package-export.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'

type Kind = 'pdf' | 'json' | 'csv' | 'zip'

/** Asks in the system's own dialog where to save, and writes. The path stays in main. */
export async function saveWithDialog(
  window: BrowserWindow | null,
  { name, kind }: { name: string; kind: Kind },
  content: Uint8Array,
): Promise<Result<{ saved_as: string | null }>> {
  const filePath = await askWhere(window, name, kind)
  if (filePath === null) return ok({ saved_as: null })
  try {
    await writeFile(filePath, content)
    return ok({ saved_as: basename(filePath) })
  } catch {
    return notWritten()
  }
}

/** The same for what is never whole in memory: it is written beside, and takes its place once it is complete. */
export async function savePiecesWithDialog(
  window: BrowserWindow | null,
  { name, kind }: { name: string; kind: Kind },
  pieces: AsyncIterable<Result<string>>,
): Promise<Result<{ saved_as: string | null }>> {
  const filePath = await askWhere(window, name, kind)
  if (filePath === null) return ok({ saved_as: null })
  const beside = `${filePath}.part`
  try {
    const file = await open(beside, 'w')
    try {
      for await (const piece of pieces) {
        if (!piece.ok) {
          await rm(beside, { force: true })
          return piece
        }
        await file.writeFile(piece.value)
      }
    } finally {
      await file.close()
    }
    await rename(beside, filePath)
    return ok({ saved_as: basename(filePath) })
  } catch {
    await rm(beside, { force: true }).catch(() => {})
    return notWritten()
  }
}

/** Null when the user thought better of it. */
async function askWhere(window: BrowserWindow | null, name: string, kind: Kind): Promise<string | null> {
  const options = {
    defaultPath: join(app.getPath('documents'), name),
    filters: [{ name: words().notifications[kind], extensions: [kind] }],
  }
  const { canceled, filePath } = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  return canceled || filePath === '' ? null : filePath
}

function notWritten(): Result<never> {
  return fail(appError('FILE_NOT_WRITTEN', words().errors.notSavedThere, words().errors.otherFolder))
}

/** Asks where to save, and writes a zip as its files come. */
export async function saveZipWithDialog(
  window: BrowserWindow | null,
  name: string,
  files: AsyncIterable<ZipFile>,
): Promise<Result<{ saved_as: string | null }>> {
  const path = await askWhere(window, name, 'zip')
  if (path === null) return ok({ saved_as: null })
  const { writeZip } = await import('../files/zip-file.ts')
  const written = await writeZip(path, files)
  return written.ok ? ok({ saved_as: basename(path) }) : written
}
