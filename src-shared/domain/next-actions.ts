import { z } from 'zod'
import { dealChoiceSchema } from './pipeline-schema.ts'

export const NEXT_ACTIONS = [
  'expire_today',
  'expire_soon',
  'unknown',
  'refused',
  'more_information',
  'stipulations',
  'paper',
  'ready',
] as const

/** Something that waits for the broker: so many deals, which this choice shows. `paper`: the kind that they lack. */
export const nextActionSchema = z.object({
  kind: z.enum(NEXT_ACTIONS),
  paper: z.object({ value: z.string(), label: z.string() }).optional(),
  choice: dealChoiceSchema,
  deals: z.int(),
})
export type NextAction = z.infer<typeof nextActionSchema>
