import type {
  PayloadProfile,
  ProfileField,
  ProfileList,
} from '../../../src-shared/features/form/payload-profile.ts'
import { namesInAllLanguages } from '../../../src-shared/features/form/localized-profile.ts'
import { FIELD_HEADINGS, FULL_NAME, PERSON_HEADINGS } from './import-words.ts'
import { plain } from './fit-cell.ts'

type FindField = (heading: string) => string | null

const finders = new WeakMap<PayloadProfile, FindField>()

/** Returns the finder of `createColumnFinder`. Makes it only once per profile, because it compares all names of all fields. */
export function columnFinder(profile: PayloadProfile): FindField {
  const find = finders.get(profile) ?? createColumnFinder(profile)
  finders.set(profile, find)
  return find
}

/**
 * Returns a function that finds the form field for a column heading: by path, by label, or by a common name. Names count rows from one
 * (`Owner 2 SSN`). Paths count rows from zero (`company.owners.1.ssn`), like the partner's API. A name without a number means the first
 * row.
 */
function createColumnFinder(profile: PayloadProfile): FindField {
  const byPath = new Map<string, string>()
  const byName = new Map<string, string | null>()
  const name = (names: string[], path: string) => {
    for (const one of names.map(plain)) {
      const known = byName.get(one)
      // If two fields have the same name, the name identifies neither of them.
      byName.set(one, known === undefined || known === path ? path : null)
    }
  }
  const tops = profile.sections.flatMap(({ fields = [] }) => fields)
  for (const field of tops) {
    byPath.set(plain(field.path), field.path)
    name([...namesOf(profile, field, field.path), field.path.split('.').at(-1) ?? ''], field.path)
  }
  for (const [path, names] of Object.entries(FIELD_HEADINGS))
    if (byPath.has(plain(path)))
      name(
        names.filter((one) => !byName.has(plain(one))),
        path,
      )
  const taken = new Set(byName.keys())
  for (const { list } of profile.sections) {
    if (list === undefined) continue
    for (const field of list.fields)
      for (let row = 0; row < Math.min(list.max_rows ?? 10, 10); row++) {
        const path = `${list.path}.${row}.${field.path}`
        byPath.set(plain(path), path)
        byPath.set(plain(path.slice(path.indexOf('.') + 1)), path)
        name(
          rowNames(profile, list, field, row).filter((one) => !taken.has(plain(one))),
          path,
        )
      }
    if (!isOfPersons(list)) continue
    for (const [row, names] of PERSON_HEADINGS.entries())
      name(
        names.filter((one) => !taken.has(plain(one))),
        `${list.path}.${row}.${FULL_NAME}`,
      )
    const rows = namesInAllLanguages(profile, list.row_label)
    for (let row = 0; row < Math.min(list.max_rows ?? 10, 10); row++) {
      const path = `${list.path}.${row}.${FULL_NAME}`
      name(
        rows.flatMap((label) => ['', ' name', ' full name'].map((what) => `${label} ${row + 1}${what}`)),
        path,
      )
      byPath.set(plain(path), path)
    }
  }
  return (heading) => byPath.get(plain(heading)) ?? byName.get(plain(heading)) ?? null
}

/** True for a list whose rows have a first name and a last name. */
export function isOfPersons({ fields }: ProfileList): boolean {
  return ['first_name', 'last_name'].every((name) => fields.some(({ path }) => path === name))
}

function rowNames(profile: PayloadProfile, list: ProfileList, field: ProfileField, row: number): string[] {
  const names = namesOf(profile, field, field.path)
  const rows = namesInAllLanguages(profile, list.row_label)
  const numbered = names.flatMap((name) => [
    ...rows.flatMap((label) => [`${label} ${row + 1} ${name}`, `${label} ${name} ${row + 1}`]),
    `${name} ${row + 1}`,
  ])
  if (row > 0) return numbered
  return [...numbered, ...names.flatMap((name) => [...rows.map((label) => `${label} ${name}`), name])]
}

/** Returns a field's names in all languages, because a file may be in another language than the current one. */
function namesOf(profile: PayloadProfile, field: ProfileField, path: string): string[] {
  return [...namesInAllLanguages(profile, field.label), path, ...(field.synonyms ?? [])]
}
