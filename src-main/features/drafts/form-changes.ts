import type { FormValues, SingleStepChange } from '../../../src-shared/features/deals/deal.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import {
  applyChanges,
  MOST_ROWS,
  resolvePath,
  rowIds,
  rowOf,
  valueAt,
  withRowId,
} from '../../../src-shared/features/form/form-path.ts'
import { newRowId } from '../../../src-shared/features/form/form-values.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { validateDraft } from '../../../src-shared/features/form/validate-draft.ts'
import { emptyValues } from './create-draft.ts'
import { fitValue } from '../form/fit-value.ts'

/** A value for a field of the form. `path` may name a row that the draft does not have yet. */
export interface FieldValue {
  path: string
  value: string
}

/** A value in the notation of the form. `value` is null if the field does not accept it, and `problem` says why. */
export interface FittedValue {
  value: string | null
  problem: Message | null
}

/**
 * Converts values to the notation of the form, and finds out which of them the form refuses. Returns null in place of a value whose path
 * the form does not have.
 */
export function fitToForm(
  profile: PayloadProfile,
  found: readonly FieldValue[],
  today: string,
): (FittedValue | null)[] {
  const fitted = found.map(({ path, value: raw }): FittedValue | null => {
    const target = resolvePath(profile, path)
    if (target?.kind !== 'field') return null
    const fit = fitValue(target.field, raw, today)
    if ('value' in fit && typeof fit.value === 'string') return { value: fit.value, problem: null }
    return { value: null, problem: 'why' in fit ? fit.why : msg.errorsFiles.asksText }
  })
  const accepted = found.flatMap(({ path }, at) => {
    const value = fitted[at]?.value ?? null
    return value === null ? [] : [{ path, value }]
  })
  const empty = emptyValues(profile)
  const values = applyChanges(profile, empty, changesFor(profile, empty, accepted))
  if (values === null) return fitted
  const problems = new Map(
    validateDraft(profile, values, today).problems.map(({ path, message }) => [path, message]),
  )
  return fitted.map((one, at) => {
    if (one === null) return null
    const path = withRowId(profile, values, found[at]?.path ?? '')
    const problem = one.problem ?? problems.get(path) ?? null
    return problem === null ? one : { value: null, problem }
  })
}

/**
 * Returns the changes that put values into the draft, including the rows that the lists lack. A value whose list is full keeps the number
 * of its row, so that the changes do not apply.
 */
export function changesFor(
  profile: PayloadProfile,
  values: FormValues,
  chosen: readonly { path: string; value: string | boolean }[],
): SingleStepChange[] {
  const lists = new Map<string, string[]>()
  const inserts: SingleStepChange[] = []
  const sets = chosen.map(({ path: named, value }): SingleStepChange => {
    const { list, row = '', field } = rowOf(profile, named) ?? {}
    if (list === undefined || !/^\d+$/.test(row)) return { op: 'set', path: named, value }
    const { path, max_rows = MOST_ROWS } = list
    const ids = lists.get(path) ?? rowIds(values, path)
    lists.set(path, ids)
    while (ids.length <= Math.min(Number(row), max_rows - 1)) {
      const added = newRowId()
      ids.push(added)
      inserts.push({ op: 'insert_row', path, row: added })
    }
    return { op: 'set', path: `${path}.${ids[Number(row)] ?? row}.${field}`, value }
  })
  return [...inserts, ...sets]
}

/** Returns the text in a field of the draft, or null if the field is empty. */
export function currentOf(values: FormValues, path: string): string | null {
  const value = valueAt(values, path)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
