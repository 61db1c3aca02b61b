import { ok } from '../../../src-shared/errors.ts'
import type { Demo } from '../../core/demo/demo.ts'
import type { Handlers } from '../router.ts'

/** The handlers of the built-in sandbox. */
export function createDemoHandlers(demo: Demo): Pick<Handlers, Extract<keyof Handlers, `demo.${string}`>> {
  return {
    'demo.status': async () => ok(demo.status),
    'demo.start': () => demo.start(),
    'demo.stop': () => demo.stop(),
  }
}
