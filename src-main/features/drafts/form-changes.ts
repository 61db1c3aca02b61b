import type { FormValues, SingleStepChange } from '../../../src-shared/features/deals/deal.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import { msg } from '../../../src-shared/platform/texts/msg.ts'
import { applyChanges, resolvePath, rowsAt, valueAt } from '../../../src-shared/features/form/form-path.ts'
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
    const problem = one.problem ?? problems.get(found[at]?.path ?? '') ?? null
    return problem === null ? one : { value: null, problem }
  })
}

/** Returns the changes that put values into the draft, including the rows that the lists lack. */
export function changesFor(
  profile: PayloadProfile,
  values: FormValues,
  chosen: readonly FieldValue[],
): SingleStepChange[] {
  const changes: SingleStepChange[] = []
  for (const { list } of profile.sections) {
    if (list === undefined) continue
    const rows = chosen.flatMap(({ path }) =>
      path.startsWith(`${list.path}.`) ? [Number(path.slice(list.path.length + 1).split('.')[0]) + 1] : [],
    )
    const missing = Math.min(Math.max(0, ...rows), list.max_rows ?? 100) - rowsAt(values, list.path).length
    for (let row = 0; row < missing; row++) changes.push({ op: 'insert_row', path: list.path })
  }
  for (const { path, value } of chosen) changes.push({ op: 'set', path, value })
  return changes
}

/** Returns the text in a field of the draft, or null if the field is empty. */
export function currentOf(values: FormValues, path: string): string | null {
  const value = valueAt(values, path)
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
