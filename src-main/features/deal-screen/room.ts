import type { dealScreenContract } from '../../../src-shared/features/deal-screen/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { viewDeal } from './deal-view.ts'

export function openDealScreen(context: EnvironmentContext): Room<typeof dealScreenContract> {
  return {
    handlers: {
      'deals.get': ({ deal_id }) => viewDeal(context, deal_id),
    },
  }
}
