import { z } from 'zod'
import { type Contract, dealId, type OfDeal, type, typedLines } from '../../platform/ipc/parts.ts'
import { TIMELINE_FILTERS, type TimelineEntry } from './deal.ts'
import type { DealAddress } from '../../platform/addresses/deep-link.ts'

export const dealsContract = {
  /** Moves a deal to the trash. `deals.restore` restores it. */
  'deals.delete': { input: dealId, output: type<void>() },
  'deals.restore': { input: dealId, output: type<void>() },
  /** Adds the broker's own note to the timeline. The note is never sent from this computer. */
  'deals.add_note': {
    input: dealId.extend({ text: typedLines(5_000).min(1) }),
    output: type<void>(),
  },
  'deals.open_window': { input: dealId, output: type<void>() },
  /**
   * Returns a page of the timeline, newest entry first. The page contains the entries that are older than `before`, or the newest entries
   * if `before` is null.
   */
  'timeline.list': {
    input: dealId.extend({ filter: z.enum(TIMELINE_FILTERS), before: z.int().nullable() }),
    output: type<{ entries: TimelineEntry[]; more: boolean }>(),
  },
} as const satisfies Contract

export interface DealsEvents {
  'deal.changed': OfDeal
  /** The window must show this deal, for example after a click on a notification or a link. */
  'navigate.deal': DealAddress
}
