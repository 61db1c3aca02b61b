import type { packageContract } from '../../../src-shared/features/package/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'
import type { ProofPrinter } from '../../core/proof/export-proof.ts'
import type { SaveZip } from '../../core/ports/files.ts'
import { savePackage } from '../../core/package/save-package.ts'

export function openPackage(
  context: EnvironmentContext,
  { printer, saveZip }: { printer: ProofPrinter; saveZip: SaveZip },
): Room<typeof packageContract> {
  return {
    handlers: {
      'deals.save_package': (options) => savePackage(context, { printer, saveZip }, options),
    },
  }
}
