import { notifications } from '@mantine/notifications'
import { words } from '../../src-shared/messages/messages.ts'

/** A page whose process had ended was opened again by main, which says so in the address: the broker is told, once. */
export function tellReopened(): void {
  if (!new URLSearchParams(location.search).has('reopened')) return
  history.replaceState(history.state, '', location.pathname + location.hash)
  const { reopened, reopenedText } = words().crashes
  notifications.show({ title: reopened, message: reopenedText, role: 'status', autoClose: 12_000 })
}
