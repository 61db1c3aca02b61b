/** A value of the application form as typed. Arrays hold the rows of a list (owners, open advances). */
export type FormValue = string | boolean | null | FormValue[] | { [key: string]: FormValue }

export type FormValues = { [key: string]: FormValue }

interface SetField {
  op: 'set'
  path: string
  value: string | boolean | null
}

interface InsertRow {
  op: 'insert_row'
  path: string
}

interface RemoveRow {
  op: 'remove_row'
  path: string
  index: number
}

/** One change to a draft. `path` is dotted with indexes, as in the service's own validation errors. */
export type DraftChange = SetField | InsertRow | RemoveRow

/**
 * The order of rows that a window showed when it made a change. Main compares this with the current order, so that no row is changed by an
 * outdated position.
 */
interface SeenLayout {
  row_moves: number
}

/** A change as a window sends it. */
export type DraftEdit = (SetField & SeenLayout) | ((InsertRow | RemoveRow) & SeenLayout)

/**
 * A change as the history stores it: a change made by a window, or the inverse of such a change. `drop` removes a value that does not fit
 * the form, at any path. `put_back` restores it.
 */
export type DraftStepChange =
  | DraftChange
  | { op: 'restore_row'; path: string; index: number; row: FormValue }
  | { op: 'drop'; path: string }
  | { op: 'put_back'; path: string; value: FormValue }
