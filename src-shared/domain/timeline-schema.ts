import { z } from 'zod'
import { TIMELINE_FILTERS } from './timeline.ts'

export const timelineFilterSchema = z.enum(TIMELINE_FILTERS)
export type TimelineFilter = z.infer<typeof timelineFilterSchema>
