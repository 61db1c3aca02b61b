import { formatMessage } from '../../../src-shared/messages/msg.ts'
import { app, Notification } from 'electron'
import { deepLinkOf, type ClickTarget } from '../../../src-shared/deep-link.ts'
import type { Log, SystemNotifications } from '../../core/ports/system.ts'
import { toastXml } from './toast-xml.ts'

/** Maximum number of notifications whose clicks work. Above this number, the app forgets the click target of the oldest notification. */
const MOST_HELD = 100

/** Notifications of the operating system. A click calls `open` with the target. */
export function createElectronNotifications(
  open: (target: ClickTarget) => void,
  log: Log,
): SystemNotifications {
  // Keeps references to notifications, because Electron otherwise drops their listeners. Ignored notifications never report that they have
  // ended.
  const held = new Set<Notification>()
  function hold(notification: Notification): void {
    held.add(notification)
    for (const oldest of held) {
      if (held.size <= MOST_HELD) return
      held.delete(oldest)
    }
  }
  return {
    show(shown) {
      const { opens } = shown
      const title = formatMessage(shown.title)
      const body = formatMessage(shown.body)
      const notification = new Notification({
        title: plain(title),
        body: plain(body),
        urgency: 'normal',
        // Only an installed app can receive links. A development build therefore receives clicks only while it runs.
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
      // An expired notification stays in the action center and can still be clicked.
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

/** Escapes text for Linux, where notification daemons interpret it as markup. Text of brokers and the network must remain plain text. */
function plain(text: string): string {
  if (process.platform !== 'linux') return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
