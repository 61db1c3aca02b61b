import type { dealsContract } from '../../../src-shared/features/deals/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import { addNote, pageOfTimeline } from './deal-timeline.ts'
import { trashDeal, type TrashNeeds } from './load-deal.ts'

export function openDeals(
  context: TrashNeeds,
  { openWindow }: { openWindow: (deal_id: string) => void },
): RoomHandlers<typeof dealsContract> {
  return {
    'deals.delete': ({ deal_id }) => trashDeal(context, deal_id, true),
    'deals.restore': ({ deal_id }) => trashDeal(context, deal_id, false),
    'deals.add_note': ({ deal_id, text }) => addNote(context, deal_id, text),
    'timeline.list': ({ deal_id, filter, before }) => pageOfTimeline(context, deal_id, { filter, before }),
    'deals.open_window': async ({ deal_id }) => {
      openWindow(deal_id)
    },
  }
}
