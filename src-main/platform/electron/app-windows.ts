import { randomUUID } from 'node:crypto'
import { app, BrowserWindow, nativeTheme, screen, session, type WebContents } from 'electron'
import {
  type ClickTarget,
  type DealAddress,
  dealHash,
  isPairLink,
  type LinkTarget,
  type PairLink,
  parseDealHash,
} from '../../../src-shared/platform/addresses/deep-link.ts'
import type { EventName, EventPayload } from '../../../src-shared/app/contract.ts'
import { EVENT } from '../../../src-shared/platform/ipc/wire.ts'
import type { Emit, LockWindows } from '../base/system.ts'
import { APP_URL, LOCK_URL } from './app-protocol.ts'
import { CHECKS_SPELLING, offerContextMenu } from './context-menu.ts'
import { offerToEndHungPage, reopenEndedPage, endProcessOf } from './reopen-page.ts'
import { placeWindow, type WindowPlace } from './window-place.ts'

interface WindowOptions {
  preload: string
  /** Address of the dev server, only in development. */
  devServerUrl: string | undefined
  /** True if a PIN is set. The windows then show the lock screen from the start. */
  startsLocked: boolean
  zoom(): number
  /** Returns the last position of a window, or null if no window was opened before. */
  place(): WindowPlace | null
  keepPlace(place: WindowPlace): void
}

/** Actions in the menu that do nothing if no window is open. On macOS, the menu exists without a window. */
const OF_A_WINDOW: ReadonlySet<string> = new Set(['app.close_window', 'app.print', 'edit.undo', 'edit.redo'])

/** A screen that a click outside the windows opens. `pair`: the form for the pairing link that was opened last. */
type Target = ClickTarget | 'pair'

/** The content of a window, according to the address of its page. */
interface Shown {
  /** The deal whose form the window shows; null for other screens. */
  deal_id: string | null
  /** Index of the address in the window's history. */
  index: number
}

/** The content that a window shows again after the lock. */
interface Resumed {
  /** The name under which main holds the window's unsaved text. */
  state_id: string
  hash: string
}

/** The only events that reach a page while the app is locked. They contain nothing of the office's data. */
const WHILE_LOCKED: ReadonlySet<EventName> = new Set(['appearance.changed'])

/**
 * Manages the app's windows. Each window can show any screen, but a deal's form is open in only one window. Each window can show only the
 * app's own page. The page can only reload itself, has no permissions except copying, and can open only windows of the app.
 */
export class AppWindows implements LockWindows {
  readonly #options: WindowOptions
  /** The open windows, with the most recently used window last. */
  readonly #windows = new Map<BrowserWindow, Shown>()
  #isProtected = false
  #isOver = false
  #isLocked: boolean
  /** While the app is locked: what each window shows afterward. */
  readonly #resumed = new Map<BrowserWindow, Resumed>()
  /** While the app is locked: the link or notification that was clicked last. */
  #waiting: Target | null = null
  /** The pairing link that was opened last, until a page takes it. It contains a pairing code, so it is only in memory. */
  #pairLink: PairLink | null = null
  #untilLock = new AbortController()

  constructor(options: WindowOptions) {
    this.#options = options
    this.#isLocked = options.startsLocked
  }

  get isLocked(): boolean {
    return this.#isLocked
  }

  /** Electron reports the lock of the screen only on these systems. */
  readonly reportsScreenLock = process.platform === 'darwin' || process.platform === 'win32'

  /** Aborts when the app locks. System dialogs use it, because they may name a merchant. */
  get untilLock(): AbortSignal {
    return this.#untilLock.signal
  }

  prepareLock(): string[] {
    const ids: string[] = []
    for (const [window] of this.#windows) {
      const page = window.webContents
      const state_id = randomUUID()
      this.#resumed.set(window, { state_id, hash: this.#hashOf(window) })
      // A page that is loading or has crashed contains no typed text.
      if (page.isLoadingMainFrame() || page.isCrashed()) continue
      send(page, 'lock.starting', { state_id })
      ids.push(state_id)
    }
    return ids
  }

  lock(): void {
    this.#isLocked = true
    this.#untilLock.abort()
    this.#untilLock = new AbortController()
    for (const window of this.#windows.keys()) {
      // The window may have navigated since `prepareLock`, or may be new.
      const state_id = this.#resumed.get(window)?.state_id ?? randomUUID()
      this.#resumed.set(window, { state_id, hash: this.#hashOf(window) })
      // Only a development build can open them. They show data of the page that they inspected.
      window.webContents.closeDevTools()
      this.#show(window, this.#home)
    }
  }

  unlock(hash: string | null): void {
    this.#isLocked = false
    const waiting = this.#waiting
    this.#waiting = null
    const hashes = new Map(
      [...this.#windows.keys()].map((window) => [window, this.#resumed.get(window)?.hash ?? '']),
    )
    const front = this.handle()
    if (front !== null && hash !== null) hashes.set(front, hash)
    if (front !== null && waiting !== null) {
      const deal_id = typeof waiting === 'string' ? null : waiting.deal_id
      const showsDeal = ([, to]: [BrowserWindow, string]) =>
        deal_id !== null && parseDealHash(to)?.deal_id === deal_id
      const [window] = [...hashes].find(showsDeal) ?? [front]
      hashes.set(window, typeof waiting === 'string' ? `#/${waiting}` : dealHash(waiting))
      bringToFront(window)
    }
    for (const [window, to] of hashes) {
      const state_id = this.#resumed.get(window)?.state_id
      this.#show(window, `${this.#home}${state_id === undefined ? '' : `?unlocked=${state_id}`}${to}`)
    }
    this.#resumed.clear()
  }

  /**
   * Replaces the page of a window. Removes the history, which contains the titles of pages, and ends the process of the previous page if
   * Chromium keeps it.
   */
  #show(window: BrowserWindow, url: string): void {
    const page = window.webContents
    const process_id = page.getOSProcessId()
    page.once('did-navigate', () => {
      page.navigationHistory.clear()
      const shown = this.#windows.get(window)
      if (shown !== undefined) shown.index = page.navigationHistory.getActiveIndex()
      endProcessOf(process_id)
    })
    load(window, url)
  }

  #hashOf(window: BrowserWindow): string {
    const url = window.webContents.getURL()
    return URL.canParse(url) ? new URL(url).hash : ''
  }

  /** Brings the most recently used window to the front. Opens a window if none is open. */
  show(): void {
    const window = this.handle()
    if (window === null) this.#open('')
    else bringToFront(window)
  }

  /** Opens what a link from outside the app names. A pairing link replaces an earlier one that no page has taken. */
  open(target: LinkTarget): void {
    if (!isPairLink(target)) return this.navigate(target)
    this.#pairLink = target
    this.navigate('pair')
  }

  /** Returns the pairing link that was opened last, and forgets it. */
  takePairLink(): PairLink | null {
    const link = this.#pairLink
    this.#pairLink = null
    return link
  }

  /** Shows a deal or another screen in the most recently used window, or in a new one. */
  navigate(target: Target): void {
    if (this.#isLocked) {
      this.#waiting = target
      return this.show()
    }
    if (typeof target !== 'string') return this.#showDeal(target, this.handle())
    const window = this.handle()
    if (window === null) return this.#open(`#/${target}`)
    const page = window.webContents
    if (page.isLoadingMainFrame()) load(page, `${this.#home}#/${target}`)
    else send(page, `navigate.${target}`, {})
    bringToFront(window)
  }

  /** Shows a deal in a new window. If a window already shows the deal, focuses that window. */
  openDeal(deal_id: string): void {
    this.#showDeal({ deal_id }, null)
  }

  /**
   * Shows a deal in the window that already shows it. If there is none, shows the deal in the window `otherwise`, or in a new window if
   * `otherwise` is null.
   */
  #showDeal(address: DealAddress, otherwise: BrowserWindow | null): void {
    const window = this.#windowOf(address.deal_id) ?? otherwise
    if (window === null) return this.#open(dealHash(address), address.deal_id)
    const page = window.webContents
    if (page.isLoadingMainFrame()) load(page, this.#home + dealHash(address))
    else send(page, 'navigate.deal', address)
    bringToFront(window)
  }

  #windowOf(deal_id: string): BrowserWindow | null {
    for (const [window, shown] of this.#windows) if (shown.deal_id === deal_id) return window
    return null
  }

  /**
   * Records what a window shows. If another window already shows the same deal, that other window comes to the front, and `window`
   * navigates back to its previous screen.
   */
  #arrive(window: BrowserWindow, url: string): void {
    const { navigationHistory } = window.webContents
    const before = this.#windows.get(window)
    const address = parseDealHash(new URL(url).hash)
    const other = address === null ? null : this.#windowOf(address.deal_id)
    if (address === null || other === null || other === window) {
      const index = navigationHistory.getActiveIndex()
      this.#windows.set(window, { deal_id: address?.deal_id ?? null, index })
      return
    }
    if (before !== undefined && before.index < navigationHistory.length())
      navigationHistory.goToIndex(before.index)
    else load(window, this.#home)
    this.#showDeal(address, null)
  }

  /** Prevents the opening of new windows while the app ends. */
  openNoMore(): void {
    this.#isOver = true
  }

  /** Returns the parent window for dialogs: the most recently used window, or null if no window is open. */
  handle(): BrowserWindow | null {
    return [...this.#windows.keys()].at(-1) ?? null
  }

  /** If `on` is true, screenshots and screen sharing do not show the windows' content. Linux does not support this. */
  protect(on: boolean): void {
    this.#isProtected = on
    for (const window of this.#windows.keys()) if (!window.isDestroyed()) window.setContentProtection(on)
  }

  readonly emit: Emit = (event: EventName, payload: unknown) => {
    // After the lock, every page loads its data again, so a page misses nothing.
    if (this.#isLocked && !WHILE_LOCKED.has(event)) return
    for (const window of this.#windows.keys())
      if (!window.isDestroyed()) send(window.webContents, event, payload as never)
  }

  /** Runs an action in the front window's page. If no window is open, opens one with the first screen instead. */
  run(action_id: string, by_keys: boolean): void {
    if (this.#isLocked) return this.show()
    const window = BrowserWindow.getFocusedWindow() ?? this.handle()
    if (window !== null) send(window.webContents, 'menu.run', { action_id, by_keys })
    else if (!OF_A_WINDOW.has(action_id)) this.#open('')
  }

  zoom(): void {
    for (const window of this.#windows.keys()) window.webContents.setZoomFactor(this.#options.zoom() / 100)
  }

  /** True if a call comes from the app's own page, in the main frame of one of its windows. */
  isOwnFrame(frame: Electron.WebFrameMain | null): boolean {
    if (frame === null || frame.parent !== null || !this.#isOurs(frame.url)) return false
    return [...this.#windows.keys()].some(
      (window) => !window.isDestroyed() && frame === window.webContents.mainFrame,
    )
  }

  /** The address of the app's page. While the app is locked, the address of the lock screen. */
  get #home(): string {
    const { devServerUrl } = this.#options
    if (this.#isLocked) return devServerUrl === undefined ? LOCK_URL : `${devServerUrl}/?locked`
    return devServerUrl ?? APP_URL
  }

  #open(hash: string, deal_id: string | null = null): void {
    if (this.#isOver) return
    const last = this.#options.place()
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
    const place = placeWindow(last, screens, this.#windows.size)
    const window = new BrowserWindow({
      ...place,
      minWidth: 720,
      minHeight: 480,
      show: false,
      title: 'Funding Desk',
      // The menu bar is hidden until the user presses Alt. The command palette and the shortcut overview list all actions.
      autoHideMenuBar: true,
      // Background color until index.html is painted. It must match the background color in index.html.
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
    placeAgain(window, place)
    this.#windows.set(window, { deal_id, index: 0 })
    // The app makes no audio or video calls. This policy allows WebRTC traffic only through proxies.
    window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    if (this.#isProtected) window.setContentProtection(true)
    // Do not wait for the event 'ready-to-show', which happens when the page has painted its first frame. A page in the background may
    // never paint, and the window would then remain hidden.
    window.webContents.once('did-navigate', () => {
      if (last?.is_maximized === true) window.maximize()
      window.show()
    })
    window.on('close', () =>
      this.#options.keepPlace({ ...window.getNormalBounds(), is_maximized: window.isMaximized() }),
    )
    reopenEndedPage(window)
    offerToEndHungPage(window)
    offerContextMenu(window, (asked) => this.#openAddress(asked))
    window.on('closed', () => {
      this.#windows.delete(window)
      this.#resumed.delete(window)
    })
    window.on('focus', () => {
      const shown = this.#windows.get(window)
      if (shown === undefined) return
      this.#windows.delete(window)
      this.#windows.set(window, shown)
    })
    window.webContents.on('will-navigate', (event) => {
      if (!this.#isPage(event.url)) event.preventDefault()
    })
    // Chromium can navigate to an empty page without the event `will-navigate`. In that case, navigate back to the app's page.
    window.webContents.on('did-navigate', (_, url) => {
      if (this.#isHome(url)) this.#arrive(window, url)
      else load(window, this.#home)
    })
    // The page has had time to save its edits, so it cannot prevent the lock.
    window.webContents.on('will-prevent-unload', (event) => {
      if (this.#isLocked) event.preventDefault()
    })
    window.webContents.on('did-navigate-in-page', (_, url, isMainFrame) => {
      if (isMainFrame) this.#arrive(window, url)
    })
    window.webContents.setWindowOpenHandler(({ url }) => {
      // A page may open only deals and the pipeline, in the app's own windows. Every other address remains blocked.
      if (!this.#isLocked && this.#isHome(url)) this.#openAddress(new URL(url).hash)
      return { action: 'deny' }
    })
    // Chromium stores a zoom factor per address. Replace that factor with the zoom that the user chose in the settings.
    window.webContents.on('dom-ready', () => window.webContents.setZoomFactor(this.#options.zoom() / 100))
    if (!this.#isLocked) return load(window, this.#home + hash)
    this.#resumed.set(window, { state_id: randomUUID(), hash })
    load(window, this.#home)
  }

  /**
   * Opens the address of the pipeline (the list of all deals) in a new window, or shows the deal of the address. Ignores every other
   * address.
   */
  #openAddress(hash: string): void {
    const address = parseDealHash(hash)
    if (address !== null) this.#showDeal(address, null)
    else if (hash === '#/') this.#open('')
  }

  /** True for the address of the app's only page. A window may load no other page. */
  #isPage(url: string): boolean {
    return this.#isHome(url) && new URL(url).pathname === new URL(this.#home).pathname
  }

  #isHome(url: string): boolean {
    return isSameHost(url, this.#home)
  }

  /** True for the app's page and for the lock screen. The router decides which of their calls it answers. */
  #isOurs(url: string): boolean {
    return this.#isHome(url) || isSameHost(url, LOCK_URL) || isSameHost(url, APP_URL)
  }
}

function isSameHost(url: string, other: string): boolean {
  if (!URL.canParse(url)) return false
  const [at, home] = [new URL(url), new URL(other)]
  return at.protocol === home.protocol && at.host === home.host
}

/**
 * Sets the place of a new window again if its screen has another scale than the first screen. Windows converts the size with the scale of the
 * first screen, so the window would grow or shrink at each start.
 */
function placeAgain(window: BrowserWindow, place: Partial<Electron.Rectangle>): void {
  const own = screen.getDisplayMatching(window.getBounds())
  if (place.x !== undefined && own.scaleFactor !== screen.getPrimaryDisplay().scaleFactor)
    window.setBounds(place)
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** The only permission of a page: copying content that the broker chose to copy. The page cannot read the clipboard. */
const COPY = 'clipboard-sanitized-write'

/** All addresses outside the app that a page could request. */
const ELSEWHERE = ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file:///*']

/**
 * Blocks every request of a page to addresses outside the app, even if its content security policy would allow the request. For example,
 * the nonce for styles would allow a style sheet from any address. This block covers only the requests of pages. Main's own requests do not
 * use Chromium's session and are not blocked. `devServerUrl` is set only in development.
 */
export function keepToTheApp(devServerUrl: string | undefined): void {
  const dev = devServerUrl === undefined ? null : new URL(devServerUrl).host
  session.defaultSession.webRequest.onBeforeRequest({ urls: ELSEWHERE }, ({ url }, decide) =>
    decide({ cancel: new URL(url).host !== dev || dev === null }),
  )
}

/**
 * Blocks downloads in every session, because only main saves files, in the folder that the user chooses in a dialog. Call this before the
 * first session is created.
 */
export function denyDownloads(): void {
  app.on('session-created', (created) => created.on('will-download', (event) => event.preventDefault()))
}

/** Denies pages all permissions except copying. No part of the app needs a camera, a location, or read access to the clipboard. */
export function denyPermissions(): void {
  session.defaultSession.setPermissionRequestHandler((_, permission, callback) =>
    callback(permission === COPY),
  )
  session.defaultSession.setPermissionCheckHandler((_, permission) => permission === COPY)
}

function send<E extends EventName>(page: WebContents, event: E, payload: EventPayload<E>): void {
  page.send(EVENT, event, payload)
}

/** Ignores a failed load, because another navigation replaced it or the window was closed. */
function load(page: Pick<WebContents, 'loadURL'>, url: string): void {
  page.loadURL(url).catch(() => {})
}
