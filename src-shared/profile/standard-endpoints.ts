import standard from '../../resources/profiles/endpoint-default.json' with { type: 'json' }
import type { EndpointProfile } from './endpoint-profile.ts'

const { $schema: _, ...profile } = standard

/** The profile that comes with the app; what the specification does not show in it is marked as assumed. Tests parse it, no start does. */
export const standardEndpoints: EndpointProfile = profile as unknown as EndpointProfile
