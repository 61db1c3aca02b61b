import type { OrphanedFormValue } from '../../../src-shared/features/form/orphaned-values.ts'
import type { Message } from '../../../src-shared/platform/texts/message.ts'
import type { FormValue, FormValues } from '../../../src-shared/features/deals/deal.ts'
import { formatMessage, msg } from '../../../src-shared/platform/texts/msg.ts'
import {
  applyChanges,
  labelOf,
  MOST_ROWS,
  resolvePath,
  rowOf,
  withRowId,
} from '../../../src-shared/features/form/form-path.ts'
import { fieldNotes } from '../../../src-shared/features/form/field-notes.ts'
import { validateDraft } from '../../../src-shared/features/form/validate-draft.ts'
import type { FieldProblem } from '../../../src-shared/platform/base/errors.ts'
import type { PayloadProfile } from '../../../src-shared/features/form/payload-profile.ts'
import { emptyValues } from '../drafts/create-draft.ts'
import { changesFor } from '../drafts/form-changes.ts'
import { fold } from '../../../src-shared/platform/base/text.ts'
import { readState } from '../../../src-shared/platform/entry/us-states.ts'
import { inFormNotation, US_NOTATION } from './notations.ts'
import { fitCell, plain } from './fit-cell.ts'
import { joinedAt } from './joined-fields.ts'

/** A value of the imported file. `path` is its field in the form, and `name` is its name in the file. */
export interface Cell {
  path: string | null
  name: string
  raw: string | number | boolean
  /** True for a text that a spreadsheet would compute. The app never sends such a text unless the broker inserts it. */
  is_formula?: boolean
}

/** The value that the field of a cell takes, with a remark, or the reason why it takes none. */
type Outcome = { value: string | boolean; note: Message | null } | { why: Message }

export interface FilledForm {
  values: FormValues
  fitted: number
  left_out: OrphanedFormValue[]
  /** Values that the app repaired, and values on which the form has a remark. */
  remarked: OrphanedFormValue[]
  outcomes: ReadonlyMap<Cell, Outcome>
}

/**
 * Fills the form with the imported values. Reports every value that has no field, does not fit its field, or that the form would refuse
 * or remark on if the broker typed it.
 */
export function fillForm(
  profile: PayloadProfile,
  cells: Cell[],
  today: string,
  notation = US_NOTATION,
): FilledForm {
  const sets = new Map<string, { path: string; value: string | boolean; cell: Cell }>()
  const left_out: OrphanedFormValue[] = []
  const remarked: OrphanedFormValue[] = []
  const outcomes = new Map<Cell, Outcome>()
  const used = new Map<string, number>()
  const fields = cells.flatMap((cell) => splitJoined(profile, cell))
  const state = (path: string) => fields.find((cell) => cell.path === path)?.raw
  const leaveOut = (cell: Cell, why: Message) => {
    outcomes.set(cell, { why })
    left_out.push(leftOut(profile, used, cell, why))
  }
  const remark = (cell: Cell, path: string, value: string | boolean, why: Message) => {
    outcomes.set(cell, { value, note: why })
    remarked.push({ path, label: labelOf(profile, {}, path), value: String(value), why })
  }
  const fit = (cell: Cell) => {
    const target = cell.path === null ? null : resolvePath(profile, cell.path)
    if (cell.path === null || target?.kind !== 'field') return null
    const { field } = target
    const fitted: ReturnType<typeof fitCell> =
      cell.is_formula === true
        ? { why: msg.errorsFiles.formula }
        : fitCell(field, cell.path, inFormNotation(field, cell.raw, notation), today, cell.name)
    return { path: cell.path, field, fitted }
  }
  // An exact date goes before one that is counted back from an age.
  const inOrder = fields
    .map((cell) => ({ cell, found: fit(cell) }))
    .toSorted((one, other) => rankOf(one.found?.fitted) - rankOf(other.found?.fitted))
  for (const { cell, found } of inOrder) {
    const leave = (why: Message) => leaveOut(cell, why)
    if (found === null) {
      leave(cell.why ?? msg.errorsFiles.formHasNoField)
      continue
    }
    const { path, field, fitted } = found
    const earlier = sets.get(path)
    if (earlier !== undefined) {
      // Lists often contain a value twice, such as a full name next to the first and last name.
      const isSame = 'value' in fitted && textOf(fitted.value) === textOf(earlier.value)
      if (!isSame) leave(msg.errorsFiles.fieldTaken)
      continue
    }
    if ('why' in fitted) {
      leave(fitted.why)
      continue
    }
    if (field.type === 'zip' && fitted.note !== undefined && !mayBeginWithZero(state(stateOf(path)))) {
      leave(msg.errorsFiles.zipZero)
      continue
    }
    const place = rowOf(profile, path)
    // Refuse a row id, and a row number with leading zeros: `owners.01.ssn` would mean the same row as `owners.1.ssn`.
    const row = Number(place?.row ?? 0)
    if (place !== null && (String(row) !== place.row || row >= (place.list.max_rows ?? MOST_ROWS))) {
      leave(msg.errorsFiles.noMoreRows)
      continue
    }
    const { value, note } = fitted
    outcomes.set(cell, { value, note: null })
    if (note !== undefined) remark(cell, path, value, note)
    sets.set(path, { path, value, cell })
  }
  const wanted = [...sets.values()]
  const filled = filledWith(profile, wanted)
  const refused = byPath(validateDraft(profile, filled, today).problems)
  const noted = byPath(fieldNotes(profile, filled, today))
  for (const [path, { cell, value }] of [...sets]) {
    const at = withRowId(profile, filled, path)
    const why = refused.get(at)
    const note = noted.get(at)
    // The form asks for the answer Yes. Another answer is no wrong value.
    if (why !== undefined && typeof value === 'string' && value !== '') {
      leaveOut(cell, why)
      sets.delete(path)
    } else if (note !== undefined) remark(cell, path, value, note)
  }
  return {
    values: sets.size === wanted.length ? filled : filledWith(profile, [...sets.values()]),
    fitted: sets.size,
    left_out,
    remarked: remarked.filter(({ path }) => sets.has(path)),
    outcomes,
  }
}

function filledWith(profile: PayloadProfile, sets: { path: string; value: string | boolean }[]): FormValues {
  const empty = emptyValues(profile)
  const values = applyChanges(profile, empty, changesFor(profile, empty, sets))
  // At this point, all values have fields and all rows exist. `applyChanges` therefore returns null only if the profile contradicts itself.
  if (values === null) throw new TypeError(profile.id)
  return values
}

const rankOf = (fitted?: ReturnType<typeof fitCell>) => (fitted?.is_counted === true ? 1 : 0)

const byPath = (found: readonly FieldProblem[]) => new Map(found.map(({ path, message }) => [path, message]))

/** Splits a joined value, such as a full name, into the cells of its fields. A value that cannot be split stays one cell without a field. */
function splitJoined(profile: PayloadProfile, cell: Cell): (Cell & { why?: Message })[] {
  const joined = cell.path === null ? null : joinedAt(cell.path)
  if (joined === null) return [cell]
  const values = cell.is_formula === true ? null : joined.split(String(cell.raw))
  if (values === null) return [{ ...cell, path: null, why: joined.why }]
  return joined.parts.flatMap((part, at) => {
    const [path = '', raw = ''] = [joined.paths[at], values[part]]
    return raw === '' || resolvePath(profile, path) === null ? [] : [{ ...cell, path, raw }]
  })
}

const textOf = (value: FormValue) => (typeof value === 'string' ? fold(value) : value)

/** The states whose ZIP codes begin with a zero: New England, New Jersey, and territories. A few places of New York have one, too. */
const ZERO_STATES = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'NY', 'PR', 'VI'])

const stateOf = (zip: string) => `${zip.slice(0, zip.lastIndexOf('.'))}.state`

/** True if a ZIP code in this state can have lost its first zero. Also true without a state. */
function mayBeginWithZero(state: Cell['raw'] | undefined): boolean {
  const read = state === undefined ? null : readState(String(state))
  return read === null || ZERO_STATES.has(read)
}

export function leftOutText(raw: Cell['raw']): string {
  return typeof raw === 'boolean'
    ? formatMessage(raw ? msg.errorsFiles.yes : msg.errorsFiles.no)
    : String(raw)
}

function leftOut(
  profile: PayloadProfile,
  used: Map<string, number>,
  { path, name, raw }: Cell,
  why: Message,
): OrphanedFormValue {
  const isField = path !== null && resolvePath(profile, path)?.kind === 'field'
  const label = isField ? labelOf(profile, {}, path) : name
  return {
    path: uniquePath(used, isField ? path : name),
    label: isField && path !== name && plain(name) !== plain(label) ? `${label} (${name})` : label,
    value: leftOutText(raw),
    why,
  }
}

/**
 * Returns the name. If another value already uses it, adds the first free number to it. Stores the number, so that the next value with this
 * name needs no search.
 */
function uniquePath(used: Map<string, number>, name: string): string {
  let count = (used.get(name) ?? 0) + 1
  let path = count === 1 ? name : `${name} (${count})`
  while (path !== name && used.has(path)) path = `${name} (${++count})`
  used.set(name, count)
  if (path !== name) used.set(path, 1)
  return path
}
