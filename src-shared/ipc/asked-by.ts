import { z } from 'zod'

/** Which window asks, by the name that it gave itself: what it brings about is told to the others. */
export const askedBy = z.object({ window_id: z.uuid().nullable().default(null) })
