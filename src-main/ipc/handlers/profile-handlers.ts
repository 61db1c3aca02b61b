import { ok } from '../../../src-shared/errors.ts'
import {
  checkPayloadProfile,
  resetPayloadProfile,
  savePayloadProfile,
  viewPayloadProfile,
} from '../../core/profile/payload-profile.ts'
import type { Handlers } from '../router.ts'
import type { WithEnvironment } from './with-environment.ts'

export function createProfileHandlers(
  withEnvironment: WithEnvironment,
): Pick<Handlers, Extract<keyof Handlers, `profile.${string}`>> {
  return {
    'profile.get': () => withEnvironment(async ({ profile }) => ok(profile)),
    'profile.view': () => withEnvironment(async (context) => ok(viewPayloadProfile(context))),
    'profile.check': ({ profile_json }) =>
      withEnvironment(async (context) => ok(checkPayloadProfile(context, profile_json))),
    'profile.save': ({ profile_json }, { context }) => savePayloadProfile(context, profile_json),
    'profile.reset': (_, { context }) => resetPayloadProfile(context),
  }
}
