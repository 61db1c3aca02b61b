import {
  ROW_ID,
  type DraftStepChange,
  type FormValue,
  type FormValues,
  type SingleStepChange,
} from './form-values.ts'
import type { PayloadProfile, ProfileField, ProfileList } from './payload-profile.ts'
import { cleanLine, cleanLines } from '../../platform/entry/typed-text.ts'

/**
 * Returns the value at a path such as `company.owners.r4k2m.ssn`, or undefined if there is none. A number in place of a row id means the
 * row with this number, from 0. Reads only the object's own properties, not inherited ones.
 */
export function valueAt(values: FormValue | undefined, path: string): FormValue | undefined {
  let at: FormValue | undefined = values
  for (const key of path.split('.')) at = isGroup(at) ? insideOf(at, key) : undefined
  return at
}

function insideOf(group: FormValues, key: string): FormValue | undefined {
  if (Object.hasOwn(group, key)) return group[key]
  const id = /^\d+$/.test(key) ? idsIn(group)[Number(key)] : undefined
  return id === undefined ? undefined : group[id]
}

function isGroup(value: FormValue | undefined): value is FormValues {
  return typeof value === 'object' && value !== null
}

const idsIn = (rows: FormValues) => Object.keys(rows).filter((key) => ROW_ID.test(key) && isGroup(rows[key]))

/** Returns the ids of the rows of a list, in the order of the form. */
export function rowIds(values: FormValues, path: string): string[] {
  const rows = valueAt(values, path)
  return isGroup(rows) ? idsIn(rows) : []
}

/** Returns the list that contains a path, the id or the number of the row, and the field within the row. Null outside of lists. */
export function rowOf(
  profile: PayloadProfile,
  path: string,
): { list: ProfileList; row: string; field: string } | null {
  for (const { list } of profile.sections) {
    if (list === undefined || !path.startsWith(`${list.path}.`)) continue
    const [row = '', ...field] = path.slice(list.path.length + 1).split('.')
    return { list, row, field: field.join('.') }
  }
  return null
}

/**
 * Replaces a row number by the row's id in a path from the partner, which may begin with any part of the list's path
 * (`owners.0.ssn`). A path without such a row stays as it is.
 */
export function withRowId(profile: PayloadProfile, values: FormValues, path: string): string {
  const keys = path.split('.')
  const at = keys.findIndex((key) => /^\d+$/.test(key))
  if (at < 0) return path
  const end = `.${keys.slice(0, at).join('.')}`
  for (const { list } of profile.sections) {
    const id = `.${list?.path}`.endsWith(end) ? rowIds(values, list?.path ?? '')[Number(keys[at])] : undefined
    if (id !== undefined) return [list?.path, id, ...keys.slice(at + 1)].join('.')
  }
  return path
}

/** Maximum number of rows in a list for which the profile sets no limit. */
export const MOST_ROWS = 100

/** The part of a profile that a path names: one field, or a list with all its rows. */
export type PathTarget = { kind: 'field'; field: ProfileField } | { kind: 'list'; list: ProfileList }

/** Finds what a path refers to in a profile. A row may have an id or a number. Returns null if the profile has nothing at this path. */
export function resolvePath(profile: PayloadProfile, path: string): PathTarget | null {
  for (const { fields = [], list } of profile.sections) {
    const field = fields.find((one) => one.path === path)
    if (field !== undefined) return { kind: 'field', field }
    if (path === list?.path) return { kind: 'list', list }
  }
  const place = rowOf(profile, path)
  const isRow = place !== null && (ROW_ID.test(place.row) || /^\d+$/.test(place.row))
  const field = isRow ? place.list.fields.find((one) => one.path === place.field) : undefined
  return field === undefined ? null : { kind: 'field', field }
}

/** A field that a form shows, with its full path and its value. */
export interface ShownField {
  path: string
  field: ProfileField
  value: FormValue | undefined
}

/** Returns every field that a form shows for these values. Returns a list's fields once for each row. */
export function concreteFields(profile: PayloadProfile, values: FormValues): ShownField[] {
  const shown: ShownField[] = []
  const add = (fields: readonly ProfileField[] = [], of: FormValue | undefined = values, row = '') => {
    for (const field of fields) shown.push({ path: row + field.path, field, value: valueAt(of, field.path) })
  }
  for (const { fields, list } of profile.sections) {
    add(fields)
    const rows = list === undefined ? undefined : valueAt(values, list.path)
    if (isGroup(rows)) for (const id of idsIn(rows)) add(list?.fields, rows[id], `${list?.path}.${id}.`)
  }
  return shown
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
  const { op, path } = change
  if (change.op === 'together') return change.changes.every((one) => applyOne(profile, next, one))
  if (op === 'drop') return deleteAt(next, path)
  const place = rowOf(profile, path)
  if (place !== null && !isGroup(valueAt(next, `${place.list.path}.${place.row}`))) return false
  if (op === 'put_back') return setAt(next, path, change.value)
  const target = resolvePath(profile, path)
  if (op === 'set')
    return target?.kind === 'field' && setAt(next, path, cleanValue(target.field, change.value))
  if (target?.kind !== 'list') return false
  const { row } = change
  const ids = rowIds(next, path)
  if (op === 'remove_row') return ids.includes(row) && deleteAt(next, `${path}.${row}`)
  if (!ROW_ID.test(row) || ids.includes(row) || ids.length >= (target.list.max_rows ?? MOST_ROWS))
    return false
  const there = valueAt(next, path)
  const rows = isGroup(there) ? Object.entries(there) : []
  if (change.op === 'restore_row') rows.splice(change.index, 0, [row, change.value])
  else rows.push([row, {}])
  return setAt(next, path, Object.fromEntries(rows))
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
    case 'restore_row':
      return { op: 'remove_row', path, row: change.row }
    case 'remove_row': {
      const { row } = change
      const index = rowIds(before, path).indexOf(row)
      return { op: 'restore_row', path, row, index, value: valueAt(before, `${path}.${row}`) ?? {} }
    }
    case 'drop':
      return { op: 'put_back', path, value: valueAt(before, path) ?? null }
    case 'put_back':
      return { op: 'drop', path }
  }
}

/** Returns a field's label, with the row if it is in a list (`Owner 2: SSN`). Leaves out the number of a row that does not exist. */
export function labelOf(profile: PayloadProfile, values: FormValues, path: string): string {
  const target = resolvePath(profile, path)
  if (target?.kind === 'list') return target.list.label
  const place = rowOf(profile, path)
  if (place === null) return target?.field.label ?? path
  const { list, row, field } = place
  const index = ROW_ID.test(row) ? rowIds(values, list.path).indexOf(row) : Number(row)
  if (target === null) return index < 0 ? path : `${list.path}.${index}.${field}`
  return `${list.row_label}${index < 0 ? '' : ` ${index + 1}`}: ${target.field.label}`
}

/** Sets a value and creates missing parent objects. */
export function setAt<Value>(values: Record<string, Value>, path: string, value: Value): true {
  const keys = path.split('.')
  const last = keys.pop() as string
  let at: Record<string, unknown> = values
  for (const key of keys) {
    const inside = insideOf(at as FormValues, key)
    at = isGroup(inside) ? inside : (at[key] = {})
  }
  at[last] = value
  return true
}

/** Removes a value. Returns false if there is none. */
function deleteAt(values: FormValues, path: string): boolean {
  const keys = path.split('.')
  const last = keys.pop() as string
  const holder = keys.length === 0 ? values : valueAt(values, keys.join('.'))
  return isGroup(holder) && Object.hasOwn(holder, last) && delete holder[last]
}

function structuredCloneValues(values: FormValues): FormValues {
  return JSON.parse(JSON.stringify(values)) as FormValues
}
