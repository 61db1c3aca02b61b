import type { todayContract } from '../../../src-shared/features/today/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { ReminderNeeds } from '../follow-ups/follow-ups.ts'
import { listDone, type TodayNeeds, viewTodayScreen } from './today.ts'
import { putBack, setAside, settleNews } from './set-aside.ts'

export function openToday(
  context: ReminderNeeds & TodayNeeds,
): RoomHandlers<Omit<typeof todayContract, `alerts.${string}`>> {
  return {
    'today.view': () => viewTodayScreen(context),
    'today.list_done': () => listDone(context),
    'today.set_aside': ({ reasons, when }) => setAside(context, reasons, when),
    'today.put_back': ({ reasons }) => putBack(context, reasons),
    'today.settle_news': ({ deal_id }) => settleNews(context, deal_id),
  }
}
