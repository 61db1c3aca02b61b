import type { DiagnosticsDesk } from '../../core/diagnostics/diagnostics-desk.ts'
import type { Handlers } from '../router.ts'

/** Creates the handlers of the diagnostics bundle for support. */
export function createDiagnosticsHandlers(
  diagnostics: DiagnosticsDesk,
): Pick<Handlers, Extract<keyof Handlers, `diagnostics.${string}`>> {
  return {
    'diagnostics.view': () => diagnostics.view(),
    'diagnostics.save': () => diagnostics.save(),
  }
}
