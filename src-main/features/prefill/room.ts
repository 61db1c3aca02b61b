import type { prefillContract } from '../../../src-shared/features/prefill/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import { readProposals, acceptProposals, dismissProposals, type PrefillNeeds } from './proposals.ts'

export function openPrefill(context: PrefillNeeds): RoomHandlers<typeof prefillContract> {
  return {
    'prefill.read': ({ document_id }) => readProposals(context, document_id),
    'prefill.accept': ({ proposal_ids, ...origin }) => acceptProposals(context, origin, proposal_ids),
    'prefill.dismiss': ({ document_id }) => dismissProposals(context, document_id),
  }
}
