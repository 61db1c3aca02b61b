import type { callsContract } from '../../../src-shared/features/calls/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { Platform } from '../../platform/environment/platform.ts'

export function openCalls(context: Pick<Platform, 'vault'>): RoomHandlers<typeof callsContract> {
  return {
    'calls.list': ({ search }) => context.vault.listCalls(search),
  }
}
