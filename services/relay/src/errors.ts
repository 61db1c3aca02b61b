/** Error for a mistake that the person at the command line can fix. The message says how to fix it. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Error for data that a newer relay wrote and that this relay would misread. */
export class NewerDataError extends Error {
  override name = 'NewerDataError'

  /** `where` starts the message, for example "The data folder". */
  constructor(where: string, found: number, known: number) {
    super(
      `${where} comes from a newer relay: its schema version is ${found}, and this relay supports ${known}. Nothing was changed. Start the newer relay instead.`,
    )
  }
}

/** Error for a lost connection or a refused statement. Its message contains no password and no row data. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'

  constructor(error: unknown) {
    // If a host has several addresses and all refuse the connection, the error contains one error per address. Use the first one.
    const first: unknown = error instanceof AggregateError ? error.errors[0] : error
    // Do not set the original error as the cause, because PostgreSQL's detail text may contain the refused row.
    super(`PostgreSQL: ${first instanceof Error ? first.message : String(first)}`)
  }
}
