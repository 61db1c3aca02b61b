import type { lockContract } from '../../../src-shared/features/lock/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { Demo } from '../demo/demo.ts'
import type { AppLock } from './app-lock.ts'

export function openLock({ demo, lock }: { demo: Demo; lock: AppLock }): RoomHandlers<typeof lockContract> {
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
    },
    'lock.restore_state': async ({ state_id }) => ({ state: lock.restoreState(state_id) }),
  }
}
