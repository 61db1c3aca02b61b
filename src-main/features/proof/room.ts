import type { proofContract } from '../../../src-shared/features/proof/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { Platform } from '../../platform/environment/platform.ts'
import { type ProofExport, exportProof } from './export-proof.ts'

export function openProof(
  context: Pick<Platform, 'environment' | 'vault' | 'clock'>,
  printing: ProofExport,
): RoomHandlers<typeof proofContract> {
  return {
    'proof.export': ({ deal_id, as }) => exportProof(context, printing, deal_id, as),
  }
}
