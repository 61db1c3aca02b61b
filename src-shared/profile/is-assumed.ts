import type { EndpointProfile } from './endpoint-profile.ts'

/** Whether anything of an operation is our choice and not the specification's. */
export function isAssumed(profile: Pick<EndpointProfile, 'assumed'>, operation: string): boolean {
  return profile.assumed.some((path) => path.startsWith(`${operation}.`))
}
