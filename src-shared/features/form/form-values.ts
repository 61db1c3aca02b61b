/** A value of the application form as typed. The rows of a list (owners, open advances) are an object, in the order of the form, by row id. */
export type FormValue = string | boolean | null | FormValues

export type FormValues = { [key: string]: FormValue }

/**
 * The id of a row. The window or the function that adds the row makes it. It never looks like a number, because an object lists such keys
 * before all others.
 */
export const ROW_ID = /^r[a-z0-9]{4,20}$/

export const newRowId = () => `r${Math.random().toString(36).slice(2, 12).padEnd(10, '0')}`

interface SetField {
  op: 'set'
  path: string
  value: string | boolean | null
}

/** Adds an empty row at the end of the list at `path`, or removes a row. `row` is the id of the row. */
interface ChangeRows {
  op: 'insert_row' | 'remove_row'
  path: string
  row: string
}

/** One change to a draft. `path` contains names and row ids with dots between them (`company.owners.r4k2m.ssn`). */
export type DraftChange = SetField | ChangeRows

/**
 * A single change as the undo history stores it: a change made in a window, or its inverse. `restore_row` puts a removed row back to its
 * place. `drop` removes a value that does not fit the form, at any path. `put_back` restores such a value.
 */
export type SingleStepChange =
  | DraftChange
  | { op: 'restore_row'; path: string; row: string; index: number; value: FormValue }
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
