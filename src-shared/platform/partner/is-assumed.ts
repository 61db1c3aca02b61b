import type { EndpointProfile } from './endpoint-profile.ts'

/** True if any part of an operation is assumed: the specification does not show it, so the app's developers chose it. */
export function isAssumed(profile: Pick<EndpointProfile, 'assumed'>, operation: string): boolean {
  return profile.assumed.some((path) => path.startsWith(`${operation}.`))
}
