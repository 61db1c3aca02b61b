import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import { app, Notification } from 'electron'
import { deepLinkOf, type ClickTarget } from '../../../src-shared/platform/addresses/deep-link.ts'
import type { Log, SystemNotifications } from '../base/system.ts'
import { escapeMarkup, startMarkupCheck, toastXml } from './notification-markup.ts'

/** Maximum number of notifications that the app remembers. After more notifications, a click on the oldest one has no effect. */
const MOST_HELD = 100

export interface ElectronNotifications extends SystemNotifications {
  /** Removes the notifications that are still shown. The tray, the badge, and the lock screen still show the number of unread updates. */
  removeAll(): void
  /** Asks the system whether it reads markup. Call this after the first screen, because main needs 10 ms to start the program that asks. */
  askAboutMarkup(): void
}

/**
 * Shows notifications of the operating system. A click on a notification calls `open` with the deal or screen to show. While the app is
 * locked, notifications contain no names and amounts.
 */
export function createElectronNotifications(
  open: (target: ClickTarget) => void,
  isLocked: () => boolean,
  log: Log,
): ElectronNotifications {
  // Notifications that are still shown. Without these references, Electron would discard the listeners. A notification that the user
  // ignores never reports its end, so the number of references is limited.
  const held = new Set<Notification>()
  // As long as this is unknown, texts count as markup.
  let readsMarkup = () => process.platform === 'linux'
  function hold(notification: Notification): void {
    held.add(notification)
    for (const oldest of held) {
      if (held.size <= MOST_HELD) return
      held.delete(oldest)
    }
  }
  return {
    askAboutMarkup() {
      readsMarkup = startMarkupCheck(log)
    },
    removeAll() {
      for (const notification of held) notification.close()
      held.clear()
    },
    show(shown) {
      const { opens } = shown
      const title = formatMessage(isLocked() ? (shown.when_locked ?? msg.lock.news) : shown.title)
      const body = formatMessage(isLocked() ? msg.lock.unlockToSee : shown.body)
      const notification = new Notification({
        title,
        body: readsMarkup() ? escapeMarkup(body) : body,
        urgency: 'normal',
        // With a link, a click on the notification also works while the app is not running. Only an installed app can receive links.
        ...(process.platform === 'win32' && app.isPackaged
          ? { toastXml: toastXml({ title, body, link: deepLinkOf(opens) }) }
          : {}),
      })
      hold(notification)
      const forget = () => held.delete(notification)
      notification.on('click', () => {
        forget()
        open(opens)
      })
      // Keep the reference to an expired notification ('timedOut'). It stays in the action center of Windows, where the user can still
      // click it.
      notification.on('close', ({ reason }) => reason !== 'timedOut' && forget())
      notification.on('failed', (_, error) => {
        forget()
        log.warn('notification failed', { error })
      })
      notification.show()
      return { close: () => notification.close() }
    },
  }
}
