import type { dealScreenContract } from '../../../src-shared/features/deal-screen/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import { viewDeal, type DealViewNeeds } from './deal-view.ts'

export function openDealScreen(context: DealViewNeeds): Room<typeof dealScreenContract> {
  return {
    handlers: {
      'deals.get': ({ deal_id }) => viewDeal(context, deal_id),
    },
  }
}
