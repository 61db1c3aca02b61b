import { fold } from '../../platform/base/text.ts'
import { readUsAddress, splitTradeName } from '../../platform/entry/us-address.ts'
import { resolvePath, valueAt } from './form-path.ts'
import type { FormValues } from './form-values.ts'
import type { PayloadProfile } from './payload-profile.ts'

/** A part of a value and the field for it. `replaced` is the other value that the field has, or empty. */
export interface EntryPart {
  path: string
  value: string
  replaced: string
}

const STREET = 'street_1'
const LEGAL_NAME = 'legal_name'

export const isStreet = (path: string) => path.endsWith(`.${STREET}`)

/** True for a field into which brokers paste the values of several fields. */
export function isSplittable(path: string): boolean {
  return isStreet(path) || path.endsWith(`.${LEGAL_NAME}`)
}

/**
 * Splits a whole address in the street's field, or a trade name behind the legal name, into the fields of its parts. Returns null if there
 * is nothing to split.
 */
export function splitEntry(profile: PayloadProfile, values: FormValues, path: string): EntryPart[] | null {
  const typed = valueAt(values, path)
  if (typeof typed !== 'string') return null
  const read = isStreet(path) ? readUsAddress(typed) : splitTradeName(typed)
  if (read === null) return null
  const group = path.slice(0, path.lastIndexOf('.') + 1)
  const parts = Object.entries(read)
    .filter(([, value]) => value !== '')
    .map(([name, value]: [string, string]) => {
      const to = group + name
      const present = to === path ? undefined : valueAt(values, to)
      const kept = typeof present === 'string' ? present.trim() : ''
      return { path: to, value, replaced: fold(kept) === fold(value) ? '' : kept }
    })
  return parts.every((part) => resolvePath(profile, part.path)?.kind === 'field') ? parts : null
}
