import { interface as dbus, RequestNameReply, sessionBus } from '@jellybrick/dbus-next'
import { setTimeout as sleep } from 'node:timers/promises'

export interface ShownNotification {
  id: number
  summary: string
  body: string
  /** Time when the app requested the notification, from `performance.now()`. */
  at: number
}

const { Interface } = dbus

/** A D-Bus notification server. It records the notifications, and tests can click a notification as a user would. */
class Notifications extends Interface {
  readonly shown: ShownNotification[] = []
  #next = 1

  constructor(name: string) {
    super(name)
    // Delete these fields of the base class, because they hide the properties that `configureMembers` defines on the prototype
    // (@jellybrick/dbus-next 0.11.3).
    delete this.$properties
    delete this.$methods
    delete this.$signals
  }

  GetCapabilities() {
    return ['actions', 'body', 'body-markup', 'persistence']
  }
  GetServerInformation() {
    return ['funding-desk-demo', 'Funding Desk', '1.0', '1.2']
  }
  Notify(_app: string, replaces: number, _icon: string, summary: string, body: string) {
    const id = replaces || this.#next++
    this.shown.push({ id, summary, body, at: performance.now() })
    return id
  }
  CloseNotification(id: number) {
    this.NotificationClosed(id, 3)
  }
  ActionInvoked(id: number, key: string) {
    return [id, key]
  }
  NotificationClosed(id: number, reason: number) {
    return [id, reason]
  }
}

Notifications.configureMembers({
  methods: {
    GetCapabilities: { inSignature: '', outSignature: 'as' },
    GetServerInformation: { inSignature: '', outSignature: 'ssss' },
    Notify: { inSignature: 'susssasa{sv}i', outSignature: 'u' },
    CloseNotification: { inSignature: 'u', outSignature: '' },
  },
  signals: {
    ActionInvoked: { signature: 'us' },
    NotificationClosed: { signature: 'uu' },
  },
})

export interface NotificationDaemon {
  shown: readonly ShownNotification[]
  /** Returns the first notification whose summary or body contains the words. Rejects if none arrives in time. */
  waitFor(words: string): Promise<ShownNotification>
  click(notification: ShownNotification): void
  stop(): void
}

/** Maximum time to wait for a notification. */
const LIMIT_MS = 120_000

/** Starts a daemon that owns the name `org.freedesktop.Notifications` on the session bus. Start the daemon before Electron. */
export async function startNotificationDaemon(): Promise<NotificationDaemon> {
  const bus = sessionBus()
  const daemon = new Notifications('org.freedesktop.Notifications')
  bus.export('/org/freedesktop/Notifications', daemon)
  const got = await bus.requestName('org.freedesktop.Notifications', 0)
  if (got !== RequestNameReply.PRIMARY_OWNER)
    throw new Error('Another program already shows the notifications of this session.')
  return {
    shown: daemon.shown,
    async waitFor(words) {
      for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(20)) {
        const found = daemon.shown.find(({ summary, body }) => `${summary}\n${body}`.includes(words))
        if (found !== undefined) return found
      }
      const seen = daemon.shown.map(({ summary }) => summary).join(', ') || 'none'
      throw new Error(`No notification contains “${words}”. Shown: ${seen}.`)
    },
    click: ({ id }) => void daemon.ActionInvoked(id, 'default'),
    stop: () => bus.disconnect(),
  }
}
