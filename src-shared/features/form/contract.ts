import { z } from 'zod'
import type { PayloadProfile } from './payload-profile.ts'
import type { ProfileChange } from './diff-profiles.ts'
import type { FieldProblem } from '../../platform/base/errors.ts'
import { nothing, type, type Saved, type Contract } from '../../platform/ipc/parts.ts'

export const payloadProfile = z.object({ profile_json: z.string().max(1_000_000) })

/**
 * A payload profile (the description of the form) for the settings screen. `changes`: its differences from the standard profile.
 * `is_unreadable`: this version cannot read the stored profile.
 */
export interface ProfileView {
  profile: PayloadProfile
  is_standard: boolean
  is_unreadable: boolean
  changes: ProfileChange[]
}

/**
 * Result of checking a payload profile. If the profile is invalid: its problems by path. If it is valid: its differences from the current
 * profile. Nothing is stored.
 */
export interface ProfileCheck {
  problems: FieldProblem[]
  changes: ProfileChange[]
}

export const formContract = {
  'profile.get': { input: nothing, output: type<PayloadProfile>() },
  'profile.view': { input: nothing, output: type<ProfileView>() },
  'profile.check': { input: payloadProfile, output: type<ProfileCheck>() },
  /** Saves the form's profile or the endpoint profile as a JSON file, which the broker can edit and import. */
  'profile.export': { input: z.object({ what: z.enum(['form', 'endpoints']) }), output: type<Saved>() },
  /**
   * Stores a payload profile, which describes the form. A form that is open changes to the new profile immediately. Any other draft changes
   * to it when the broker opens the draft.
   */
  'profile.save': { input: payloadProfile, output: type<ProfileView>(), checksEnvironment: true },
  'profile.reset': { input: nothing, output: type<ProfileView>(), checksEnvironment: true },
} as const satisfies Contract
