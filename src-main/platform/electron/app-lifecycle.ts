import { existsSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { app, powerMonitor } from 'electron'
import { networkState } from './network-state.ts'
import type { PreferencesFile } from './preferences-file.ts'
import { Quitting } from './quitting.ts'
import { watchNetwork } from '../net/network-watch.ts'
import { systemTimers } from '../base/system-time.ts'
import type { SystemNotifications } from '../base/system.ts'
import {
  DEEP_LINK_SCHEME,
  type LinkTarget,
  parseDeepLink,
} from '../../../src-shared/platform/addresses/deep-link.ts'
import { messages } from '../../../src-shared/platform/texts/messages.ts'

interface LifeParts {
  /**
   * Called instead of `start` if the single-instance lock is refused: another instance has it, or the data folder is not writable. `answered`
   * resolves with false if no running instance answers.
   */
  refused(answered: () => Promise<boolean>): void
  start(): Promise<void>
  show(): void
  /** Called when the user followed a link to the app in another program. */
  open(target: LinkTarget): void
  /** Called when the last window was closed but the user did not quit the app. */
  windowsClosed(): void
  /** Called when the computer woke up or was unlocked, or when its network changed. */
  wake(cause: 'awake' | 'network'): void
  /** Called when the screen was locked, or another user took it over (reported on Windows and macOS). */
  lock(): void
  /** Called when the computer is about to sleep. */
  sleep(): void
  /** Called when the screen was locked or the computer is about to sleep. */
  pause(): void
  /** Called when a quit was canceled because a window stayed open. */
  quitCancelled(): void
  /** Finishes pending writes before the app ends. */
  shutdown(): Promise<unknown>
  /** Called as the last step, if `shutdown` finished in time. Allows an update to replace this version of the app. */
  prepareForUpdate(): Promise<unknown>
}

/**
 * Name of the file with which the running instance answers a second one. Without an answer, the second one would end silently although no
 * window appears: the first one may hang, or run in another session of this user, such as a remote desktop.
 */
const ANSWER = 'second-start'
/** Time in milliseconds within which even a busy instance answers. */
const ANSWER_MS = 10_000

async function isAnswered(file: string): Promise<boolean> {
  for (const end = performance.now() + ANSWER_MS; performance.now() < end; await wait(50))
    if (existsSync(file)) {
      removeFile(file)
      return true
    }
  return false
}

function removeFile(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The folder is read-only. The app then reports this and ends.
  }
}

/**
 * Manages the app's start and end, and the sleep of the computer. Only one instance of the app runs: if the user starts the app again, the
 * running instance comes to the front.
 */
export function startSingleInstance(parts: LifeParts): void {
  const answer = join(app.getPath('userData'), ANSWER)
  removeFile(answer)
  if (!app.requestSingleInstanceLock()) return parts.refused(() => isAnswered(answer))
  app.setAppUserModelId('com.fundingdesk.app')
  // Register only an installed app as the handler of links, never a development build.
  if (app.isPackaged) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME)
  app.on('second-instance', (_, argv) => {
    writeFile(answer, '').catch(() => {
      // The other instance then reports that this one does not answer.
    })
    const target = linkAmong(argv)
    if (target === null) parts.show()
    else parts.open(target)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const target = parseDeepLink(url)
    // If the start failed, the app has ended.
    if (target !== null)
      started.then(
        () => parts.open(target),
        () => {},
      )
  })
  app.on('activate', () => parts.show())
  const { quitCancelled, shutdown, prepareForUpdate } = parts
  const quitting = new Quitting({
    timers: systemTimers,
    quitCancelled,
    shutdown,
    prepareForUpdate,
    exit: () => app.exit(0),
  })
  app.on('before-quit', () => quitting.chosen())
  app.on('web-contents-created', (_, page) => page.on('will-prevent-unload', () => quitting.held()))
  app.on('window-all-closed', () => (quitting.isWanted ? app.quit() : parts.windowsClosed()))
  // Use `on`, not `once`: if `willQuit` prevents a quit, the next attempt to quit triggers this event again.
  app.on('will-quit', (event) => quitting.willQuit(event))
  const started = app
    .whenReady()
    .then(() => parts.start())
    .then(() => followSystem(parts))
}

function followSystem({ wake, lock, sleep, pause }: LifeParts): void {
  powerMonitor.on('resume', () => wake('awake'))
  powerMonitor.on('unlock-screen', () => wake('awake'))
  powerMonitor.on('user-did-become-active', () => wake('awake'))
  powerMonitor.on('lock-screen', lock)
  powerMonitor.on('lock-screen', pause)
  // On macOS, another user can take over the screen without locking it (fast user switching).
  powerMonitor.on('user-did-resign-active', lock)
  powerMonitor.on('user-did-resign-active', pause)
  powerMonitor.on('suspend', sleep)
  powerMonitor.on('suspend', pause)
  watchNetwork(networkState, systemTimers, () => wake('network'))
}

/** Returns the target of the first deep link (a link that opens something in the app) among the command-line arguments. */
export function linkAmong(words: string[]): LinkTarget | null {
  for (const word of words) {
    const target = parseDeepLink(word)
    if (target !== null) return target
  }
  return null
}

/**
 * Handles the closing of the last window. Depending on the settings, the app quits or keeps receiving events. The first time that the app
 * keeps running without a window, a notification informs the broker.
 */
export function afterLastWindow(preferences: PreferencesFile, system: SystemNotifications): void {
  const { alerts: chosen, told_that_it_listens } = preferences.get()
  if (!chosen.keep_listening) {
    if (process.platform !== 'darwin') app.quit()
    return
  }
  if (told_that_it_listens) return
  const { keepsRunning, keepsRunningText } = messages().shell
  system.show({ title: keepsRunning, body: keepsRunningText, opens: 'today', when_locked: keepsRunning })
  // If the disk is full, the notification is shown again the next time.
  preferences.change({ told_that_it_listens: true }).catch(() => {})
}
