import { z } from 'zod'

/** One difference between two profiles. `before` is null for an addition, `after` for a removal. */
export const profileChangeSchema = z.object({
  path: z.string(),
  label: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type ProfileChange = z.infer<typeof profileChangeSchema>
