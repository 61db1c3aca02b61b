import type { AlertSettings, AlertsView } from '../../../src-shared/features/inbox/notification.ts'
import { appError, fail, ok, type Result } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { Desktop, SystemNotifications } from '../../platform/base/system.ts'
import type { Announcer } from './announcer.ts'
import type { inboxContract } from '../../../src-shared/features/inbox/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'

export class Alerts {
  readonly #desktop: Desktop
  readonly #announcer: Announcer
  readonly #system: SystemNotifications

  constructor(desktop: Desktop, announcer: Announcer, system: SystemNotifications) {
    this.#desktop = desktop
    this.#announcer = announcer
    this.#system = system
  }

  async view(): Promise<Result<AlertsView>> {
    return ok({ settings: this.#desktop.alerts(), start_at_login: await this.#desktop.startsAtLogin() })
  }

  /** Saves the settings. If `start_at_login` is null, that setting does not change. */
  async save(settings: AlertSettings, start_at_login: boolean | null): Promise<Result<AlertsView>> {
    try {
      await this.#desktop.keepAlerts(settings)
      if (start_at_login !== null) await this.#desktop.startAtLogin(start_at_login)
    } catch {
      return fail(appError('INTERNAL', msg.errors.choiceNotSaved, msg.errors.isDiskFull))
    }
    this.#announcer.wake()
    return this.view()
  }

  /** Shows a test notification, so that the broker sees whether the system allows notifications. */
  async try(): Promise<Result<Record<string, never>>> {
    this.#system.show({
      title: msg.notifications.tryTitle,
      body: msg.notifications.tryBody,
      opens: 'inbox',
      when_locked: msg.notifications.tryTitle,
    })
    return ok({})
  }
}

export function openAlerts({
  alerts,
}: {
  alerts: Alerts
}): Room<Pick<typeof inboxContract, `alerts.${string}` & keyof typeof inboxContract>> {
  return {
    handlers: {
      'alerts.get': () => alerts.view(),
      'alerts.save': ({ settings, start_at_login }) => alerts.save(settings, start_at_login),
      'alerts.try': () => alerts.try(),
    },
  }
}
