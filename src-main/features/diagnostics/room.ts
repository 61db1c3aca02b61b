import type { diagnosticsContract } from '../../../src-shared/features/diagnostics/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { DiagnosticsCollector } from './diagnostics.ts'

export function openDiagnostics({
  diagnostics,
}: {
  diagnostics: DiagnosticsCollector
}): RoomHandlers<typeof diagnosticsContract> {
  return {
    'diagnostics.view': () => diagnostics.view(),
    'diagnostics.save': () => diagnostics.save(),
  }
}
