import { BrowserWindow, type WebContents } from 'electron'
import type { PrintOnPaper, PrintPage } from '../files/ports.ts'

/**
 * Prints HTML to a PDF in a hidden page without scripts. Chromium embeds the fonts in the PDF, so that every writing system prints
 * correctly.
 */
export const printPage: PrintPage = (html, footer) =>
  withHiddenPage({ partition: 'print', html, javascript: false }, (page) =>
    page.printToPDF({
      pageSize: 'Letter',
      printBackground: true,
      ...(footer === undefined
        ? {}
        : { displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: footer }),
      margins: { top: 0.6, bottom: 0.6, left: 0.65, right: 0.65 },
    }),
  )

/** Shows the system's print dialog for HTML in a hidden page without scripts. The page waits for the user in the dialog. */
export const printOnPaper: PrintOnPaper = (html) =>
  withHiddenPage(
    { partition: 'print', html, javascript: false, longestMs: LONGEST_DIALOG_MS },
    (page) =>
      new Promise((resolve) => {
        page.once('destroyed', () => resolve('failed'))
        page.print({ printBackground: true, pageSize: 'Letter' }, (done, reason) =>
          // Chromium reports a canceled dialog as a failure, with one of these reasons.
          resolve(done ? 'printed' : /cancel/i.test(reason) ? 'cancelled' : 'failed'),
        )
      }),
  )

/** Time limit in milliseconds for a print dialog. */
const LONGEST_DIALOG_MS = 600_000

/**
 * Time limit in milliseconds for a page. A page that takes longer has probably stopped responding. A long proof of submission takes seconds
 * per thousand entries, and more on a busy computer.
 */
const LONGEST_MS = 120_000

/** URL scheme of the hidden pages. A `data:` address would limit a page to 2 MB. */
const SCHEME = 'hidden-page'
/** The HTML of each hidden page that is open, by its address. */
const pages = new Map<string, string>()
let opened = 0
const windows = new Set<BrowserWindow>()

/** Ends the processes of all hidden pages, because they contain data of the office. The work that uses them fails. */
export function closeHiddenPages(): void {
  for (const window of windows) if (!window.isDestroyed()) window.destroy()
}

interface HiddenPage {
  partition: string
  html: string
  javascript: boolean
  longestMs?: number
}

/**
 * Loads `html` in a hidden, sandboxed page with a separate in-memory session, and runs `work` with this page. The page has no permissions
 * and loads nothing else. It closes after `work` has ended.
 */
export async function withHiddenPage<T>(
  { partition, html, javascript, longestMs = LONGEST_MS }: HiddenPage,
  work: (page: WebContents) => Promise<T>,
): Promise<T> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, javascript, partition },
  })
  windows.add(window)
  const { webContents } = window
  const { session } = webContents
  const address = `${SCHEME}:/${++opened}`
  pages.set(address, html)
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
  session.setPermissionRequestHandler((_, __, decide) => decide(false))
  session.setPermissionCheckHandler(() => false)
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !pages.has(url) }))
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  if (!session.protocol.isProtocolHandled(SCHEME))
    session.protocol.handle(SCHEME, ({ url }) => new Response(pages.get(url), { headers }))
  const limit = setTimeout(() => window.destroy(), longestMs)
  try {
    await webContents.loadURL(address)
    return await work(webContents)
  } finally {
    clearTimeout(limit)
    pages.delete(address)
    windows.delete(window)
    if (!window.isDestroyed()) window.destroy()
  }
}
