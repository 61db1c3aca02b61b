import { readUsAddress, splitTradeName } from '../../platform/entry/us-address.ts'
import { resolvePath, valueAt } from './form-path.ts'
import type { FormValues } from './form-values.ts'
import type { PayloadProfile } from './payload-profile.ts'

/** A part of a value and the field for it. */
export interface EntryPart {
  path: string
  value: string
}

const STREET = 'street_1'
const LEGAL_NAME = 'legal_name'

/** True for a field into which brokers paste the values of several fields. */
export function isSplittable(path: string): boolean {
  return [STREET, LEGAL_NAME].some((name) => path.endsWith(`.${name}`))
}

/**
 * Splits a whole address in the street's field, or a trade name behind the legal name, into the fields of its parts. Returns null if there
 * is nothing to split, or if one of these fields has another value.
 */
export function splitEntry(profile: PayloadProfile, values: FormValues, path: string): EntryPart[] | null {
  const typed = valueAt(values, path)
  if (typeof typed !== 'string') return null
  const read = path.endsWith(STREET) ? readUsAddress(typed) : splitTradeName(typed)
  if (read === null) return null
  const group = path.slice(0, path.lastIndexOf('.') + 1)
  const parts = Object.entries(read)
    .map(([name, value]: [string, string]) => ({ path: group + name, value }))
    .filter(({ value }) => value !== '')
  const isFree = (part: EntryPart) => {
    const present = valueAt(values, part.path) ?? ''
    return part.path === path || present === '' || present === part.value
  }
  const hasFields = parts.every((part) => resolvePath(profile, part.path)?.kind === 'field')
  return hasFields && parts.every(isFree) ? parts : null
}
