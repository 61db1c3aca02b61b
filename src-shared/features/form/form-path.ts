import type { DraftStepChange, FormValue, FormValues, SingleStepChange } from './form-values.ts'
import type { PayloadProfile, ProfileField, ProfileList } from './payload-profile.ts'
import { cleanLine, cleanLines } from '../../platform/entry/typed-text.ts'

/**
 * Returns the value at a path such as `company.owners.0.ssn`, or undefined if there is none. Reads only the object's own properties, not
 * inherited ones.
 */
export function valueAt(values: FormValue | undefined, path: string): FormValue | undefined {
  let at: FormValue | undefined = values
  for (const key of path.split('.')) {
    if (Array.isArray(at)) at = /^\d+$/.test(key) ? at[Number(key)] : undefined
    else if (typeof at === 'object' && at !== null) at = Object.hasOwn(at, key) ? at[key] : undefined
    else return undefined
  }
  return at
}

/** What a path in a profile refers to: a field, or the rows of a list. */
export type PathTarget = { kind: 'field'; field: ProfileField } | { kind: 'list'; list: ProfileList }

/**
 * Finds what a path with row numbers (`company.owners.0.ssn`) refers to in a profile. Returns null if the profile has nothing at this path.
 */
export function resolvePath(profile: PayloadProfile, path: string): PathTarget | null {
  for (const section of profile.sections) {
    for (const field of section.fields ?? []) if (field.path === path) return { kind: 'field', field }
    const list = section.list
    if (list === undefined) continue
    if (path === list.path) return { kind: 'list', list }
    if (!path.startsWith(`${list.path}.`)) continue
    const [index, ...rest] = path.slice(list.path.length + 1).split('.')
    if (!/^\d+$/.test(index ?? '')) continue
    const field = list.fields.find((one) => one.path === rest.join('.'))
    if (field) return { kind: 'field', field }
  }
  return null
}

/**
 * Returns every field that a form shows for these values, with its full path including row numbers. Returns a list's fields once for each
 * row.
 */
export function concreteFields(
  profile: PayloadProfile,
  values: FormValues,
): { path: string; field: ProfileField }[] {
  return profile.sections.flatMap(({ fields = [], list }) => [
    ...fields.map((field) => ({ path: field.path, field })),
    ...(list === undefined
      ? []
      : rowsAt(values, list.path).flatMap((_, row) =>
          list.fields.map((field) => ({ path: `${list.path}.${row}.${field.path}`, field })),
        )),
  ])
}

/** Returns the rows of a list, or an empty array if there are none. */
export function rowsAt(values: FormValues, path: string): FormValue[] {
  const rows = valueAt(values, path)
  return Array.isArray(rows) ? rows : []
}

/**
 * Applies changes to a copy of a draft's values and returns the copy. Returns null and applies nothing if a change names a path
 * that the profile does not contain, or a row that does not exist.
 */
export function applyChanges(
  profile: PayloadProfile,
  values: FormValues,
  changes: DraftStepChange[],
): FormValues | null {
  const next = structuredCloneValues(values)
  for (const change of changes) if (!applyOne(profile, next, change)) return null
  return next
}

function applyOne(profile: PayloadProfile, next: FormValues, change: DraftStepChange): boolean {
  if (change.op === 'together') return change.changes.every((one) => applyOne(profile, next, one))
  if (change.op === 'drop') return deleteAt(next, change.path)
  if (change.op === 'put_back') return setAt(next, change.path, change.value)
  const target = resolvePath(profile, change.path)
  if (change.op === 'set')
    return target?.kind === 'field' && setAt(next, change.path, cleanValue(target.field, change.value))
  if (target?.kind !== 'list') return false
  const rows = [...rowsAt(next, change.path)]
  if (change.op === 'remove_row') {
    if (change.index >= rows.length) return false
    rows.splice(change.index, 1)
  } else {
    if (rows.length >= (target.list.max_rows ?? 100)) return false
    if (change.op === 'insert_row') rows.push({})
    else rows.splice(change.index, 0, change.row)
  }
  return setAt(next, change.path, rows)
}

/**
 * Removes invisible characters from a new value of a field. Every value that is typed, pasted, imported, or filled in passes here, so a
 * field that looks empty is empty.
 */
function cleanValue({ type }: ProfileField, value: FormValue): FormValue {
  if (typeof value !== 'string') return value
  return type === 'long_text' ? cleanLines(value) : cleanLine(value)
}

/** Returns the inverse of a change. `before` are the values before the change. */
export function inverseOf(before: FormValues, change: SingleStepChange): SingleStepChange {
  const { path } = change
  switch (change.op) {
    case 'set': {
      const value = valueAt(before, path)
      return {
        op: 'set',
        path,
        value: typeof value === 'string' || typeof value === 'boolean' ? value : null,
      }
    }
    case 'insert_row':
      return { op: 'remove_row', path, index: rowsAt(before, path).length }
    case 'remove_row':
      return { op: 'restore_row', path, index: change.index, row: rowsAt(before, path)[change.index] ?? {} }
    case 'restore_row':
      return { op: 'remove_row', path, index: change.index }
    case 'drop':
      return { op: 'put_back', path, value: valueAt(before, path) ?? null }
    case 'put_back':
      return { op: 'drop', path }
  }
}

/** True if a path is inside a row of a list. */
export function isInRow(profile: PayloadProfile, path: string): boolean {
  return profile.sections.some(({ list }) => list !== undefined && path.startsWith(`${list.path}.`))
}

/** Returns a field's label, with the row if it is in a list (`Owner 2: SSN`). */
export function labelOf(profile: PayloadProfile, path: string): string {
  const target = resolvePath(profile, path)
  const list = profile.sections.find(
    (one) => one.list !== undefined && path.startsWith(`${one.list.path}.`),
  )?.list
  const row =
    list === undefined
      ? ''
      : `${list.row_label} ${Number(path.slice(list.path.length + 1).split('.')[0]) + 1}: `
  if (target?.kind === 'field') return row + target.field.label
  return target?.kind === 'list' ? target.list.label : path
}

/** Sets a value and creates missing parent objects. Returns false if the path contains a row that does not exist. */
function setAt(values: FormValues, path: string, value: FormValue): boolean {
  const keys = path.split('.')
  const last = keys.pop() as string
  let at: FormValue = values
  for (const key of keys) {
    if (Array.isArray(at)) {
      const row: FormValue | undefined = at[Number(key)]
      if (typeof row !== 'object' || row === null) return false
      at = row
      continue
    }
    if (typeof at !== 'object' || at === null) return false
    const inside: FormValue | undefined = Object.hasOwn(at, key) ? at[key] : undefined
    if (typeof inside === 'object' && inside !== null) at = inside
    else at = at[key] = {}
  }
  if (Array.isArray(at) || typeof at !== 'object' || at === null) return false
  at[last] = value
  return true
}

/** Removes a value. Returns false if there is none. */
function deleteAt(values: FormValues, path: string): boolean {
  const keys = path.split('.')
  const last = keys.pop() as string
  const holder = keys.length === 0 ? values : valueAt(values, keys.join('.'))
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder) || !Object.hasOwn(holder, last))
    return false
  delete holder[last]
  return true
}

function structuredCloneValues(values: FormValues): FormValues {
  return JSON.parse(JSON.stringify(values)) as FormValues
}
