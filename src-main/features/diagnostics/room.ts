import type { diagnosticsContract } from '../../../src-shared/features/diagnostics/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { DiagnosticsCollector } from './diagnostics.ts'

export function openDiagnostics({
  diagnostics,
}: {
  diagnostics: DiagnosticsCollector
}): Room<typeof diagnosticsContract> {
  return {
    handlers: {
      'diagnostics.view': () => diagnostics.view(),
      'diagnostics.save': () => diagnostics.save(),
    },
  }
}
