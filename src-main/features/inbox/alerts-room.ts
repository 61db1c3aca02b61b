import type { inboxContract } from '../../../src-shared/features/inbox/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { ExpectedEnvironment } from '../../core/environments/environment-deps.ts'
import type { Alerts } from '../../core/notifications/alerts.ts'

export function openAlerts({
  alerts,
}: {
  alerts: Alerts
}): Room<Pick<typeof inboxContract, `alerts.${string}` & keyof typeof inboxContract>, ExpectedEnvironment> {
  return {
    handlers: {
      'alerts.get': () => alerts.view(),
      'alerts.save': ({ settings, start_at_login }) => alerts.save(settings, start_at_login),
      'alerts.try': () => alerts.try(),
    },
  }
}
