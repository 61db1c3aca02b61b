import { z } from 'zod'
import { timelineEntrySchema } from '../domain/deal-schema.ts'
import { timelineFilterSchema } from '../domain/timeline-schema.ts'

const nothing = z.object({})
const dealId = z.object({ deal_id: z.uuid() })
const ofField = dealId.extend({ path: z.string().max(200) })

/** The channels of one open deal's screen, as a part of the contract. */
export const dealContract = {
  /** One sensitive value in full, on the broker's press; until the window says that it is hidden, windows are protected. */
  'deals.reveal': {
    input: ofField.extend({ window_id: z.uuid() }),
    output: z.object({ value: z.string() }),
  },
  /** Puts one value on the clipboard without showing it; a sensitive one leaves it after a minute. */
  'deals.copy_value': { input: ofField, output: nothing },
  /** Whether a window shows a sensitive value; to be said again while it does. */
  'screen.shown': { input: z.object({ window_id: z.uuid(), shown: z.boolean() }), output: nothing },
  /** Asks where to save all there is of a deal as one zip; `saved_as` is null when nothing was saved. */
  'deals.save_package': {
    input: dealId.extend({ with_sensitive: z.boolean(), with_notes: z.boolean() }),
    output: z.object({ saved_as: z.string().nullable() }),
  },
  /** A page of the timeline, the newest first: those before `before`, or the newest of all. */
  'timeline.list': {
    input: dealId.extend({ filter: timelineFilterSchema, before: z.int().nullable() }),
    output: z.object({ entries: z.array(timelineEntrySchema), more: z.boolean() }),
  },
} as const

export const dealEvents = {
  /** The screen was locked: what is shown is to be hidden. */
  'screen.locked': nothing,
} as const
