import { failure } from '../../platform/base/failure.ts'
import type { AlertSettings, AlertsView } from '../../../src-shared/features/today/notification.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { SystemNotifications } from '../../platform/base/system.ts'
import type { Announcer } from './announcer.ts'
import type { todayContract } from '../../../src-shared/features/today/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'

export interface AlertsParts {
  preferences: { get(): AlertSettings; keep(settings: AlertSettings): Promise<void> }
  /** Returns whether the app starts at login, or null if that is not possible. */
  startsAtLogin(): Promise<boolean | null>
  startAtLogin(on: boolean): Promise<void>
  announcer: Pick<Announcer, 'wake'>
  system: SystemNotifications
}

export class Alerts {
  readonly #parts: AlertsParts

  constructor(parts: AlertsParts) {
    this.#parts = parts
  }

  async view(): Promise<AlertsView> {
    const { preferences, startsAtLogin } = this.#parts
    return { settings: preferences.get(), start_at_login: await startsAtLogin() }
  }

  /** Saves the settings. If `start_at_login` is null, that setting does not change. */
  async save(settings: AlertSettings, start_at_login: boolean | null): Promise<AlertsView> {
    try {
      await this.#parts.preferences.keep(settings)
      if (start_at_login !== null) await this.#parts.startAtLogin(start_at_login)
    } catch {
      throw failure('INTERNAL', msg.errors.choiceNotSaved, msg.errors.isDiskFull)
    }
    this.#parts.announcer.wake()
    return this.view()
  }

  /** Shows a test notification, so that the broker sees whether the system allows notifications. */
  async try(): Promise<void> {
    this.#parts.system.show({
      title: msg.notifications.tryTitle,
      body: msg.notifications.tryBody,
      opens: 'today',
      when_locked: msg.notifications.tryTitle,
    })
  }
}

export function openAlerts({
  alerts,
}: {
  alerts: Alerts
}): RoomHandlers<Pick<typeof todayContract, `alerts.${string}` & keyof typeof todayContract>> {
  return {
    'alerts.get': () => alerts.view(),
    'alerts.save': ({ settings, start_at_login }) => alerts.save(settings, start_at_login),
    'alerts.try': () => alerts.try(),
  }
}
