import { BrowserWindow, type WebContents } from 'electron'

/** A page that takes longer hangs. */
const LONGEST_MS = 20_000

/**
 * Runs work in a hidden, sandboxed page with `html`, in a separate in-memory session. The page has no permissions, loads nothing, and
 * closes after the work.
 */
export async function withHiddenPage<T>(
  { partition, html, javascript }: { partition: string; html: string; javascript: boolean },
  work: (page: WebContents) => Promise<T>,
): Promise<T> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript, partition },
  })
  const { webContents } = window
  const { session } = webContents
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  session.setPermissionRequestHandler((_, __, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !url.startsWith('data:') }))
  const limit = setTimeout(() => window.destroy(), LONGEST_MS)
  try {
    await webContents.loadURL(`data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`)
    return await work(webContents)
  } finally {
    clearTimeout(limit)
    if (!window.isDestroyed()) window.destroy()
  }
}
