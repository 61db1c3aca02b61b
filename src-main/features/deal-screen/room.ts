import type { dealScreenContract } from '../../../src-shared/features/deal-screen/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'
import { viewDeal } from '../../core/drafts/deal-view.ts'

export function openDealScreen(context: EnvironmentContext): Room<typeof dealScreenContract> {
  return {
    handlers: {
      'deals.get': ({ deal_id }) => viewDeal(context, deal_id),
    },
  }
}
