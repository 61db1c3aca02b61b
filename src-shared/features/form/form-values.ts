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

/**
 * One change to a draft. `path` contains names and row numbers with dots between them (`company.owners.0.ssn`), as in the partner's own
 * validation errors.
 */
export type DraftChange = SetField | InsertRow | RemoveRow

/**
 * The order of the rows that a window showed when the broker made a change there. Main compares it with the current order, so that an
 * outdated row number never changes another row.
 */
interface SeenLayout {
  row_moves: number
}

/** A change of a draft as a window sends it to main. */
export type DraftEdit = (SetField & SeenLayout) | ((InsertRow | RemoveRow) & SeenLayout)

/**
 * A single change as the undo history stores it: a change made in a window, or its inverse. `drop` removes a value that does not fit the
 * form, at any path. `put_back` restores such a value.
 */
export type SingleStepChange =
  | DraftChange
  | { op: 'restore_row'; path: string; index: number; row: FormValue }
  | { op: 'drop'; path: string }
  | { op: 'put_back'; path: string; value: FormValue }

/** Several changes that are undone together, such as the values that were accepted from a PDF. `path` is the path of the first one. */
export interface JoinedChange {
  op: 'together'
  path: string
  changes: SingleStepChange[]
}

/** A change as the undo history stores it. */
export type DraftStepChange = SingleStepChange | JoinedChange
