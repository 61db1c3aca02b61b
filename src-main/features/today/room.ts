import type { todayContract } from '../../../src-shared/features/today/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'
import { viewToday } from '../../core/follow-ups/today.ts'
import { setAsideLine, putBackLine } from '../../core/follow-ups/follow-ups.ts'

export function openToday(context: EnvironmentContext): Room<typeof todayContract> {
  return {
    handlers: {
      'today.view': ({ is_open }) => viewToday(context, is_open),
      'today.set_aside': ({ when, ...line }) => setAsideLine(context, line, when),
      'today.put_back': (line) => putBackLine(context, line),
    },
  }
}
