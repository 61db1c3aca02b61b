import type { Deal, DraftEdit, FormValues } from '../../src-shared/domain/deal.ts'
import { applyChanges, concreteFields, isInRow, valueAt } from '../../src-shared/profile/form-path.ts'
import type { PayloadProfile } from '../../src-shared/profile/payload-profile.ts'
import { maskValue } from '../../src-shared/profile/sensitive.ts'

interface Merging {
  profile: PayloadProfile
  fresh: Pick<Deal, 'values'>
  /** The form as it stands in this window. */
  typed: FormValues
  /** What was typed here and is not written yet. */
  pending: DraftEdit[]
  conflicting: string[]
  rowsMoved: boolean
}

/**
 * The form after news from the vault: each field as it lies there, but for those that are being typed in here. Rows that moved
 * elsewhere take nothing over, since a place in the list may be another row now; the vault puts such a value aside.
 */
export function mergeValues({ profile, fresh, typed, pending, conflicting, rowsMoved }: Merging): FormValues {
  let values = fresh.values
  const apply = (change: Parameters<typeof applyChanges>[2][number]) => {
    values = applyChanges(profile, values, [change]) ?? values
  }
  for (const edit of pending)
    if (!rowsMoved || (edit.op === 'set' && !isInRow(profile, edit.path))) apply(edit)
  for (const path of conflicting) {
    const mine = valueAt(typed, path)
    if (typeof mine === 'string' || typeof mine === 'boolean') apply({ op: 'set', path, value: mine })
  }
  // A sensitive value comes back masked; while its field is typed in it stays readable.
  for (const { path, field } of concreteFields(profile, values)) {
    const mine = valueAt(typed, path)
    if (!field.sensitive || typeof mine !== 'string' || mine === '') continue
    if (maskValue(field.type, mine) === valueAt(values, path)) apply({ op: 'set', path, value: mine })
  }
  return values
}
