import type { DiagnosticsDesk } from '../../core/diagnostics/diagnostics-desk.ts'
import type { Handlers } from '../router.ts'

/** The handlers of the bundle that a broker hands to whoever helps. */
export function createDiagnosticsHandlers(
  diagnostics: DiagnosticsDesk,
): Pick<Handlers, Extract<keyof Handlers, `diagnostics.${string}`>> {
  return {
    'diagnostics.view': () => diagnostics.view(),
    'diagnostics.save': () => diagnostics.save(),
  }
}
