import type { appearanceContract } from '../../../src-shared/features/appearance/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { ExpectedEnvironment } from '../../core/environments/environment-deps.ts'
import type { AppearanceSettingsStore } from '../../core/appearance/appearance-settings.ts'
import { ok } from '../../../src-shared/errors.ts'

export function openAppearance({
  appearance,
}: {
  appearance: AppearanceSettingsStore
}): Room<typeof appearanceContract, ExpectedEnvironment> {
  return {
    handlers: {
      'appearance.get': async () => ok(appearance.view()),
      'appearance.save': (settings) => appearance.save(settings),
    },
  }
}
