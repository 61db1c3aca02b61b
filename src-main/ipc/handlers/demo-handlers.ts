import { ok } from '../../../src-shared/errors.ts'
import type { Demo } from '../../core/demo/demo.ts'
import type { EnvironmentManager } from '../../core/environments/environment-manager.ts'
import type { Handlers } from '../router.ts'

export function createDemoHandlers(
  demo: Demo,
  environmentManager: EnvironmentManager,
): Pick<Handlers, Extract<keyof Handlers, `demo.${string}`>> {
  return {
    'demo.status': async () => ok(demo.status),
    'demo.start': ({ window_id }) => environmentManager.turning(window_id, () => demo.start()),
    'demo.stop': ({ window_id }) => environmentManager.turning(window_id, () => demo.stop()),
  }
}
