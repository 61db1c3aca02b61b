import type { Deal, DraftEdit, FormValues } from '../../src-shared/domain/deal.ts'
import { applyChanges, concreteFields, isInRow, valueAt } from '../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../src-shared/profile/payload-profile.ts'
import { maskValue } from '../../src-shared/profile/sensitive.ts'

interface Merging {
  profile: PayloadProfile
  fresh: Pick<Deal, 'values'>
  /** The form as this window shows it. */
  typed: FormValues
  /** Edits that are not written yet. */
  pending: DraftEdit[]
  rowsMoved: boolean
}

/**
 * Returns the form for values that were read again. Unwritten edits stay. An edit in rows that moved is left out, because its position may
 * be another row now; main keeps such a value as an orphaned value.
 */
export function mergeValues({ profile, fresh, typed, pending, rowsMoved }: Merging): FormValues {
  let values = fresh.values
  const apply = (change: Parameters<typeof applyChanges>[2][number]) => {
    values = applyChanges(profile, values, [change]) ?? values
  }
  for (const edit of pending)
    if (!rowsMoved || (edit.op === 'set' && !isInRow(profile, edit.path))) apply(edit)
  // A sensitive value comes back masked. It stays readable during typing.
  for (const { path, field } of concreteFields(profile, values)) {
    const mine = valueAt(typed, path)
    if (!field.sensitive || typeof mine !== 'string' || mine === '') continue
    if (maskValue(field.type, mine) === valueAt(values, path)) apply({ op: 'set', path, value: mine })
  }
  return values
}
