import type { todayContract } from '../../../src-shared/features/today/contract.ts'
import type { Room } from '../../platform/ipc/room.ts'
import type { EnvironmentContext } from '../../platform/environment/environment-context.ts'
import { viewToday } from './today.ts'
import { setAsideLine, putBackLine } from '../follow-ups/follow-ups.ts'

export function openToday(context: EnvironmentContext): Room<typeof todayContract> {
  return {
    handlers: {
      'today.view': ({ is_open }) => viewToday(context, is_open),
      'today.set_aside': ({ when, ...line }) => setAsideLine(context, line, when),
      'today.put_back': (line) => putBackLine(context, line),
    },
  }
}
