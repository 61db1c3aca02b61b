import { z } from 'zod'
import { diagnosticsSchema } from '../domain/diagnostics.ts'

const nothing = z.object({})

/** The channels of what stands around all screens. */
export const shellContract = {
  /** Whether the broker has yet to confirm that submissions here are real, and the host they go to. */
  'submission.first_real': {
    input: nothing,
    output: z.object({ is_needed: z.boolean(), host: z.string() }),
  },
  /** Kept for the address and the credentials that are set now, where they are still of the host that the broker was shown. */
  'submission.confirm_real': {
    input: z.object({ host: z.string() }),
    output: nothing,
    checksEnvironment: true,
  },
  /** What the diagnostics bundle holds; `diagnostics.save` saves just this. */
  'diagnostics.view': { input: nothing, output: diagnosticsSchema },
  'diagnostics.save': { input: nothing, output: z.object({ saved_as: z.string().nullable() }) },
} as const

export const shellEvents = {
  /** A line of the app's menu was chosen: the page does the action of that name. */
  'menu.run': z.object({ action_id: z.string(), by_keys: z.boolean() }),
} as const
