import type { ProfileView } from '../../../src-shared/features/form/contract.ts'
import { Failure } from '../../platform/base/failure.ts'
import { appError, type FieldProblem } from '../../../src-shared/platform/base/errors.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { dayOf } from '../../../src-shared/platform/base/days.ts'
import { checkProfile } from '../../../src-shared/features/form/check-profile.ts'
import { diffProfiles, type ProfileChange } from '../../../src-shared/features/form/diff-profiles.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { standardProfile } from '../../../src-shared/features/form/standard-profile.ts'
import { readEndpoints } from '../connection/service-settings.ts'
import { oneAtATime } from '../../platform/base/one-at-a-time.ts'
import type { SaveFile } from '../../platform/files/ports.ts'
import type { Vault } from '../../platform/vault/vault.ts'
import type { Platform } from '../../platform/environment/platform.ts'

/** The broker's own form of the open environment. */
export interface BrokerForm {
  /** The form profile that the broker saved, or the standard one if the saved one is missing or unreadable. */
  form: PayloadProfile
  /**
   * False if the broker's own form is unreadable and the standard form replaces it. It is then unknown which data the partner requires, so
   * the app sends no application.
   */
  isFormReadable: boolean
  /** The form profile in the current language. */
  readonly profile: PayloadProfile
}

export type FormNeeds = BrokerForm & Pick<Platform, 'vault' | 'clock'>

const PAYLOAD_PROFILE = 'payload_profile'

type KeptForm = Pick<BrokerForm, 'form' | 'isFormReadable'>

/**
 * Loads an environment's form profile: the one that the broker saved, or else the standard one. If the saved profile is unreadable, returns
 * the standard one and sets `isFormReadable` to false.
 */
export async function readPayloadProfile(vault: Vault, now: string): Promise<KeptForm> {
  const kept = await vault.getSetting(PAYLOAD_PROFILE)
  if (kept === null) return { form: standardProfile, isFormReadable: true }
  const checked = checkProfile(kept, dayOf(now))
  return 'profile' in checked
    ? { form: checked.profile, isFormReadable: true }
    : { form: standardProfile, isFormReadable: false }
}

/** Returns the form for the settings screen: its differences from the standard form, and whether the broker's own form is unreadable. */
export function viewPayloadProfile({
  form: profile,
  isFormReadable,
}: Pick<BrokerForm, 'form' | 'isFormReadable'>): ProfileView {
  return {
    profile,
    is_standard: profile === standardProfile,
    is_unreadable: !isFormReadable,
    changes: diffProfiles(standardProfile, profile),
  }
}

/** Checks a form profile. Returns its problems, and how it differs from the current profile. */
export function checkPayloadProfile(
  { form: profile, clock }: Pick<Platform, 'clock'> & Pick<BrokerForm, 'form'>,
  profile_json: string,
): { problems: FieldProblem[]; changes: ProfileChange[] } {
  const checked = checkProfile(profile_json, dayOf(clock.now()))
  if ('problems' in checked) return { problems: checked.problems, changes: [] }
  const changes = diffProfiles(profile, checked.profile)
  const problems = changes.length > 0 && isSameVersion(profile, checked.profile) ? [sameVersion(profile)] : []
  return { problems, changes }
}

/**
 * Saves another form profile and uses it from then on. If the profile has problems, saves nothing and fails with `INVALID_INPUT` and the
 * path of each problem. A changed profile must have a new version number, by which drafts notice that their form changed.
 */
export function savePayloadProfile(context: FormNeeds, profile_json: string): Promise<ProfileView> {
  return oneAtATime(PAYLOAD_PROFILE, async () => {
    const { problems } = checkPayloadProfile(context, profile_json)
    if (problems.length > 0) throw new Failure(refused(problems))
    return keep(context, profile_json)
  })
}

/** Saves the current profile as a JSON file, so that the broker can edit the file and import it. */
export async function exportProfile(
  { form, vault }: Pick<Platform, 'vault'> & Pick<BrokerForm, 'form'>,
  save: SaveFile,
  what: 'form' | 'endpoints',
): Promise<{ saved_as: string | null }> {
  const profile = what === 'form' ? form : await readEndpoints(vault)
  return save({ name: `${what}.json`, kind: 'json' }, Buffer.from(JSON.stringify(profile, null, 2)))
}

/** Restores the standard form, which is included in the app. */
export function resetPayloadProfile(context: FormNeeds): Promise<ProfileView> {
  return oneAtATime(PAYLOAD_PROFILE, () => keep(context, null))
}

async function keep(context: FormNeeds, profile_json: string | null): Promise<ProfileView> {
  const { vault, clock } = context
  await vault.commit([{ write: 'set_setting', key: PAYLOAD_PROFILE, value: profile_json }])
  const read = await readPayloadProfile(vault, clock.now())
  // Change the existing context object: all functions read the form profile from it when they start.
  Object.assign(context, read)
  return viewPayloadProfile(context)
}

function isSameVersion(one: PayloadProfile, other: PayloadProfile): boolean {
  return one.id === other.id && one.version === other.version
}

function sameVersion({ version }: PayloadProfile): FieldProblem {
  return { path: 'version', message: msg.profiles.problems.sameVersion(version + 1) }
}

function refused(fields: FieldProblem[]) {
  return appError('INVALID_INPUT', msg.profiles.problems.title, msg.profiles.problems.advice, {
    fields,
  })
}
