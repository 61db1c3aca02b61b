import type { formContract } from '../../../src-shared/features/form/contract.ts'
import type { RoomHandlers } from '../../platform/ipc/room.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import {
  viewPayloadProfile,
  checkPayloadProfile,
  exportProfile,
  savePayloadProfile,
  resetPayloadProfile,
  type FormNeeds,
} from './payload-profile.ts'

export function openForm(
  context: FormNeeds,
  { save }: { save: SaveFile },
): RoomHandlers<typeof formContract> {
  return {
    'profile.get': async () => context.profile,
    'profile.view': async () => viewPayloadProfile(context),
    'profile.check': async ({ profile_json }) => checkPayloadProfile(context, profile_json),
    'profile.export': ({ what }) => exportProfile(context, save, what),
    'profile.save': ({ profile_json }) => savePayloadProfile(context, profile_json),
    'profile.reset': () => resetPayloadProfile(context),
  }
}
