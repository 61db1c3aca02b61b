import type { DiagnosticsCollector } from '../../core/diagnostics/diagnostics.ts'
import type { Handlers } from '../router.ts'

/** Creates the handlers of the diagnostics bundle for support. */
export function createDiagnosticsHandlers(
  diagnostics: DiagnosticsCollector,
): Pick<Handlers, Extract<keyof Handlers, `diagnostics.${string}`>> {
  return {
    'diagnostics.view': () => diagnostics.view(),
    'diagnostics.save': () => diagnostics.save(),
  }
}
