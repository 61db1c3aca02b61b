import type { lockContract } from '../../../src-shared/features/lock/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { ExpectedEnvironment } from '../../core/environments/environment-deps.ts'
import type { Demo } from '../../core/demo/demo.ts'
import type { AppLock } from '../../core/lock/app-lock.ts'
import { ok } from '../../../src-shared/errors.ts'

export function openLock({
  demo,
  lock,
}: {
  demo: Demo
  lock: AppLock
}): Room<typeof lockContract, ExpectedEnvironment> {
  return {
    handlers: {
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
    },
  }
}
