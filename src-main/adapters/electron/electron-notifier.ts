import { Notification } from 'electron'
import type { Log } from '../../core/ports/log.ts'
import type { Notifier } from '../../core/ports/notifier.ts'

/** Notifications of the operating system. `open` is called with the deal when one is clicked. */
export function createElectronNotifier(open: (deal_id: string) => void, log: Log): Notifier {
  // Electron drops the listeners of a notification that nothing holds any more.
  const shown = new Set<Notification>()
  return {
    notify({ deal_id, title, body }) {
      const notification = new Notification({ title: plain(title), body: plain(body), urgency: 'normal' })
      shown.add(notification)
      const forget = () => shown.delete(notification)
      notification.on('click', () => {
        forget()
        open(deal_id)
      })
      notification.on('close', forget)
      notification.on('failed', (_, error) => {
        forget()
        log.warn('notification failed', { error })
      })
      notification.show()
    },
  }
}

/** Linux daemons read the text as markup; what brokers and the network wrote must stay text. */
function plain(text: string): string {
  if (process.platform !== 'linux') return text
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
