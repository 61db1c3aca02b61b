import type { followUpsContract } from '../../../src-shared/features/follow-ups/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { ReminderNeeds } from './follow-ups.ts'
import { readFollowUp, setFollowUp, endFollowUp, restoreFollowUp } from './follow-ups.ts'

export function openFollowUps(context: ReminderNeeds): RoomHandlers<typeof followUpsContract> {
  return {
    'follow_ups.get': ({ deal_id }) => readFollowUp(context, deal_id),
    'follow_ups.set': ({ deal_id, when, note }) => setFollowUp(context, deal_id, when, note),
    'follow_ups.end': ({ deal_id, as }) => endFollowUp(context, deal_id, as),
    'follow_ups.restore': (followUp) => restoreFollowUp(context, followUp),
  }
}
