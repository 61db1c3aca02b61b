import { ok } from '../../../src-shared/errors.ts'
import type { AppearanceDesk } from '../../core/appearance/appearance-desk.ts'
import type { Handlers } from '../router.ts'

export function createAppearanceHandlers(
  appearance: AppearanceDesk,
): Pick<Handlers, Extract<keyof Handlers, `appearance.${string}`>> {
  return {
    'appearance.get': async () => ok(appearance.view()),
    'appearance.save': (settings) => appearance.save(settings),
  }
}
