import type { AlertSettings } from '../../../src-shared/domain/notification.ts'

/** The broker's settings for the app's behavior on this computer. */
export interface Desktop {
  alerts(): AlertSettings
  keepAlerts(settings: AlertSettings): Promise<void>
  /** Returns whether the app starts at login, or null if that is not possible. */
  startsAtLogin(): Promise<boolean | null>
  startAtLogin(on: boolean): Promise<void>
}
