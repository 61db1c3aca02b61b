import type {
  PayloadProfile,
  ProfileField,
  ProfileList,
} from '../../../src-shared/profile/payload-profile.ts'
import { namesInAllLanguages } from '../../../src-shared/profile/localized-profile.ts'
import { plain } from './fit-value.ts'

/**
 * Returns a function that finds the form field for a column heading: by path, by label, or by a common name. Names count rows from one
 * (`Owner 2 SSN`). Paths count rows from zero (`company.owners.1.ssn`), like the partner's API. A name without a number means the first
 * row.
 */
export function createColumnFinder(profile: PayloadProfile): (heading: string) => string | null {
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
  }
  return (heading) => byPath.get(plain(heading)) ?? byName.get(plain(heading)) ?? null
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
