import standard from '../../resources/profiles/payload-default.json' with { type: 'json' }
import { payloadProfileSchema, type PayloadProfile } from './payload-profile.ts'

/** The profile that comes with the app. Its fields are assumed: the specification shows none (section 2). */
export const standardProfile: PayloadProfile = payloadProfileSchema.parse(standard)
