import { appError, fail, ok, type FieldProblem, type Result } from '../../../src-shared/errors.ts'
import { words } from '../../../src-shared/messages/messages.ts'
import { dayOf } from '../../../src-shared/money/days.ts'
import { checkProfile } from '../../../src-shared/profile/check-profile.ts'
import { diffProfiles, type ProfileChange } from '../../../src-shared/profile/diff-profiles.ts'
import type { PayloadProfile } from '../../../src-shared/profile/payload-profile.ts'
import { standardProfile } from '../../../src-shared/profile/standard-profile.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Vault } from '../ports/vault.ts'
import type { Workspace } from '../workspace.ts'

const PAYLOAD_PROFILE = 'payload_profile'

type KeptForm = Pick<Workspace, 'form' | 'isFormReadable'>

export interface ProfileView {
  profile: PayloadProfile
  is_standard: boolean
  is_unreadable: boolean
  changes: ProfileChange[]
}

/** The form's profile of an environment: the broker's own, else the standard; that too, and told, where the own cannot be read any more. */
export async function readPayloadProfile(vault: Vault, now: string): Promise<Result<KeptForm>> {
  const kept = await vault.getSetting(PAYLOAD_PROFILE)
  if (!kept.ok) return kept
  if (kept.value === null) return ok({ form: standardProfile, isFormReadable: true })
  const checked = checkProfile(kept.value, dayOf(now))
  return ok(
    'profile' in checked
      ? { form: checked.profile, isFormReadable: true }
      : { form: standardProfile, isFormReadable: false },
  )
}

/** The form as its settings show it: what it changes of the standard one, and whether an own one lies there unread. */
export function viewPayloadProfile({ form: profile, isFormReadable }: Workspace): ProfileView {
  return {
    profile,
    is_standard: profile === standardProfile,
    is_unreadable: !isFormReadable,
    changes: diffProfiles(standardProfile, profile),
  }
}

/** What is wrong with a profile or, where nothing is, what it would change. */
export function checkPayloadProfile(
  { form: profile, clock }: Workspace,
  profile_json: string,
): { problems: FieldProblem[]; changes: ProfileChange[] } {
  const checked = checkProfile(profile_json, dayOf(clock.now()))
  if ('problems' in checked) return { problems: checked.problems, changes: [] }
  const changes = diffProfiles(profile, checked.profile)
  const problems = changes.length > 0 && isSameVersion(profile, checked.profile) ? [sameVersion(profile)] : []
  return { problems, changes }
}

/**
 * Keeps another profile of the form, and works by it from now on. `INVALID_INPUT` names by path what is wrong with it, and
 * nothing is kept. One that changes anything needs another version: by that each draft sees that its form is another one.
 */
export function savePayloadProfile(workspace: Workspace, profile_json: string): Promise<Result<ProfileView>> {
  return oneAtATime(PAYLOAD_PROFILE, async () => {
    const { problems } = checkPayloadProfile(workspace, profile_json)
    if (problems.length > 0) return fail(refused(problems))
    return keep(workspace, profile_json)
  })
}

/** Goes back to the form that comes with the app. */
export function resetPayloadProfile(workspace: Workspace): Promise<Result<ProfileView>> {
  return oneAtATime(PAYLOAD_PROFILE, () => keep(workspace, null))
}

async function keep(workspace: Workspace, profile_json: string | null): Promise<Result<ProfileView>> {
  const { vault, clock } = workspace
  const committed = await vault.commit([{ write: 'set_setting', key: PAYLOAD_PROFILE, value: profile_json }])
  if (!committed.ok) return committed
  const read = await readPayloadProfile(vault, clock.now())
  if (!read.ok) return read
  // Every use case reads the profile from the workspace when it begins.
  Object.assign(workspace, read.value)
  return ok(viewPayloadProfile(workspace))
}

function isSameVersion(one: PayloadProfile, other: PayloadProfile): boolean {
  return one.id === other.id && one.version === other.version
}

function sameVersion({ version }: PayloadProfile): FieldProblem {
  return { path: 'version', message: words().profiles.problems.sameVersion(version + 1) }
}

function refused(fields: FieldProblem[]) {
  return appError('INVALID_INPUT', words().profiles.problems.title, words().profiles.problems.advice, {
    fields,
  })
}
