import { ok } from '../../../src-shared/errors.ts'
import {
  checkPayloadProfile,
  resetPayloadProfile,
  savePayloadProfile,
  viewPayloadProfile,
} from '../../core/profile/payload-profile.ts'
import type { Handlers } from '../router.ts'
import type { Within } from './within.ts'

export function createProfileHandlers(
  within: Within,
): Pick<Handlers, Extract<keyof Handlers, `profile.${string}`>> {
  return {
    'profile.get': () => within(async ({ profile }) => ok(profile)),
    'profile.view': () => within(async (workspace) => ok(viewPayloadProfile(workspace))),
    'profile.check': ({ profile_json }) =>
      within(async (workspace) => ok(checkPayloadProfile(workspace, profile_json))),
    'profile.save': ({ profile_json, shown }) =>
      within((workspace) => savePayloadProfile(workspace, profile_json), shown),
    'profile.reset': ({ shown }) => within(resetPayloadProfile, shown),
  }
}
