import type { EndpointProfile } from './endpoint-profile.ts'

/** True if any part of an operation is our choice instead of the specification's. */
export function isAssumed(profile: Pick<EndpointProfile, 'assumed'>, operation: string): boolean {
  return profile.assumed.some((path) => path.startsWith(`${operation}.`))
}
