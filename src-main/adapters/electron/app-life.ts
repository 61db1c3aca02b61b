import { app, powerMonitor } from 'electron'
import { DEEP_LINK_SCHEME, parseDeepLink, type ClickTarget } from '../../../src-shared/deep-link.ts'
import { watchNetwork } from '../net/network-watch.ts'
import { systemTimers } from '../system-timers.ts'
import { networkState } from './network-state.ts'
import { Quitting } from './quitting.ts'

interface LifeParts {
  /** Another instance has the lock, or nobody can have it because the data folder takes no file. */
  refused(): void
  /** Runs when the app is ready. */
  start(): Promise<void>
  /** Brings a window to the front. */
  show(): void
  open(target: ClickTarget): void
  /** The last window was closed, and the app was not told to quit. */
  windowsClosed(): void
  /** The computer is back from its sleep, or its network is another one. */
  wake(cause: 'awake' | 'network'): void
  /** The screen was locked (told on Windows and macOS). */
  lock(): void
  /** The screen was locked, or the computer goes to sleep. */
  pause(): void
  /** The app was told to quit and yet goes on, since a window stayed open. */
  calledOff(): void
  /** Finishes what is being written, before the app is gone. */
  farewell(): Promise<unknown>
  /** The last act, when the farewell came to its end in time: another version may take this one's place. */
  makeWay(): Promise<unknown>
}

/** How the app begins, is called again, sleeps and ends. There is one at a time: a second start calls the first. */
export function liveOnce(parts: LifeParts): void {
  if (!app.requestSingleInstanceLock()) return parts.refused()
  app.setAppUserModelId('com.fundingdesk.app')
  // Links come to the app that is installed, never to a build in a project folder.
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME)
  app.on('second-instance', (_, argv) => {
    const target = linkAmong(argv)
    if (target === null) parts.show()
    else parts.open(target)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const target = parseDeepLink(url)
    if (target !== null) void started.then(() => parts.open(target))
  })
  app.on('activate', () => parts.show())
  const { calledOff, farewell, makeWay } = parts
  const quitting = new Quitting({
    timers: systemTimers,
    calledOff,
    farewell,
    makeWay,
    exit: () => app.exit(0),
  })
  app.on('before-quit', () => quitting.chosen())
  app.on('web-contents-created', (_, page) => page.on('will-prevent-unload', () => quitting.held()))
  app.on('window-all-closed', () => (quitting.isWanted ? app.quit() : parts.windowsClosed()))
  // Each time: Electron forgets that it is quitting where it was kept from it.
  app.on('will-quit', (event) => quitting.willQuit(event))
  const started = app
    .whenReady()
    .then(() => parts.start())
    .then(() => followSystem(parts))
}

function followSystem({ wake, lock, pause }: LifeParts): void {
  powerMonitor.on('resume', () => wake('awake'))
  powerMonitor.on('unlock-screen', () => wake('awake'))
  powerMonitor.on('lock-screen', lock)
  powerMonitor.on('lock-screen', pause)
  powerMonitor.on('suspend', pause)
  watchNetwork(networkState, systemTimers, () => wake('network'))
}

/** The first deep link among the words with which the app was started or called. */
export function linkAmong(words: string[]): ClickTarget | null {
  for (const word of words) {
    const target = parseDeepLink(word)
    if (target !== null) return target
  }
  return null
}
