import { fold } from '../../platform/base/text.ts'
import { readUsAddress, splitTradeName } from '../../platform/entry/us-address.ts'
import { splitName } from '../../platform/entry/person-name.ts'
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
const FIRST_NAME = 'first_name'
const LEGAL_NAME = 'legal_name'

export const isStreet = (path: string) => path.endsWith(`.${STREET}`)

const isFirstName = (path: string) => path.endsWith(`.${FIRST_NAME}`)

/** True for a field into which brokers paste the values of several fields. */
export function isSplittable(path: string): boolean {
  return isStreet(path) || isFirstName(path) || path.endsWith(`.${LEGAL_NAME}`)
}

/**
 * Splits a whole address in the street's field, a full name in the first name's, or a trade name behind the legal name, into the fields of
 * its parts. Returns null if there is nothing to split.
 */
export function splitEntry(profile: PayloadProfile, values: FormValues, path: string): EntryPart[] | null {
  const typed = valueAt(values, path)
  if (typeof typed !== 'string') return null
  const group = path.slice(0, path.lastIndexOf('.') + 1)
  const read = isStreet(path)
    ? readUsAddress(typed)
    : isFirstName(path)
      ? splitName(typed, true)
      : splitTradeName(typed)
  if (read === null) return null
  const parts = Object.entries(read)
    .filter(([, value]) => value !== '')
    .map(([name, value]: [string, string]) => {
      const to = group + name
      const present = to === path ? undefined : valueAt(values, to)
      const kept = typeof present === 'string' ? present.trim() : ''
      return { path: to, value, replaced: fold(kept) === fold(value) ? '' : kept }
    })
  // Two first names beside a last name are no full name.
  if (isFirstName(path) && parts.some(({ replaced }) => replaced !== '')) return null
  return parts.every((part) => resolvePath(profile, part.path)?.kind === 'field') ? parts : null
}
