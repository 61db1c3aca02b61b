import type { appearanceContract } from '../../../src-shared/features/appearance/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { AppearanceSettingsStore } from './appearance-settings.ts'
import { ok } from '../../../src-shared/platform/base/errors.ts'

export function openAppearance({
  appearance,
}: {
  appearance: AppearanceSettingsStore
}): Room<typeof appearanceContract> {
  return {
    handlers: {
      'appearance.get': async () => ok(appearance.view()),
      'appearance.save': (settings) => appearance.save(settings),
    },
  }
}
