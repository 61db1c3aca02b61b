import { failure } from '../../platform/base/failure.ts'
import type { AlertSettings, AlertsView } from '../../../src-shared/features/today/notification.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import type { SystemNotifications } from '../../platform/base/system.ts'
import type { Announcer } from './announcer.ts'
import type { todayContract } from '../../../src-shared/features/today/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'

interface AlertsParts {
  preferences: { get(): AlertSettings; keep(settings: AlertSettings): Promise<void> }
  /** Returns whether the app starts at login, or null if that is not possible. */
  startsAtLogin(): Promise<boolean | null>
  startAtLogin(on: boolean): Promise<void>
  announcer: Pick<Announcer, 'wake'>
  system: SystemNotifications
}

export function openAlerts({
  alerts,
}: {
  alerts: AlertsParts
}): RoomHandlers<Pick<typeof todayContract, `alerts.${string}` & keyof typeof todayContract>> {
  const view = async (): Promise<AlertsView> => ({
    settings: alerts.preferences.get(),
    start_at_login: await alerts.startsAtLogin(),
  })
  return {
    'alerts.get': view,
    /** Saves the settings. If `start_at_login` is null, that setting does not change. */
    'alerts.save': async ({ settings, start_at_login }) => {
      try {
        await alerts.preferences.keep(settings)
        if (start_at_login !== null) await alerts.startAtLogin(start_at_login)
      } catch {
        throw failure('INTERNAL', msg.errors.choiceNotSaved, msg.errors.isDiskFull)
      }
      alerts.announcer.wake()
      return view()
    },
    /** Shows a test notification, so that the broker sees whether the system allows notifications. */
    'alerts.try': async () => {
      const { tryTitle, tryBody } = msg.notifications
      alerts.system.show({ title: tryTitle, body: tryBody, opens: 'today', when_locked: tryTitle })
    },
  }
}
