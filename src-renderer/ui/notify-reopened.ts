import { notifications } from '@mantine/notifications'
import { messages } from '../../src-shared/messages/messages.ts'
import type { Reopened } from '../navigation/reload-page.ts'

/** A page that was opened again has in its address why: the broker is told, once. */
export function notifyReopened(): void {
  const asked = new URLSearchParams(location.search)
  const why = (['reopened', 'turned', 'turned-unsaved'] satisfies Reopened[]).find((one) => asked.has(one))
  if (why === undefined) return
  history.replaceState(history.state, '', location.pathname + location.hash)
  const { reopened, reopenedText, switched, switchedText, switchedUnsaved } = messages().crashes
  const [title, message] = {
    reopened: [reopened, reopenedText],
    turned: [switched, switchedText],
    'turned-unsaved': [switched, `${switchedText} ${switchedUnsaved}`],
  }[why]
  notifications.show({
    title,
    message,
    role: 'status',
    autoClose: why === 'turned-unsaved' ? false : 12_000,
    ...(why === 'turned-unsaved' && { color: 'red' }),
  })
}
