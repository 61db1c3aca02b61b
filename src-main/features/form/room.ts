import type { formContract } from '../../../src-shared/features/form/contract.ts'
import type { Room } from '../../core/ports/room.ts'
import type { EnvironmentContext } from '../../core/environment-context.ts'
import type { SaveFile } from '../../core/ports/files.ts'
import { ok } from '../../../src-shared/errors.ts'
import {
  viewPayloadProfile,
  checkPayloadProfile,
  exportProfile,
  savePayloadProfile,
  resetPayloadProfile,
} from '../../core/profile/payload-profile.ts'

export function openForm(
  context: EnvironmentContext,
  { save }: { save: SaveFile },
): Room<typeof formContract> {
  return {
    handlers: {
      'profile.get': async () => ok(context.profile),
      'profile.view': async () => ok(viewPayloadProfile(context)),
      'profile.check': async ({ profile_json }) => ok(checkPayloadProfile(context, profile_json)),
      'profile.export': ({ what }) => exportProfile(context, save, what),
      'profile.save': ({ profile_json }) => savePayloadProfile(context, profile_json),
      'profile.reset': () => resetPayloadProfile(context),
    },
  }
}
