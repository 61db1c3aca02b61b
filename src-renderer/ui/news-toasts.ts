import { formatMessage } from '../../src-shared/messages/msg.ts'
import { notifications, notificationsStore } from '@mantine/notifications'
import type { EventPayload } from '../../src-shared/ipc/contract.ts'
import { navigate } from '../navigation/route.ts'

const STAYS_MS = 12_000

let shown = 0

/** Shows inside what the system shows outside. Of a deal the newest word stands, of an offer apart from lesser ones. */
export function showNews({
  deal_id,
  kind,
  title,
  body,
  instead_of,
}: EventPayload<'notification.shown'>): void {
  const about = `${deal_id ?? 'inbox'} ${kind}`
  hideNews(about)
  if (instead_of !== null) hideNews(`${instead_of} ${kind}`)
  notifications.show({
    // The kit drops one that comes under a name that is still shown.
    id: `${about} ${++shown}`,
    title: formatMessage(title),
    message: formatMessage(body),
    color: 'teal',
    autoClose: STAYS_MS,
    withBorder: true,
    role: 'status',
    onClick: () => navigate(deal_id === null ? { screen: 'inbox' } : { screen: 'deal', deal_id }),
  })
}

/** Takes back what is shown of a deal, or of one kind about it. */
export function hideNews(about: string): void {
  const { notifications: standing, queue } = notificationsStore.getState()
  for (const { id = '' } of [...standing, ...queue]) if (id.startsWith(`${about} `)) notifications.hide(id)
}
