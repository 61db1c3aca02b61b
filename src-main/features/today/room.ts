import type { todayContract } from '../../../src-shared/features/today/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { ReminderNeeds } from '../inbox/inbox.ts'
import type { BrokerForm } from '../form/payload-profile.ts'
import { viewToday } from './today.ts'
import { setAsideLine, putBackLine } from '../follow-ups/follow-ups.ts'

export function openToday(context: ReminderNeeds & Pick<BrokerForm, 'profile'>): Room<typeof todayContract> {
  return {
    handlers: {
      'today.view': ({ is_open }) => viewToday(context, is_open),
      'today.set_aside': ({ when, ...line }) => setAsideLine(context, line, when),
      'today.put_back': (line) => putBackLine(context, line),
    },
  }
}
