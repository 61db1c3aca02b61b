import type { merchantsContract } from '../../../src-shared/features/merchants/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { DraftNeeds } from '../drafts/change-draft.ts'
import { viewKnownMerchant, reuseMerchant, dismissReuse } from './known-merchant.ts'

export function openMerchants(context: DraftNeeds): RoomHandlers<typeof merchantsContract> {
  return {
    'merchants.view': ({ deal_id }) => viewKnownMerchant(context, deal_id),
    'merchants.copy_values': (choice) => reuseMerchant(context, choice),
    'merchants.dismiss': ({ deal_id }) => dismissReuse(context, deal_id),
  }
}
