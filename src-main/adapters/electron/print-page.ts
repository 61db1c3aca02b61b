import { BrowserWindow } from 'electron'
import type { PrintPage } from '../../core/ports/print-page.ts'

/** A page that is not printed by then is not going to be. */
const LONGEST_MS = 20_000

/**
 * Prints in a hidden page of its own: sandboxed, without scripts, in a session that is forgotten and in which nothing is
 * fetched. Chromium embeds the letters it uses, so that any script is written as it is.
 */
export const printPage: PrintPage = async (html) => {
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: false,
      partition: 'print',
    },
  })
  const { webContents } = window
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  webContents.session.setPermissionRequestHandler((_, __, decide) => decide(false))
  webContents.session.setPermissionCheckHandler(() => false)
  webContents.session.webRequest.onBeforeRequest(({ url }, decide) =>
    decide({ cancel: !url.startsWith('data:') }),
  )
  const limit = setTimeout(() => window.destroy(), LONGEST_MS)
  try {
    await webContents.loadURL(`data:text/html;charset=utf-8;base64,${Buffer.from(html).toString('base64')}`)
    return await webContents.printToPDF({
      pageSize: 'Letter',
      printBackground: true,
      margins: { top: 0.6, bottom: 0.6, left: 0.65, right: 0.65 },
    })
  } finally {
    clearTimeout(limit)
    if (!window.isDestroyed()) window.destroy()
  }
}
