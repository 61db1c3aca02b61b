import { z } from 'zod'
import { dealId, type, type Nothing, type Contract } from '../../platform/ipc/parts.ts'
import { SET_ASIDE_KINDS, type TodayView } from './today.ts'
import { when } from '../follow-ups/contract.ts'

const line = dealId.extend({ kind: z.enum(SET_ASIDE_KINDS) })

export const todayContract = {
  /** Returns what needs the broker today. If the screen is not open, the renewals may be some minutes old. */
  'today.view': { input: z.object({ is_open: z.boolean() }), output: type<TodayView>() },
  /** Hides a line of the Today screen until this time. Null hides it until what it is about changes. */
  'today.set_aside': {
    input: line.extend({ fact: z.string().max(200), when: when.nullable() }),
    output: type<Nothing>(),
  },
  'today.put_back': { input: line, output: type<Nothing>() },
} as const satisfies Contract
