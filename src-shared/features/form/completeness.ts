import type { FormValues } from './form-values.ts'
import type { FieldProblem } from '../../platform/base/errors.ts'
import { rowIds, valueAt } from './form-path.ts'
import { leavesOf } from './orphaned-values.ts'
import type { ProfileSection } from './payload-profile.ts'

/**
 * The progress of a section of the form: `done` of its `total` required fields are valid. `open` is the number of problems, including those
 * of optional fields. `is_empty` is true if the section has no value.
 */
export interface Completeness {
  done: number
  total: number
  open: number
  is_empty: boolean
}

export function isIn(section: ProfileSection, path: string): boolean {
  if (section.list !== undefined && (path === section.list.path || path.startsWith(`${section.list.path}.`)))
    return true
  return section.fields?.some((field) => field.path === path) ?? false
}

/** Calculates a section's progress from the problems of the draft. A missing row counts as one required field. */
export function completeness(
  section: ProfileSection,
  values: FormValues,
  problems: readonly FieldProblem[],
): Completeness {
  const { fields = [], list } = section
  const needed = fields.filter(({ required }) => required).map(({ path }) => path)
  if (list !== undefined) {
    const rows = rowIds(values, list.path)
    if (rows.length < (list.min_rows ?? 0)) needed.push(list.path)
    for (const row of rows)
      for (const { path, required } of list.fields) if (required) needed.push(`${list.path}.${row}.${path}`)
  }
  const broken = new Set(problems.map(({ path }) => path))
  return {
    done: needed.filter((path) => !broken.has(path)).length,
    total: needed.length,
    open: problems.filter(({ path }) => isIn(section, path)).length,
    is_empty: [...fields, ...(list === undefined ? [] : [list])].every(
      ({ path }) => leavesOf(valueAt(values, path) ?? null).length === 0,
    ),
  }
}
