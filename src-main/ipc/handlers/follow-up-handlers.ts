import type { followUpContract } from '../../../src-shared/ipc/follow-up-contract.ts'
import {
  endFollowUp,
  putBackLine,
  readFollowUp,
  readInboxItem,
  restoreFollowUp,
  setAsideLine,
  setFollowUp,
  snoozeInboxItem,
} from '../../core/follow-ups/follow-ups.ts'
import { viewToday } from '../../core/follow-ups/today.ts'
import type { Handlers, WithEnvironment } from '../router.ts'

/** Creates the handlers of follow-ups, of snoozed inbox items, and of the Today screen. */
export function createFollowUpHandlers(
  withEnvironment: WithEnvironment,
): Pick<Handlers, keyof typeof followUpContract> {
  return {
    'follow_ups.get': ({ deal_id }) => withEnvironment((context) => readFollowUp(context, deal_id)),
    'follow_ups.set': ({ deal_id, when }) =>
      withEnvironment((context) => setFollowUp(context, deal_id, when)),
    'follow_ups.end': ({ deal_id, as }) => withEnvironment((context) => endFollowUp(context, deal_id, as)),
    'follow_ups.restore': (followUp) => withEnvironment((context) => restoreFollowUp(context, followUp)),
    'inbox.snooze': ({ number, when }) =>
      withEnvironment((context) => snoozeInboxItem(context, number, when)),
    'inbox.read_item': ({ number }) => withEnvironment((context) => readInboxItem(context, number)),
    'today.view': ({ is_open }) => withEnvironment((context) => viewToday(context, is_open)),
    'today.set_aside': ({ when, ...line }) => withEnvironment((context) => setAsideLine(context, line, when)),
    'today.put_back': (line) => withEnvironment((context) => putBackLine(context, line)),
  }
}
