import { z } from 'zod'
import { dealId, type, type Saved, type Contract } from '../../platform/ipc/parts.ts'

export const packageContract = {
  'deals.save_package': {
    input: dealId.extend({
      with_sensitive: z.boolean(),
      with_notes: z.boolean(),
      with_summary: z.boolean().optional(),
    }),
    output: type<Saved>(),
  },
} as const satisfies Contract
