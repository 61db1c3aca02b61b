import type { Message } from '../../../src-shared/messages/message.ts'
import type { ClickTarget } from '../../../src-shared/deep-link.ts'
import type { Announcement } from '../../../src-shared/domain/notification.ts'

export interface Notifier {
  notify(announcement: Announcement): void
}

/** Notifications of the operating system. `title` and `body` are plain text. */
export interface SystemNotifications {
  show(notification: { title: Message; body: Message; opens: ClickTarget }): { close(): void }
}
