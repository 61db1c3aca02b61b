import standard from '../../resources/profiles/payload-default.json' with { type: 'json' }
import type { PayloadProfile } from './payload-profile.ts'

const { $schema: _, ...profile } = standard

/**
 * The payload profile that is included in the app. Its fields are assumed: the specification shows none (section 2). Tests parse this
 * profile; the app does not parse it at startup.
 */
export const standardProfile: PayloadProfile = profile as unknown as PayloadProfile
