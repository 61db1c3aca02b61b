import type { Emit, SystemNotifications } from '../../platform/base/system.ts'
import { startAtLogin, startsAtLogin } from '../../platform/electron/login-item.ts'
import { Alerts, type AlertsParts } from './alerts.ts'
import { Announcer } from './announcer.ts'

/** Creates the announcer, which shows notifications, and the settings for it. */
export function createAlerts(
  preferences: AlertsParts['preferences'],
  system: SystemNotifications,
  emit: Emit,
): { announcer: Announcer; alerts: Alerts } {
  const announcer = new Announcer({ system, settings: preferences.get, now: Date.now, emit })
  return { announcer, alerts: new Alerts({ preferences, startsAtLogin, startAtLogin, announcer, system }) }
}
