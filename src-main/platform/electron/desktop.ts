import { join } from 'node:path'
import { app, powerMonitor, nativeTheme } from 'electron'
import type { ClickTarget } from '../../../src-shared/platform/addresses/deep-link.ts'
import { drop } from '../base/log-lines.ts'
import type { Emit, Looks } from '../base/system.ts'
import { afterLastWindow } from './app-lifecycle.ts'
import { openAppLog } from './app-log.ts'
import { drawMenu } from './app-menu.ts'
import type { AppWindows } from './app-windows.ts'
import { touchId, warnOfNetworkFolder } from './consent-dialogs.ts'
import { createElectronNotifications } from './electron-notifications.ts'
import { PreferencesFile } from './preferences-file.ts'
import { closeHiddenPages } from './print-page.ts'
import { AppTray } from './tray.ts'
import { createWindowPorts } from './window-ports.ts'

type Place = ReturnType<PreferencesFile['get']>['window']

interface DesktopParts {
  windows: AppWindows
  preferencesFile: string
  isChannel(name: string): boolean
}

/** Creates everything by which the broker meets the app outside its pages: log, preferences, dialogs, notifications, tray, and menu. */
export function createDesktop({ windows, preferencesFile, isChannel }: DesktopParts) {
  const { log, file: logFile } = openAppLog(isChannel)
  const preferences = new PreferencesFile(preferencesFile)
  const icons = join(app.getAppPath(), 'resources', 'icons')
  const open = (target: ClickTarget) => windows.navigate(target)
  const notifications = createElectronNotifications(open, () => windows.isLocked, log)
  const tray = new AppTray({ icons, openWindow: () => windows.show(), openToday: () => open('today') })
  const menu = { run: windows.run.bind(windows) }
  const listeners: Emit[] = []
  const emit: Emit = (event, payload) => {
    windows.emit(event, payload)
    tray.hear(event, payload)
    if (event === 'appearance.changed') drawMenu(menu)
    for (const hear of listeners) hear(event, payload)
  }
  return {
    log,
    logFile,
    preferences,
    icons,
    notifications,
    emit,
    /** Tells a part of main of each event that it sends to the windows. */
    listen(hear: Emit): void {
      listeners.push(hear)
    },
    looks: createLooks(preferences, windows),
    ports: createWindowPorts(windows, log),
    /** What the lock needs of the system. `toDo` is the number of lines on the Today screen. */
    ofLock: {
      systemUnlock: touchId,
      idleSeconds: () => powerMonitor.getSystemIdleTime(),
      toDo: () => tray.toDo,
    },
    /** Shows menu and tray, and asks about notifications. All this can wait for the first screen. */
    show() {
      notifications.askAboutMarkup()
      drawMenu(menu)
      tray.show()
      drop(log, warnOfNetworkFolder(app.getPath('userData'), windows.handle(), preferences, log))
    },
    /** Removes what is visible outside the windows, when the app has locked. */
    hide() {
      closeHiddenPages()
      notifications.removeAll()
    },
    keepPlace: (window: Place) => drop(log, preferences.change({ window })),
    windowsClosed: () => afterLastWindow(preferences, notifications),
  }
}

/** The appearance settings in the preferences file. `apply` uses them for the windows that are open. */
function createLooks(preferences: PreferencesFile, windows: { zoom(): void }): Looks & { apply(): void } {
  const looks = {
    chosen: () => preferences.get().appearance,
    async keep(appearance: ReturnType<Looks['chosen']>) {
      await preferences.change({ appearance })
      looks.apply()
    },
    systemLanguages: () => app.getPreferredSystemLanguages(),
    /** Pages follow the system's color scheme, so this replaces the system's scheme for them. */
    apply() {
      const { color_scheme } = looks.chosen()
      nativeTheme.themeSource = color_scheme === 'auto' ? 'system' : color_scheme
      windows.zoom()
    },
  }
  return looks
}
