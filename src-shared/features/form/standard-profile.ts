import standard from '../../../resources/profiles/payload-default.json' with { type: 'json' }
import type { PayloadProfile } from './payload-profile.ts'

const { $schema: _, ...profile } = standard

/**
 * The payload profile that is included in the app. Its fields are assumed, because the specification shows no fields (section 2). The app
 * does not parse this profile at startup, because tests already do.
 */
export const standardProfile: PayloadProfile = profile as unknown as PayloadProfile
