import { BrowserWindow, nativeTheme, session } from 'electron'
import type { ClickTarget } from '../../../src-shared/deep-link.ts'
import type { EventName } from '../../../src-shared/ipc/channels.ts'
import type { Emit } from '../../core/ports/emit.ts'
import { APP_URL } from './app-protocol.ts'

interface MainWindowOptions {
  preload: string
  /** The dev server's address, in development only. */
  devServerUrl: string | undefined
}

/** The app's window. It is locked to its own page: no navigation, no new windows, no permissions. */
export class MainWindow {
  readonly #options: MainWindowOptions
  #window: BrowserWindow | null = null

  constructor(options: MainWindowOptions) {
    this.#options = options
  }

  /** Opens it, or brings it to the front. */
  show(): void {
    if (this.#window === null) return this.#create('')
    if (this.#window.isMinimized()) this.#window.restore()
    this.#window.show()
    this.#window.focus()
  }

  /** Shows a deal or the inbox, in a window that is there or in a new one. */
  navigate(target: ClickTarget): void {
    const page = this.#window?.webContents
    const isInbox = target === 'inbox'
    if (page === undefined || page.isLoadingMainFrame()) {
      const hash = isInbox ? '#/inbox' : `#/deals/${target.deal_id}`
      if (page === undefined) return this.#create(hash)
      void page.loadURL(this.#home + hash)
    } else if (isInbox) this.emit('navigate.inbox', {})
    else this.emit('navigate.deal', target)
    this.show()
  }

  get #home(): string {
    return this.#options.devServerUrl ?? APP_URL
  }

  #create(hash: string): void {
    const window = new BrowserWindow({
      width: 1280,
      height: 800,
      minWidth: 720,
      minHeight: 480,
      show: false,
      title: 'Funding Desk',
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#141517' : '#ffffff',
      webPreferences: {
        preload: this.#options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: true,
      },
    })
    this.#window = window
    window.once('ready-to-show', () => window.show())
    window.on('closed', () => {
      this.#window = null
    })
    window.webContents.on('will-navigate', (event) => event.preventDefault())
    window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
    void window.loadURL(this.#home + hash)
  }

  /** Sends an event to the page, if the window is there. */
  readonly emit: Emit = (event: EventName, payload: unknown) => {
    if (this.#window !== null && !this.#window.isDestroyed()) this.#window.webContents.send(event, payload)
  }

  /** What a dialog belongs to; null while there is no window. */
  handle(): BrowserWindow | null {
    return this.#window
  }

  /** Whether a call comes from this window's own page, in its main frame. */
  isOwnFrame(frame: Electron.WebFrameMain | null): boolean {
    if (frame === null || this.#window === null || this.#window.isDestroyed()) return false
    const home = new URL(this.#home)
    const at = new URL(frame.url)
    const isHome = at.protocol === home.protocol && at.host === home.host
    return isHome && frame.parent === null && frame === this.#window.webContents.mainFrame
  }
}

/** No page gets a permission: nothing in the app needs a camera, a position or a clipboard read. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_, __, callback) => callback(false))
  session.defaultSession.setPermissionCheckHandler(() => false)
}
