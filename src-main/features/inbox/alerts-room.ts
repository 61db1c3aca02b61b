import type { inboxContract } from '../../../src-shared/features/inbox/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { Alerts } from './alerts.ts'

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
