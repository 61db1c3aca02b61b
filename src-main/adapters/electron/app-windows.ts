import { app, BrowserWindow, nativeTheme, screen, session } from 'electron'
import { dealHash, parseDealHash } from '../../../src-shared/deal-address.ts'
import type { ClickTarget } from '../../../src-shared/deep-link.ts'
import type { EventName } from '../../../src-shared/ipc/channels.ts'
import type { Emit } from '../../core/ports/emit.ts'
import { APP_URL } from './app-protocol.ts'
import { CHECKS_SPELLING, offerContextMenu } from './context-menu.ts'
import { offerToEndHungPage, reopenEndedPage } from './reopen-page.ts'
import { placeWindow, type WindowPlace } from './window-place.ts'

interface WindowOptions {
  preload: string
  /** The dev server's address, in development only. */
  devServerUrl: string | undefined
  /** Percent. */
  zoom(): number
  /** Where a window stood last; null before the first. */
  place(): WindowPlace | null
  keepPlace(place: WindowPlace): void
}

/** Lines of the menu that say nothing where no window is open (macOS). */
const OF_A_WINDOW: ReadonlySet<string> = new Set(['app.close_window', 'app.print', 'edit.undo', 'edit.redo'])

/**
 * The app's windows, of which any may show any screen. Each is locked to the app's own page: no navigation but to read it again,
 * no permissions, and no new windows but of its own.
 */
export class AppWindows {
  readonly #options: WindowOptions
  readonly #windows = new Set<BrowserWindow>()
  #isProtected = false
  #isOver = false

  constructor(options: WindowOptions) {
    this.#options = options
  }

  /** Brings the window that was used last to the front, or opens one. */
  show(): void {
    const window = this.handle()
    if (window === null) this.#open('')
    else bringToFront(window)
  }

  /** Shows a deal or the inbox in the window that was used last, or in a new one. */
  navigate(target: ClickTarget): void {
    const window = this.handle()
    const isInbox = target === 'inbox'
    const hash = isInbox ? '#/inbox' : dealHash(target)
    if (window === null) return this.#open(hash)
    const page = window.webContents
    if (page.isLoadingMainFrame()) void page.loadURL(this.#home + hash)
    else if (isInbox) page.send('navigate.inbox' satisfies EventName, {})
    else page.send('navigate.deal' satisfies EventName, target)
    bringToFront(window)
  }

  /** Shows a deal in a window of its own. */
  openDeal(deal_id: string): void {
    this.#open(dealHash({ deal_id }))
  }

  /** The app is ending: whoever asks for a window from now on comes too late. */
  openNoMore(): void {
    this.#isOver = true
  }

  /** What a dialog belongs to: the window that was used last; null while there is none. */
  handle(): BrowserWindow | null {
    return [...this.#windows].at(-1) ?? null
  }

  /** Keeps the windows out of screenshots and screen sharing, and lets them back in. Linux has no way to do that. */
  protect(on: boolean): void {
    this.#isProtected = on
    for (const window of this.#windows) if (!window.isDestroyed()) window.setContentProtection(on)
  }

  /** Sends an event to the pages of all windows. */
  readonly emit: Emit = (event: EventName, payload: unknown) => {
    for (const window of this.#windows) if (!window.isDestroyed()) window.webContents.send(event, payload)
  }

  /** Has the window in front do an action of its page; one that is opened for it shows its first screen. */
  run(action_id: string, by_keys: boolean): void {
    const window = BrowserWindow.getFocusedWindow() ?? this.handle()
    if (window !== null) window.webContents.send('menu.run' satisfies EventName, { action_id, by_keys })
    else if (!OF_A_WINDOW.has(action_id)) this.#open('')
  }

  /** Shows every window as large as is chosen now. */
  zoom(): void {
    for (const window of this.#windows) window.webContents.setZoomFactor(this.#options.zoom() / 100)
  }

  /** Whether a call comes from the app's own page, in the main frame of one of its windows. */
  isOwnFrame(frame: Electron.WebFrameMain | null): boolean {
    if (frame === null || frame.parent !== null || !this.#isHome(frame.url)) return false
    return [...this.#windows].some(
      (window) => !window.isDestroyed() && frame === window.webContents.mainFrame,
    )
  }

  get #home(): string {
    return this.#options.devServerUrl ?? APP_URL
  }

  #open(hash: string): void {
    if (this.#isOver) return
    const last = this.#options.place()
    const window = new BrowserWindow({
      ...placeWindow(
        last,
        screen.getAllDisplays().map(({ workArea }) => workArea),
        this.#windows.size,
      ),
      minWidth: 720,
      minHeight: 480,
      show: false,
      title: 'Funding Desk',
      // The palette and the sheet of shortcuts have all of it; Alt shows the menu.
      autoHideMenuBar: true,
      // The ground of index.html, which is painted a moment later.
      backgroundColor: nativeTheme.shouldUseDarkColors ? '#141414' : '#f8f9fa',
      webPreferences: {
        preload: this.#options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: CHECKS_SPELLING,
      },
    })
    this.#windows.add(window)
    // Nobody calls anybody here; what there is of it goes through proxies, or nowhere.
    window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    if (this.#isProtected) window.setContentProtection(true)
    // Not 'ready-to-show': that waits for the first frame, and a page that is not to be seen may never paint one.
    window.webContents.once('did-navigate', () => {
      if (last?.is_maximized === true) window.maximize()
      window.show()
    })
    window.on('close', () =>
      this.#options.keepPlace({ ...window.getNormalBounds(), is_maximized: window.isMaximized() }),
    )
    reopenEndedPage(window)
    offerToEndHungPage(window)
    offerContextMenu(window, (deal) => this.#open(deal))
    window.on('closed', () => this.#windows.delete(window))
    // The one that was used last stands last.
    window.on('focus', () => {
      this.#windows.delete(window)
      this.#windows.add(window)
    })
    window.webContents.on('will-navigate', (event) => {
      if (!this.#isPage(event.url)) event.preventDefault()
    })
    // Chromium asks nobody about an empty page, which has no calls: the way back.
    window.webContents.on('did-navigate', (_, url) => {
      if (!this.#isHome(url)) void window.loadURL(this.#home)
    })
    window.webContents.setWindowOpenHandler(({ url }) => {
      // A link to a deal or a part of one, pressed with the key or the button that opens a new window, and a new window asked
      // for; all else stays shut.
      const asked = new URL(url).hash
      const address = parseDealHash(asked)
      if (this.#isHome(url) && (asked === '#/' || address !== null))
        this.#open(address === null ? '' : dealHash(address))
      return { action: 'deny' }
    })
    // Chromium keeps a size an address itself; what was chosen decides.
    window.webContents.on('dom-ready', () => window.webContents.setZoomFactor(this.#options.zoom() / 100))
    void window.loadURL(this.#home + hash)
  }

  /** The app's one page, which may begin anew. */
  #isPage(url: string): boolean {
    return this.#isHome(url) && new URL(url).pathname === new URL(this.#home).pathname
  }

  #isHome(url: string): boolean {
    if (!URL.canParse(url)) return false
    const home = new URL(this.#home)
    const at = new URL(url)
    return at.protocol === home.protocol && at.host === home.host
  }
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** The one thing a page may do beyond itself: put what the broker pressed to copy on the clipboard. It reads nothing there. */
const COPY = 'clipboard-sanitized-write'

/** What a page could ask for anywhere else than at the app. */
const ELSEWHERE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']

/**
 * A page reaches nothing but the app, whatever its policy lets through: the nonce by which it takes styles of its own would admit
 * a style sheet of any place. The windows' session only; main's own calls go past Chromium. `devServerUrl`: while one develops.
 */
export function keepToTheApp(devServerUrl: string | undefined): void {
  const dev = devServerUrl === undefined ? null : new URL(devServerUrl).host
  session.defaultSession.webRequest.onBeforeRequest({ urls: ELSEWHERE }, ({ url }, decide) =>
    decide({ cancel: new URL(url).host !== dev || dev === null }),
  )
}

/** No session saves a download: files leave the app through the save dialogs of main alone. Call it before any session exists. */
export function denyDownloads(): void {
  app.on('session-created', (created) => created.on('will-download', (event) => event.preventDefault()))
}

/** No page gets any other permission: nothing in the app needs a camera, a position or a clipboard read. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_, permission, callback) =>
    callback(permission === COPY),
  )
  session.defaultSession.setPermissionCheckHandler((_, permission) => permission === COPY)
}
