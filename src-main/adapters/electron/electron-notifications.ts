import { Notification } from 'electron'
import { deepLinkOf, type ClickTarget } from '../../../src-shared/deep-link.ts'
import type { Log } from '../../core/ports/log.ts'
import type { SystemNotifications } from '../../core/ports/notifier.ts'

/** Notifications of the operating system. `open` is called with what a clicked one is about. */
export function createElectronNotifications(
  open: (target: ClickTarget) => void,
  log: Log,
): SystemNotifications {
  // Electron drops the listeners of a notification that nothing holds any more.
  const shown = new Set<Notification>()
  return {
    show({ title, body, opens }) {
      const notification = new Notification({
        // In the action centre of Windows it outlives the app: a click then starts it with this address.
        ...(process.platform === 'win32' ? { id: deepLinkOf(opens) } : {}),
        title: plain(title),
        body: plain(body),
        urgency: 'normal',
      })
      shown.add(notification)
      const forget = () => shown.delete(notification)
      notification.on('click', () => {
        forget()
        open(opens)
      })
      notification.on('close', forget)
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
