import { readState } from '../../../src-shared/platform/entry/us-states.ts'
import type {
  FieldType,
  PayloadProfile,
  ProfileField,
} from '../../../src-shared/features/form/payload-profile.ts'

/** Number of values of a column from which its field is guessed. */
const SAMPLE = 50
/** Minimum share of a column's values that must look alike. */
const MOST = 0.8

/** Types of fields whose values can be recognized without a heading. Other values, such as amounts, could belong to several fields. */
const LOOKS: readonly { type: FieldType; test: (text: string) => boolean }[] = [
  { type: 'ssn', test: (text) => /^\d{3}-\d{2}-\d{4}$/.test(text) },
  { type: 'ein', test: (text) => /^\d{2}-\d{7}$/.test(text) },
  { type: 'email', test: (text) => text.length < 255 && /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(text) },
  { type: 'phone', test: (text) => /^(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/.test(text) },
  { type: 'state', test: (text) => readState(text) !== null },
  { type: 'website', test: (text) => /^(?:https?:\/\/|www\.)\S+$/i.test(text) },
]

/**
 * Guesses the field of a column from its values: the only field of their type that no other column fills. Returns null if the values do
 * not look alike, or if they could belong to several fields.
 */
export function guessByValues(
  profile: PayloadProfile,
  values: readonly string[],
  taken: ReadonlySet<string>,
): string | null {
  const sample = values
    .map((value) => value.trim())
    .filter((value) => value !== '')
    .slice(0, SAMPLE)
  if (sample.length === 0) return null
  const look = LOOKS.find(({ test }) => sample.filter(test).length >= MOST * sample.length)
  if (look === undefined) return null
  const isFree = (field: ProfileField, path: string) => field.type === look.type && !taken.has(path)
  const fields = profile.sections.flatMap((section) => section.fields ?? [])
  const single = fields.filter((field) => isFree(field, field.path)).map(({ path }) => path)
  const ofLists = profile.sections.flatMap(({ list }) =>
    (list?.fields ?? []).flatMap((field) => {
      const path = `${list?.path}.0.${field.path}`
      return isFree(field, path) ? [path] : []
    }),
  )
  const [path, ...others] = single.length > 0 ? single : ofLists
  return path === undefined || others.length > 0 ? null : path
}
