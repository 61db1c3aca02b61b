import { ok } from '../../../src-shared/errors.ts'
import type { AppearanceSettingsStore } from '../../core/appearance/appearance-settings.ts'
import type { Handlers } from '../router.ts'

export function createAppearanceHandlers(
  appearance: AppearanceSettingsStore,
): Pick<Handlers, Extract<keyof Handlers, `appearance.${string}`>> {
  return {
    'appearance.get': async () => ok(appearance.view()),
    'appearance.save': (settings) => appearance.save(settings),
  }
}
