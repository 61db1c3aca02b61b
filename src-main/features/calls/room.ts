import type { callsContract } from '../../../src-shared/features/calls/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { Platform } from '../../platform/environment/platform.ts'

export function openCalls(context: Pick<Platform, 'vault'>): Room<typeof callsContract> {
  return {
    handlers: {
      'calls.list': ({ search }) => context.vault.listCalls(search),
    },
  }
}
