import { join } from 'node:path'
import { nativeImage, type BrowserWindow } from 'electron'
import type { StartDrag } from '../../platform/files/handout.ts'

const ICON_SIZE = 48

/** Starts drags out of the app's windows. `icons` is the folder with the app's icons. */
export function createStartDrag(window: () => BrowserWindow | null, icons: string): StartDrag {
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
      return false
    }
  }
}
