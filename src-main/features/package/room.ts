import type { packageContract } from '../../../src-shared/features/package/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { ProofPrinter } from '../proof/export-proof.ts'
import type { SaveZip } from '../../platform/files/ports.ts'
import { savePackage, type PackageNeeds } from './save-package.ts'

export function openPackage(
  context: PackageNeeds,
  printing: ProofPrinter & { saveZip: SaveZip },
): RoomHandlers<typeof packageContract> {
  return {
    'deals.save_package': (options) => savePackage(context, printing, options),
  }
}
