import { app, Notification } from 'electron'
import { deepLinkOf, type ClickTarget } from '../../../src-shared/deep-link.ts'
import type { Log } from '../../core/ports/log.ts'
import type { SystemNotifications } from '../../core/ports/notifier.ts'
import { toastXml } from './toast-xml.ts'

/** Beyond so many, what a click on the oldest opens is forgotten. */
const MOST_HELD = 100

/** Notifications of the operating system. `open` is called with what a clicked one is about. */
export function createElectronNotifications(
  open: (target: ClickTarget) => void,
  log: Log,
): SystemNotifications {
  // Electron drops the listeners of a notification that nothing holds any more. What the broker left alone is never told to be gone.
  const held = new Set<Notification>()
  function hold(notification: Notification): void {
    held.add(notification)
    for (const oldest of held) {
      if (held.size <= MOST_HELD) return
      held.delete(oldest)
    }
  }
  return {
    show({ title, body, opens }) {
      const notification = new Notification({
        title: plain(title),
        body: plain(body),
        urgency: 'normal',
        // Links come to the app that is installed; that of a project folder hears only of clicks while it runs.
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
      // One whose time is up lies in the action center still, and can be clicked there.
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

/** Linux daemons read the text as markup; what brokers and the network wrote must stay text. */
function plain(text: string): string {
  if (process.platform !== 'linux') return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
