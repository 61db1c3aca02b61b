import { join } from 'node:path'
import type { EventPayload } from '../../../src-shared/app/contract.ts'
import { drop } from '../../platform/base/log-lines.ts'
import type { Emit, Log } from '../../platform/base/system.ts'
import { systemTimers } from '../../platform/base/system-time.ts'
import type { SaveToFolder, FileClipboard, StartDrag } from '../../platform/files/handout.ts'
import { HandOut } from './hand-out.ts'
import { PrivateCopies } from './temporary-copies.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { clipboard, ClipboardItem, nativeImage, type BrowserWindow } from 'electron'
import { propertyList, uriList } from './file-lists.ts'

interface Parts {
  userData: string
  window: Parameters<typeof createStartDrag>[0]
  icons: string
  saveToFolder: SaveToFolder
  log: Log
}

/** Creates what hands documents to other programs, with the decrypted copies that it makes for them. */
export function createHandOut({ userData, window, icons, saveToFolder, log }: Parts) {
  // macOS does not index folders with this suffix, so the search of the system does not find the text of the copies.
  const copies = new PrivateCopies({ folder: join(userData, 'handed-out.noindex'), timers: systemTimers })
  const hear: Emit = (event, payload) => {
    // Another environment is open now. Copies of the old one must not remain.
    if (event === 'environment.changed' && isSwitched(payload)) drop(log, copies.clear())
  }
  const startDrag = createStartDrag(window, icons)
  return { copies, hear, handOut: new HandOut({ copies, startDrag, fileClipboard, saveToFolder }) }
}

const isSwitched = (payload: unknown): boolean => (payload as EventPayload<'environment.changed'>).switched

/**
 * Puts files on the clipboard. Electron has no function for this, so each system gets the format that its programs read:
 * - Linux: `text/uri-list`, which file managers, browsers, and mail programs read.
 * - macOS: `NSFilenamesPboardType`, a property list of paths.
 * - Windows: `CF_HDROP`, which only a system program can write. Windows PowerShell is a part of Windows.
 */
const fileClipboard: FileClipboard = {
  isOffered: ['linux', 'darwin', 'win32'].includes(process.platform),
  async write(paths) {
    try {
      if (process.platform === 'win32') return await writeOnWindows(paths)
      if (process.platform === 'darwin') await writeRaw('NSFilenamesPboardType', propertyList(paths))
      else await writeRaw('text/uri-list', uriList(paths))
      return true
    } catch {
      // The caller tells the broker, and offers to save the files instead.
      return false
    }
  },
}

/** Writes one format of the operating system. Electron 33, which runs the tests, has no `ClipboardItem`, and newer versions no `writeBuffer`. */
async function writeRaw(format: string, content: string): Promise<void> {
  const older = clipboard as unknown as { writeBuffer?: (format: string, content: Buffer) => void }
  if (older.writeBuffer !== undefined) return older.writeBuffer(format, Buffer.from(content))
  const type = `electron application/osclipboard;format="${format}"`
  await clipboard.write([new ClipboardItem({ [type]: new Blob([content]) })])
}

const LONGEST_MS = 15_000
/** The command gets the paths in a variable of its environment, so that no path is a part of its code. No Windows path contains `|`. */
const COMMAND = `Set-Clipboard -LiteralPath ($env:FUNDING_DESK_FILES -split '\\|')`

async function writeOnWindows(paths: readonly string[]): Promise<boolean> {
  const program = join(
    process.env['SystemRoot'] ?? String.raw`C:\Windows`,
    'System32',
    'WindowsPowerShell',
    'v1.0',
    'powershell.exe',
  )
  await promisify(execFile)(program, ['-NoProfile', '-NonInteractive', '-Command', COMMAND], {
    env: { ...process.env, FUNDING_DESK_FILES: paths.join('|') },
    timeout: LONGEST_MS,
    windowsHide: true,
  })
  return true
}

const ICON_SIZE = 48

/** Starts drags out of the app's windows. `icons` is the folder with the app's icons. */
function createStartDrag(window: () => BrowserWindow | null, icons: string): StartDrag {
  let icon: Electron.NativeImage | null = null
  return (paths) => {
    const page = window()?.webContents
    const [file] = paths
    if (page === undefined || page.isDestroyed() || file === undefined) return false
    icon ??= nativeImage.createFromPath(join(icons, 'app.png')).resize({ width: ICON_SIZE })
    try {
      page.startDrag({ file, files: [...paths], icon })
      return true
    } catch {
      // The caller tells the broker that no drag started.
      return false
    }
  }
}
