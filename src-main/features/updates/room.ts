import type { updatesContract } from '../../../src-shared/features/updates/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { AppUpdates } from './app-updates.ts'
import type { AppInfo } from '../../../src-shared/features/connection/environment.ts'

export function openUpdates({
  updates,
  info,
}: {
  updates: AppUpdates
  info: AppInfo
}): RoomHandlers<typeof updatesContract> {
  return {
    'app.info': async () => info,
    'updates.get': async () => updates.view(),
    'updates.check': async () => await updates.check(),
    'updates.set_automatic': ({ automatic }) => updates.setAutomatic(automatic),
    'updates.restart': () => updates.restart(),
    'updates.dismiss_note': async () => updates.dismissNote(),
    'updates.proven': async () => {
      await updates.prove()
    },
  }
}
