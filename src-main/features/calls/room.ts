import type { callsContract } from '../../../src-shared/features/calls/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'

export function openCalls(context: EnvironmentContext): Room<typeof callsContract> {
  return {
    handlers: {
      'calls.list': ({ search }) => context.vault.listCalls(search),
    },
  }
}
