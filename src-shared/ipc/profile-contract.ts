import { z } from 'zod'
import { fieldProblemSchema } from '../domain/deal-schema.ts'
import { profileChangeSchema } from '../profile/diff-profiles-schema.ts'
import { payloadProfileSchema } from '../profile/payload-profile.ts'

const nothing = z.object({})
const asText = z.object({ profile_json: z.string().max(1_000_000) })

/** `changes`: what differs from the standard. `is_unreadable`: one was kept that this version cannot read. */
const profileView = z.object({
  profile: payloadProfileSchema,
  is_standard: z.boolean(),
  is_unreadable: z.boolean(),
  changes: z.array(profileChangeSchema),
})

/** The channels of the payload profile, as a part of the contract. */
export const profileContract = {
  'profile.get': { input: nothing, output: payloadProfileSchema },
  'profile.view': { input: nothing, output: profileView },
  /** Keeps nothing: tells what is wrong by path or, where nothing is, what would change against the present one. */
  'profile.check': {
    input: asText,
    output: z.object({ problems: z.array(fieldProblemSchema), changes: z.array(profileChangeSchema) }),
  },
  /** The forms follow at once; a draft follows when it is opened. */
  'profile.save': { input: asText, output: profileView, checksEnvironment: true },
  'profile.reset': { input: nothing, output: profileView, checksEnvironment: true },
} as const
