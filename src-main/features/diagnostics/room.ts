import type { diagnosticsContract } from '../../../src-shared/features/diagnostics/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { ExpectedEnvironment } from '../../core/environments/environment-deps.ts'
import type { DiagnosticsCollector } from '../../core/diagnostics/diagnostics.ts'

export function openDiagnostics({
  diagnostics,
}: {
  diagnostics: DiagnosticsCollector
}): Room<typeof diagnosticsContract, ExpectedEnvironment> {
  return {
    handlers: {
      'diagnostics.view': () => diagnostics.view(),
      'diagnostics.save': () => diagnostics.save(),
    },
  }
}
