import standard from '../../resources/profiles/endpoint-default.json' with { type: 'json' }
import { endpointProfileSchema, type EndpointProfile } from './endpoint-profile.ts'

/** The profile that comes with the app; what the specification does not show in it is marked as assumed. */
export const standardEndpoints: EndpointProfile = endpointProfileSchema.parse(standard)
