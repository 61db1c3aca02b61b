import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { formatMessage } from '../../../src-shared/platform/texts/msg.ts'
import { join } from 'node:path'
import { app, BrowserWindow, Menu, nativeImage, Tray } from 'electron'
import type { EventName } from '../../../src-shared/app/contract.ts'
import type { EventPayload } from '../../../src-shared/app/contract.ts'
import type { TodayCounts } from '../../../src-shared/features/today/today.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

interface TrayParts {
  icons: string
  openWindow(): void
  openToday(): void
}

/** The app's icon in the system tray. It shows the connection status and the number of lines on the Today screen, and opens the window. */
export class AppTray {
  readonly #parts: TrayParts
  #tray: Tray | null = null
  #toDo: TodayCounts = { count: 0, updates: 0 }
  #eventSync: Message = ''

  constructor(parts: TrayParts) {
    this.#parts = parts
    if (process.platform !== 'win32') return
    // The taskbar shows a new window only when its page has loaded, so set the dot that marks tasks on its icon at that time.
    app.on('browser-window-created', (_, window) =>
      window.webContents.on('did-finish-load', () => this.#overlay()),
    )
  }

  get toDo(): number {
    return this.#toDo.count
  }

  /** Shows the icon. If the desktop has no tray, does nothing. */
  show(): void {
    try {
      this.#tray = new Tray(this.#icon())
      this.#tray.on('click', () => this.#parts.openWindow())
      this.#draw()
    } catch {
      // Some desktops have no tray.
      this.#tray = null
    }
  }

  /** Updates the icon. Main calls this for each event that it sends to the windows. */
  hear<E extends EventName>(event: E, payload: EventPayload<E>): void {
    if (event === 'today.counted') {
      this.#toDo = payload as EventPayload<'today.counted'>
      // Badge on the dock (macOS) or the launcher (some Linux desktops). No effect elsewhere.
      app.setBadgeCount(this.#toDo.count)
      this.#overlay()
    } else if (event === 'connection.changed')
      this.#eventSync = (payload as EventPayload<'connection.changed'>).detail
    else if (event !== 'appearance.changed') return
    this.#draw()
  }

  /** Says what waits for the broker. Empty if nothing does. */
  get #toDoText(): string {
    const { count, updates } = this.#toDo
    return messages().notifications.toDo(count, updates)
  }

  #draw(): void {
    if (this.#tray === null) return
    const { openWindow, openToday } = this.#parts
    const toDo = this.#toDoText || messages().notifications.nothingToDo
    this.#tray.setImage(this.#icon())
    this.#tray.setToolTip(`Funding Desk: ${toDo}. ${formatMessage(this.#eventSync)}`)
    this.#tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: messages().notifications.open, click: openWindow },
        { label: toDo, enabled: this.#toDoText !== '', click: openToday },
        { type: 'separator' },
        { label: formatMessage(this.#eventSync) || messages().notifications.starting, enabled: false },
        { type: 'separator' },
        { label: messages().notifications.quit, click: () => app.quit() },
      ]),
    )
  }

  /** Shows a dot on the taskbar icon while something needs the broker. Windows supports no badge with a number. */
  #overlay(): void {
    if (process.platform !== 'win32') return
    const dot = this.#toDoText === '' ? null : this.#icon()
    for (const window of BrowserWindow.getAllWindows()) window.setOverlayIcon(dot, this.#toDoText)
  }

  #icon() {
    const name =
      process.platform === 'darwin' ? 'trayTemplate' : this.#toDoText === '' ? 'tray' : 'tray-unread'
    return nativeImage.createFromPath(join(this.#parts.icons, `${name}.png`))
  }
}
