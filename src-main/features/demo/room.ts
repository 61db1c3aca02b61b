import type { demoContract } from '../../../src-shared/features/demo/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { ExpectedEnvironment } from '../../core/environments/environment-deps.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import type { Demo } from '../../core/demo/demo.ts'
import { ok } from '../../../src-shared/errors.ts'

export function openDemo({
  environmentManager,
  demo,
}: {
  environmentManager: EnvironmentManager
  demo: Demo
}): Room<typeof demoContract, ExpectedEnvironment> {
  return {
    handlers: {
      'demo.status': async () => ok(demo.status),
      'demo.start': ({ window_id }) => environmentManager.runAndNotify(window_id, () => demo.start()),
      'demo.stop': ({ window_id }) => environmentManager.runAndNotify(window_id, () => demo.stop()),
    },
  }
}
