import type { AlertSettings } from '../../../src-shared/domain/notification.ts'

/** What the broker chose of how the app behaves on this computer. */
export interface Desktop {
  alerts(): AlertSettings
  keepAlerts(settings: AlertSettings): Promise<void>
  /** Whether the app starts when the user signs in; null where that can't be arranged. */
  startsAtLogin(): Promise<boolean | null>
  startAtLogin(on: boolean): Promise<void>
}
