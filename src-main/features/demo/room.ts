import type { demoContract } from '../../../src-shared/features/demo/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { Demo } from './demo.ts'
import type { Environments } from '../../platform/environment/platform.ts'

export function openDemo({
  environmentManager,
  demo,
}: {
  environmentManager: Pick<Environments, 'runAndNotify'>
  demo: Demo
}): RoomHandlers<typeof demoContract> {
  return {
    'demo.status': async () => demo.status,
    'demo.start': ({ window_id }) => environmentManager.runAndNotify(window_id, () => demo.start()),
    'demo.stop': ({ window_id }) => environmentManager.runAndNotify(window_id, () => demo.stop()),
  }
}
