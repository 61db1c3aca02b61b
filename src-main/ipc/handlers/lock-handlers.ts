import { ok } from '../../../src-shared/errors.ts'
import type { lockContract } from '../../../src-shared/ipc/lock-contract.ts'
import type { Demo } from '../../core/demo/demo.ts'
import type { AppLock } from '../../core/lock/app-lock.ts'
import type { Handlers } from '../router.ts'

export interface LockHandlerDeps {
  lock: AppLock
  demo: Demo
}

/** Creates the handlers of the app's lock. While the demo runs, no PIN can be set, because the demo has no recovery code. */
export function createLockHandlers({
  lock,
  demo,
}: LockHandlerDeps): Pick<Handlers, keyof typeof lockContract> {
  return {
    'lock.status': () => lock.status(),
    'lock.enter_pin': ({ pin }) => lock.enterPin(pin),
    'lock.unlock': () => lock.unlockBySystem(),
    'lock.enter_code': ({ code }) => lock.enterCode(code),
    'lock.settings': async () => lock.view(),
    'lock.save_settings': (settings) => lock.saveSettings(settings),
    'lock.set_pin': ({ pin, present }) => demo.unlessRunning(() => lock.setPin(pin, present)),
    'lock.remove_pin': ({ present }) => lock.removePin(present),
    'lock.start': () => lock.start(),
    'lock.save_state': async ({ state_id, state }) => {
      lock.saveState(state_id, state)
      return ok({})
    },
    'lock.restore_state': async ({ state_id }) => ok({ state: lock.restoreState(state_id) }),
  }
}
