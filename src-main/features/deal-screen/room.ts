import type { dealScreenContract } from '../../../src-shared/features/deal-screen/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import { viewDeal, type DealViewNeeds } from './deal-view.ts'

export function openDealScreen(context: DealViewNeeds): RoomHandlers<typeof dealScreenContract> {
  return {
    'deals.get': ({ deal_id }) => viewDeal(context, deal_id),
  }
}
